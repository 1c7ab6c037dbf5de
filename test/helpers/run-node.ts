import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Options {
  env?: Record<string, string>
  uid?: number
}

/** Starts a script of this repository (path from its root). The environment holds PATH and `env` alone. */
export function startNode(script: string, args: string[], { env = {}, uid }: Options = {}): ChildProcess {
  const options = { cwd: root, env: { PATH: process.env.PATH ?? '', ...env } }
  return spawn(process.execPath, [script, ...args], { ...options, ...(uid !== undefined && { uid, gid: uid }) })
}

/** The next line that a process prints; empty when it ends without one. */
export async function nextLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no standard output to read.')
  for await (const line of createInterface({ input: child.stdout })) return line
  return ''
}

/** Runs a script to its end. */
export async function runNode(script: string, args: string[], options?: Options) {
  const child = startNode(script, args, options)
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...output }
}

/** Sends `signal` and waits for the end. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'exit')
  child.kill(signal)
  await closed
}
