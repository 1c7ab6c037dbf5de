/** The process that decodes what strangers send: whatever happens to it, the service goes on. */
import type { ObjectSource } from '../storage/storage.ts'
import { detectType } from './detect-type.ts'
import { contentTypes, type InspectedFile, InspectionError } from './inspection.ts'
import { openSource } from './source-reader.ts'

export interface InspectionRequest {
  source: ObjectSource
}

export type InspectionAnswer =
  | { kind: 'ready' }
  | { kind: 'inspected'; file: InspectedFile }
  | { kind: 'refused'; code: InspectionError['code']; message: string }
  | { kind: 'failed'; message: string }

const maxMemoryBytes = Number(process.argv[2])

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.kill(process.pid, 'SIGKILL')
}, 50).unref()

process.on('message', (request: InspectionRequest) => {
  void inspect(request.source).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready' } satisfies InspectionAnswer)

async function inspect(origin: ObjectSource): Promise<InspectionAnswer> {
  try {
    const source = openSource(origin)
    const type = detectType(await source.read(0, 1024))
    const inspectFile =
      contentTypes[type.contentType] === 'IMAGE'
        ? (await import('./inspect-image.ts')).inspectImage
        : (await import('./inspect-video.ts')).inspectVideo
    return { kind: 'inspected', file: await inspectFile(source, type) }
  } catch (error) {
    if (error instanceof InspectionError) return { kind: 'refused', code: error.code, message: error.message }
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
