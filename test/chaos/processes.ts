/** The processes of the service: started, and whenever they end, by whatever hand, started again. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { systemClock, wait } from '../../src/lib/clock.ts'
import type { FaultPoint } from '../../src/lib/fault-points.ts'
import { eventually } from '../helpers/eventually.ts'
import { startNode } from '../helpers/run-node.ts'

type Role = 'api' | 'worker'

/** What a process is to die of by itself, or nothing; asked at every start. */
export type ChooseFault = (role: Role) => { point: FaultPoint; nth: number } | undefined

export interface ServiceProcess {
  role: Role
  name: string
  url: string
  /** SIGKILL; false when it is not running at the moment. */
  kill(): boolean
  /** SIGSTOP for so long, milliseconds; false when it is not running at the moment. */
  freeze(ms: number): boolean
  /** Waits until it serves, some seconds at most; false when it does not. */
  isReady(): Promise<boolean>
  /** SIGTERM for good; gives the exit code. */
  stop(): Promise<number | null>
}

export interface Deaths {
  /** Ends at a fault point, by its name. */
  byPoint: Map<string, number>
  /** Ends that nobody wished for, with what was logged last. */
  unexpected: string[]
  starts: number
}

interface Options {
  role: Role
  name: string
  port: number
  directory: string
  env: Record<string, string>
  chooseFault: ChooseFault
  /** How long it stays away after its end, milliseconds. */
  pause: () => number
  deaths: Deaths
}

const readyWithinMs = 20_000

/** Ends at the start while Postgres is away: it says so and gives up, and whoever runs it starts it again. */
const unreachable = /cannot be reached|is in use/

/** Keeps one process running. Its output goes to `<directory>/<name>.log`. */
export function keepRunning(options: Options): ServiceProcess {
  const { role, name, port, deaths } = options
  const url = `http://127.0.0.1:${port}`
  const log = createWriteStream(join(options.directory, `${name}.log`))
  let child: ChildProcess | undefined
  let isKilled = false
  let isStopping = false

  async function run(): Promise<number | null> {
    for (;;) {
      const fault = options.chooseFault(role)
      const armed = fault && { FAULT_POINTS: `${fault.point}:${fault.nth}` }
      const started = startNode('src/main.ts', [], {
        env: { ...options.env, ...armed, ROLE: role, PORT: String(port) },
      })
      deaths.starts += 1
      isKilled = false
      child = started
      const lastWords = keepOutput(started, log)
      const [code, signal] = (await once(started, 'exit')) as [number | null, string | null]
      child = undefined
      log.write(`--- ended with ${code ?? signal}\n`)
      if (isStopping) return code
      if (!isKilled) judge(code, signal, fault?.point, lastWords())
      await wait(systemClock, options.pause())
    }
  }

  function judge(code: number | null, signal: string | null, point: string | undefined, words: string): void {
    if (signal === 'SIGKILL' && point) deaths.byPoint.set(point, (deaths.byPoint.get(point) ?? 0) + 1)
    else if (code !== 1 || !unreachable.test(words)) {
      deaths.unexpected.push(`${name} ended by itself with ${code ?? signal}: ${words.slice(-1000)}`)
    }
  }

  const running = run()
  return {
    role,
    name,
    url,
    kill() {
      if (!child || isKilled) return false
      isKilled = true
      return child.kill('SIGKILL')
    },
    freeze(ms) {
      const frozen = child
      if (!frozen || isKilled) return false
      void wait(systemClock, ms).then(() => frozen.kill('SIGCONT'))
      return frozen.kill('SIGSTOP')
    },
    isReady: () =>
      eventually(async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok, {
        timeout: readyWithinMs,
      }).catch(() => false),
    stop() {
      isStopping = true
      child?.kill('SIGTERM')
      return running
    },
  }
}

function keepOutput(child: ChildProcess, log: WriteStream): () => string {
  let last = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      last = `${last}${chunk}`.slice(-4000)
    })
  }
  return () => last
}
