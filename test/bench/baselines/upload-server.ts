/** The yardsticks of uploads: node:http and one pipeline to disk; on `/synced` the file is on the disk when it answers. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [directory = '.'] = process.argv.slice(2)
const server = createServer(async (req, res) => {
  const path = join(directory, randomUUID())
  await pipeline(req, createWriteStream(path, { flush: req.url === '/synced' }))
  res.end()
  await rm(path)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
