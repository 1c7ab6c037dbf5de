/** Group commit: what many write at the same time is written in one statement, and made durable once for all of them. */

interface Waiting<Item> {
  item: Item
  done(written: boolean): void
}

/**
 * Collects items while a write runs and writes them together after it; alone and at once when there are no others.
 * @param write returns which of the items, by index, are written durably
 * @param most items in one write
 * @returns writes an item; resolves with false when it was not written with the others or nobody knows: it has to be
 *   written alone then. Never rejects.
 */
export function groupWrites<Item>(
  write: (items: Item[]) => Promise<ReadonlySet<number>>,
  most: number,
): (item: Item) => Promise<boolean> {
  const waiting: Waiting<Item>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    // What becomes ready in the same turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      const written = await write(group.map(({ item }) => item)).catch(() => new Set<number>())
      for (const [index, { done }] of group.entries()) done(written.has(index))
    }
    isWriting = false
  }

  return (item) =>
    new Promise((done) => {
      waiting.push({ item, done })
      if (isWriting) return
      isWriting = true
      void writeAll()
    })
}
