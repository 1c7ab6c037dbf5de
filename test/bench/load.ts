/** A load generator that costs little: raw sockets, requests made beforehand, answers counted by their length. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

const warmUpMs = 300

/** A request over HTTP/1.1 as bytes. `body` is sent as JSON. */
export function toRequest(url: string, { token, body }: { token: string; body?: unknown }): Buffer {
  const { host, pathname, search } = new URL(url)
  const json = body === undefined ? undefined : JSON.stringify(body)
  const head = [
    `${json === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(json === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${json ?? ''}`)
}

/**
 * Sends requests one after another on each of `connections` connections for `milliseconds`, after a short warm-up.
 * @param pid of the server, whose CPU time is counted where the system tells it (Linux)
 * @returns answers per second and CPU time per answer. Throws when one is not a 200.
 */
export async function load(
  url: string,
  requests: readonly Buffer[],
  { connections, milliseconds, pid }: { connections: number; milliseconds: number; pid?: number | undefined },
): Promise<{ perSecond: number; cpuMicroseconds: number }> {
  const { hostname, port } = new URL(url)
  let answered = 0
  let next = 0
  let failure: Error | undefined
  let told = () => {}
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const ask = (socket: Socket) => socket.write(requests[next++ % requests.length] as Buffer)
  for (const socket of sockets) {
    const read = createReader(() => {
      answered += 1
      ask(socket)
      told()
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch (error) {
        failure ??= error as Error
        socket.destroy()
        told()
      }
    })
    socket.on('close', () => {
      failure ??= new Error('A connection was closed.')
      told()
    })
    ask(socket)
  }
  /** Resolves with the first answer that comes so much later, or with a failure. */
  const answersFor = (duration: number) => {
    const end = performance.now() + duration
    return new Promise<void>((resolve) => {
      told = () => {
        if (failure || performance.now() >= end) resolve()
      }
    })
  }
  await answersFor(warmUpMs)
  const before = answered
  const cpuBefore = await cpuSeconds(pid)
  const startedAt = performance.now()
  await answersFor(milliseconds)
  const count = answered - before
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  const cpuMicroseconds = (((await cpuSeconds(pid)) - cpuBefore) * 1e6) / count
  if (failure) throw failure
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { perSecond, cpuMicroseconds }
}

/** User and system time of a process; NaN where it cannot be known. */
async function cpuSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in parentheses, may hold spaces; ticks are hundredths of a second.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  return (Number(user) + Number(system)) / 100
}

/** Calls `done` after each answer. Expects Content-Length. */
function createReader(done: () => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let missing = 0
  return (chunk) => {
    if (missing > chunk.length) {
      missing -= chunk.length
      return
    }
    if (missing > 0) {
      missing = 0
      return done()
    }
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    const end = pending.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = pending.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(pending.toString())
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`An answer without Content-Length:\n${head}`)
    missing = length - (pending.length - end - 4)
    pending = Buffer.alloc(0)
    if (missing === 0) done()
  }
}
