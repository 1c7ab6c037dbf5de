import { afterAll, beforeAll, describe } from 'vitest'
import { createS3Storage } from '../../src/storage/s3.ts'
import { hasSwift, startSwift } from '../helpers/swift.ts'
import { storageConformance } from '../storage/conformance.ts'
import { mediaJourneys } from './media-journeys.ts'

describe.runIf(hasSwift('s3'))('on OpenStack Swift', () => {
  let swift: Awaited<ReturnType<typeof startSwift>>
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  describe('storage', () => {
    storageConformance(async () => ({ storage: createS3Storage(swift.settings), stop: async () => {} }), {
      takesLateParts: true,
    })
  })
  describe('media', () => {
    mediaJourneys(async () => ({ s3: swift.settings }))
  })
})
