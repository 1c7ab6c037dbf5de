/** `COPY ... FROM STDIN` over a connection of pg. */
import type { ClientBase, Connection, Submittable } from 'pg'
import type { Table } from './rows.ts'

/** Copies rows into a table. Throws what Postgres answers. */
export function copyRows(client: ClientBase, { name, columns }: Table, rows: readonly unknown[][]): Promise<void> {
  const text = rows.map((cells) => cells.map(toCopyText).join('\t')).join('\n')
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const copy = {
      submit: (connection: Connection) => connection.query(`COPY ${name} (${columns.join(',')}) FROM STDIN`),
      handleCopyInResponse(connection: Connection & CopyIn) {
        connection.sendCopyFromChunk(Buffer.from(`${text}\n`))
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError: (error: Error) => {
        failure = error
        reject(error)
      },
      handleReadyForQuery: () => failure ?? resolve(),
    }
    client.query(copy as unknown as Submittable)
  })
}

interface CopyIn {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

function toCopyText(cell: unknown): string {
  if (cell === null || cell === undefined) return '\\N'
  return String(cell).replace(/[\\\t\n\r]/g, (character) => `\\${escapes[character]}`)
}

const escapes: Record<string, string> = { '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' }
