import { mediaJourneys } from './media-journeys.ts'

mediaJourneys(async () => ({}))
