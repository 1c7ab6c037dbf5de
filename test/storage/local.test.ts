import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createLocalStorage } from '../../src/storage/local.ts'
import { PartRefusedError, type Upload } from '../../src/storage/storage.ts'
import { createTempDir } from '../helpers/temp-dir.ts'
import { storageConformance } from './conformance.ts'

storageConformance(async () => {
  const directory = await createTempDir()
  const temporaryDir = join(directory.path, 'tmp')
  await mkdir(temporaryDir)
  const sent = new Map<string, { upload: Upload; bytes: number }>()
  const server = createServer(async (req, res) => {
    const { upload, bytes } = sent.get(req.url ?? '') as { upload: Upload; bytes: number }
    try {
      await storage.acceptPart?.(upload, Number(req.url?.split('/').at(-1)), bytes, req)
      res.end()
    } catch (error) {
      res.writeHead(error instanceof PartRefusedError ? 422 : 500, { connection: 'close' }).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const local = await createLocalStorage({
    directory: directory.path,
    temporaryDir,
    partUrl: ({ sessionId }, partNumber) =>
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/${sessionId}/${partNumber}`,
  })
  const storage: typeof local = {
    ...local,
    async partUrl(upload, partNumber, bytes, expiresAt) {
      const url = await local.partUrl(upload, partNumber, bytes, expiresAt)
      sent.set(new URL(url).pathname, { upload, bytes })
      return url
    },
  }
  return {
    storage,
    async stop() {
      expect(await readdir(temporaryDir)).toEqual([])
      server.closeAllConnections()
      server.close()
      await directory.remove()
    },
  }
})
