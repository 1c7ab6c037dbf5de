import { expect, test } from 'vitest'
import { groupWrites } from '../../src/db/group-writes.ts'

/** A write that ends when the test says so. */
function recorder() {
  const groups: number[][] = []
  const ends: ((written: Iterable<number> | Error) => void)[] = []
  const write = (items: number[]) =>
    new Promise<ReadonlySet<number>>((resolve, reject) => {
      groups.push(items)
      ends.push((written) => (written instanceof Error ? reject(written) : resolve(new Set(written))))
    })
  return { groups, ends, write }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('what comes in the same turn is written together, and what comes meanwhile after it', async () => {
  const { groups, ends, write } = recorder()
  const put = groupWrites(write, 3)
  const first = [put(1), put(2)]
  await turn()
  expect(groups).toEqual([[1, 2]])
  const second = [put(3), put(4), put(5), put(6)]
  await turn()
  expect(groups).toEqual([[1, 2]])
  ends[0]?.([0, 1])
  expect(await Promise.all(first)).toEqual([true, true])
  await turn()
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  ends[1]?.([0, 1, 2])
  await turn()
  ends[2]?.([0])
  expect(await Promise.all(second)).toEqual([true, true, true, true])
  void put(7)
  await turn()
  expect(groups.slice(2)).toEqual([[6], [7]])
})

test('each learns whether it was written itself; after a failure nobody was', async () => {
  const { ends, write } = recorder()
  const put = groupWrites(write, 10)
  const some = [put(1), put(2), put(3)]
  await turn()
  ends[0]?.([0, 2])
  expect(await Promise.all(some)).toEqual([true, false, true])
  const none = [put(4), put(5)]
  await turn()
  ends[1]?.(new Error('the connection was lost'))
  expect(await Promise.all(none)).toEqual([false, false])
})
