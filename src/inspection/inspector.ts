/** Inspects files in child processes: few at once, each with limits, so that a hostile file ends only its child. */
import { type ChildProcess, fork } from 'node:child_process'
import type { ObjectSource } from '../storage/storage.ts'
import type { InspectionAnswer, InspectionRequest } from './child.ts'
import { corrupt, type InspectedFile, InspectionError } from './inspection.ts'

const idleMs = 30_000
/** Files after which a child is replaced, because native libraries leak. */
const mostFiles = 100

export interface Inspector {
  /**
   * Inspects a file and makes its thumbnail.
   * Throws InspectionError when the file is refused, or ends or outlasts its process; anything else is storage trouble.
   */
  inspect(source: ObjectSource): Promise<InspectedFile>
  /** Ends the children; inspections in progress fail. */
  close(): void
}

interface Child {
  process: ChildProcess
  files: number
  idle?: NodeJS.Timeout
}

/**
 * @param options.processes children at once
 * @param options.timeoutMs for one file
 * @param options.memoryBytes that a child may hold, with Node and the decoders in it
 */
export function createInspector({ processes = 2, timeoutMs = 60_000, memoryBytes = 1536 * 1024 ** 2 } = {}): Inspector {
  const idle: Child[] = []
  const all = new Set<Child>()
  const waiting: (() => void)[] = []
  let busy = 0
  let closed = false

  function start(): Child {
    const process = fork(new URL('./child.ts', import.meta.url), [String(memoryBytes)], {
      serialization: 'advanced',
      execArgv: [],
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const child: Child = { process, files: 0 }
    all.add(child)
    process.once('exit', () => {
      all.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    })
    process.on('error', () => {})
    return child
  }

  async function acquire(): Promise<Child> {
    if (closed) throw new Error('The inspector is closed.')
    if (busy >= processes) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    const child = idle.pop() ?? start()
    clearTimeout(child.idle)
    child.process.ref()
    child.process.channel?.ref()
    return child
  }

  function release(child: Child): void {
    const { killed, exitCode, signalCode } = child.process
    // Its channel may still look open after its end: whoever got it next would be told that the file is at fault.
    const gone = killed || exitCode !== null || signalCode !== null
    if (closed || child.files >= mostFiles) child.process.kill('SIGKILL')
    else if (!gone && child.process.connected) {
      idle.push(child)
      child.process.unref()
      child.process.channel?.unref()
      child.idle = setTimeout(() => child.process.kill('SIGKILL'), idleMs)
      child.idle.unref()
    }
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return {
    async inspect(source) {
      const child = await acquire()
      child.files += 1
      try {
        return await ask(child.process, source, timeoutMs)
      } finally {
        release(child)
      }
    },
    close() {
      closed = true
      for (const { process } of all) process.kill('SIGKILL')
    },
  }
}

function ask(process: ChildProcess, source: ObjectSource, timeoutMs: number): Promise<InspectedFile> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      process.off('message', onMessage)
      process.off('exit', onExit)
      finish()
    }
    const onExit = () =>
      end(() => reject(corrupt('The file cannot be decoded: it takes more memory than a sound one.')))
    const onMessage = (answer: InspectionAnswer) => {
      if (answer.kind === 'ready') return
      end(() => {
        if (answer.kind === 'inspected') resolve(answer.file)
        else if (answer.kind === 'refused') reject(new InspectionError(answer.code, answer.message))
        else reject(new Error(`A file could not be inspected: ${answer.message}`))
      })
    }
    const timer = setTimeout(() => {
      end(() => reject(corrupt(`The file cannot be decoded within ${timeoutMs / 1000} seconds.`)))
      process.kill('SIGKILL')
    }, timeoutMs)
    process.on('message', onMessage)
    process.once('exit', onExit)
    process.send({ source } satisfies InspectionRequest)
  })
}
