/** Paging by key, newest first: a cursor holds the last id of a page, signed so that no other text passes for one. */
import type { Services } from '../context.ts'
import { isId } from '../lib/ids.ts'
import { type Issue, validationFailed } from '../lib/service-error.ts'

export interface PageInput {
  /** 1 to 100. */
  limit: number
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined
}

export interface PageKey {
  limit: number
  /** Only rows with a smaller id, when set. */
  before: string | null
}

/**
 * Checks `limit` and opens `cursor`. Throws VALIDATION_FAILED naming whatever is wrong.
 * @param list names the list, so that a cursor of one list is refused by another
 */
export function openPage(services: Services, list: string, input: PageInput): PageKey {
  const issues: Issue[] = []
  const { limit, cursor } = input
  if (limit < 1 || limit > 100) issues.push({ path: 'limit', message: `limit must be 1 to 100, is ${limit}.` })
  const before = cursor == null ? null : openCursor(services, list, cursor)
  if (before === undefined) issues.push({ path: 'cursor', message: 'cursor is not a nextCursor of this list.' })
  if (issues.length > 0) throw validationFailed(issues)
  return { limit, before: before ?? null }
}

/** Cuts `rows` (read with one more than `limit`) to a page and makes its `nextCursor`, absent on the last page. */
export function closePage<Row extends { id: string }>(
  services: Services,
  list: string,
  rows: Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit && last !== undefined
  return { rows: page, nextCursor: more ? `${last.id}${services.secrets.sign(list, last.id)}` : null }
}

function openCursor(services: Services, list: string, cursor: string): string | undefined {
  const id = cursor.slice(0, 36)
  return isId(id) && services.secrets.verify(list, id, cursor.slice(36)) ? id : undefined
}
