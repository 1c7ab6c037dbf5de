import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeStream } from '../../src/lib/write-stream.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

let directory: Awaited<ReturnType<typeof createTempDir>>
beforeAll(async () => {
  directory = await createTempDir()
})
afterAll(() => directory.remove())

const every = () => true
const chunksOf = (count: number, bytes: number) => Array.from({ length: count }, () => randomBytes(bytes))

test('chunks of any size arrive in order, in a file that only its owner reads', async () => {
  const path = join(directory.path, 'order')
  const chunks = [...chunksOf(50, 65_536), ...chunksOf(200, 7), Buffer.alloc(0), ...chunksOf(2, 3_000_000)]
  const expected = Buffer.concat(chunks)
  await writeStream(path, Readable.from(chunks), { accept: every, sync: true })
  expect((await readFile(path)).equals(expected)).toBe(true)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a chunk that owns its memory is freed once written; one that shares it leaves the rest alone', async () => {
  const owner = Buffer.from(new ArrayBuffer(100_000)).fill('a')
  const whole = Buffer.from(new ArrayBuffer(100_000)).fill('b')
  const shared = whole.subarray(10, 20)
  await writeStream(join(directory.path, 'freed'), Readable.from([owner, shared]), { accept: every })
  expect(owner.buffer.byteLength).toBe(0)
  expect(whole.equals(Buffer.alloc(100_000, 'b'))).toBe(true)
})

test('what is not accepted is left out; an error of accept ends it all', async () => {
  const [first, second, third] = chunksOf(3, 1000) as [Buffer, Buffer, Buffer]
  const expected = Buffer.concat([first, third])
  const path = join(directory.path, 'accepted')
  await writeStream(path, Readable.from([first, second, third]), { accept: (chunk) => chunk !== second })
  expect((await readFile(path)).equals(expected)).toBe(true)
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1000)
    })(),
  )
  let seen = 0
  const accept = () => {
    seen += 1
    if (seen > 10) throw new Error('enough')
    return true
  }
  await expect(writeStream(join(directory.path, 'enough'), endless, { accept })).rejects.toThrow('enough')
  expect(endless.destroyed).toBe(true)
})

test('a file that exists is not written over', async () => {
  const path = join(directory.path, 'twice')
  await writeStream(path, Readable.from([Buffer.from('one')]), { accept: every })
  const again = writeStream(path, Readable.from([Buffer.from('two')]), { accept: every })
  await expect(again).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toBe('one')
})
