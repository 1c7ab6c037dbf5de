import { createS3Storage } from '../../src/storage/s3.ts'
import { hasSwift, startSwift } from '../helpers/swift.ts'
import { describe } from 'vitest'
import { storageConformance } from './conformance.ts'

describe.runIf(hasSwift('s3'))('on OpenStack Swift', () => {
  storageConformance(async () => {
    const swift = await startSwift()
    return { storage: createS3Storage(swift.settings), stop: swift.stop }
  })
})
