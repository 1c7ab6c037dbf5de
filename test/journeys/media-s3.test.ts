import { afterAll, describe } from 'vitest'
import { hasSwift, startSwift } from '../helpers/swift.ts'
import { mediaJourneys } from './media-journeys.ts'

describe.runIf(hasSwift('s3'))('on OpenStack Swift', () => {
  let swift: Awaited<ReturnType<typeof startSwift>> | undefined
  afterAll(() => swift?.stop())
  mediaJourneys(async () => {
    swift = await startSwift()
    return { s3: swift.settings }
  })
})
