import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range that outgoing connections take theirs from, so that nothing else takes them before the servers do. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(20_000, 30_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (free) ports.add(port)
    await new Promise((resolve) => server.close(resolve))
  }
  return [...ports]
}
