import { createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nextTry } from '../../../src/features/delivery/next-try.ts'
import { checkRetryPolicy, checkSchedule } from '../../../src/features/posts/check-schedule.ts'
import type { Problem } from '../../../src/features/posts/post-input.ts'
import { closePage, openPage } from '../../../src/graphql/pagination.ts'
import { newId } from '../../../src/lib/ids.ts'
import { createSecretBox } from '../../../src/lib/secret-box.ts'

const minute = 60_000
const day = 24 * 3600_000

describe('the next try', () => {
  const wait = (...[kind, tries, random, retryAfter]: [kind: 'retry' | 'check', number, number, number?]) => {
    const at = nextTry(kind, tries, 1_000_000, random, retryAfter)
    return at && (at.getTime() - 1_000_000) / 1000
  }

  test('comes after ever longer waits, spread by a fifth either way', () => {
    expect([1, 2, 3, 4, 5].map((tries) => wait('retry', tries, 0.5))).toEqual([15, 60, 240, 720, 2400])
    expect(wait('retry', 1, 0)).toBe(12)
    expect(wait('retry', 1, 1)).toBe(18)
    expect([1, 2, 3, 4].map((tries) => wait('check', tries, 0.5))).toEqual([5, 20, 60, 180])
  })

  test('is none after the sixth, and none after four checks of a lost answer', () => {
    expect(wait('retry', 6, 0.5)).toBeUndefined()
    expect(wait('retry', 60, 0.5)).toBeUndefined()
    expect(wait('check', 5, 0.5)).toBeUndefined()
  })

  test('never undercuts Retry-After, is not hurried by it, and waits a day at most', () => {
    expect(wait('retry', 1, 0.5, 100)).toBe(100)
    expect(wait('retry', 1, 0.5, 3)).toBe(15)
    expect(wait('retry', 1, 0.5, 10 * 24 * 3600)).toBe(24 * 3600)
    expect(wait('retry', 6, 0.5, 100)).toBeUndefined()
  })
})

describe('a schedule', () => {
  const now = Date.parse('2026-05-05T12:00:00Z')
  const check = (type: 'DRAFT' | 'PUBLISH_NOW' | 'SCHEDULE_FOR_LATER', ms?: number) => {
    const problems: Problem[] = []
    checkSchedule({ type, ...(ms !== undefined && { scheduledFor: new Date(now + ms) }) }, now, problems)
    return problems.map(({ path, message, field }) => `${path} ${field}: ${message}`)
  }

  test.each([-5 * minute, 0, 1, day, 2 * 365 * day])('may be %d ms from now', (ms) => {
    expect(check('SCHEDULE_FOR_LATER', ms)).toEqual([])
  })

  test.each([
    [-5 * minute - 1, 'more than 5 minutes in the past'],
    [-day, 'more than 5 minutes in the past'],
    [2 * 366 * day, 'more than 2 years ahead'],
  ])('may not be %d ms from now', (ms, message) => {
    expect(check('SCHEDULE_FOR_LATER', ms)).toEqual([expect.stringContaining(message)])
  })

  test.each(['DRAFT', 'PUBLISH_NOW'] as const)('has no time with %s', (type) => {
    expect(check(type)).toEqual([])
    expect(check(type, day)).toEqual([expect.stringContaining('schedule.scheduledFor SCHEDULE:')])
  })
})

test('a retry policy has bounds at both ends', () => {
  const paths = (maxRetries: number, delaySeconds: number) => {
    const problems: Problem[] = []
    checkRetryPolicy({ maxRetries, delaySeconds }, problems)
    return problems.map(({ path }) => path)
  }
  expect(paths(1, 1)).toEqual([])
  expect(paths(10, 604_800)).toEqual([])
  expect(paths(0, 0)).toEqual(['retryPolicy.maxRetries', 'retryPolicy.delaySeconds'])
  expect(paths(11, 604_801)).toEqual(['retryPolicy.maxRetries', 'retryPolicy.delaySeconds'])
})

describe('the secret box', () => {
  const key = (id: string) => ({ id, secret: randomBytes(32) })
  const [first, second] = [key('first'), key('second')]
  const box = createSecretBox([first])

  test.each(['', 'token', 'Grüße 🎉', 'x'.repeat(10_000)])(
    'gives back what it was given, each time in another form',
    (plain) => {
      const sealed = box.encrypt(plain)
      expect(box.decrypt(sealed)).toBe(plain)
      expect(box.encrypt(plain)).not.toBe(sealed)
      if (plain) expect(sealed).not.toContain(plain)
    },
  )

  test('reads with every key and writes with the first', () => {
    const sealed = box.encrypt('token')
    const rotated = createSecretBox([second, first])
    expect(rotated.decrypt(sealed)).toBe('token')
    expect(rotated.encrypt('token')).toMatch(/^v1\.second\./)
  })

  test('says which key is missing, and nothing of the key', () => {
    const sealed = box.encrypt('token')
    expect(() => createSecretBox([second]).decrypt(sealed)).toThrow('Encrypted with key "first"')
    expect(() => createSecretBox([{ id: 'first', secret: second.secret }]).decrypt(sealed)).toThrow()
  })

  test('refuses a text with any changed part', () => {
    const parts = box.encrypt('token').split('.')
    for (const index of parts.keys()) {
      const part = parts[index] as string
      const changed = parts.with(index, (part.startsWith('A') ? 'B' : 'A') + part.slice(1)).join('.')
      expect(() => box.decrypt(changed)).toThrow()
      expect(() => box.decrypt(parts.toSpliced(index, 1).join('.'))).toThrow()
    }
    const [version, id, iv, body] = parts
    expect(() => box.decrypt(`${version}.${id}.${iv}.${body?.slice(0, 10)}`)).toThrow()
    for (const text of ['', 'token', '...', 'v1...']) expect(() => box.decrypt(text)).toThrow()
  })

  test('needs keys of 32 bytes', () => {
    expect(() => createSecretBox([])).toThrow('At least one')
    expect(() => createSecretBox([{ id: 'short', secret: randomBytes(16) }]).encrypt('token')).toThrow()
    expect(createSecretKey(first.secret).symmetricKeySize).toBe(32)
  })

  test('signs for one purpose, and verifies with older keys', () => {
    const signature = box.sign('posts', 'text')
    expect(box.verify('posts', 'text', signature)).toBe(true)
    expect(createSecretBox([second, first]).verify('posts', 'text', signature)).toBe(true)
    expect(createSecretBox([second]).verify('posts', 'text', signature)).toBe(false)
    expect(box.verify('other', 'text', signature)).toBe(false)
    expect(box.verify('posts', 'texT', signature)).toBe(false)
    expect(box.verify('posts', 'text', '')).toBe(false)
    expect(box.verify('posts', 'text', `${signature}AA`)).toBe(false)
  })
})

describe('a cursor', () => {
  const services = { secrets: createSecretBox([{ id: 'key', secret: randomBytes(32) }]) } as never
  const rows = Array.from({ length: 4 }, () => ({ id: newId() }))

  test('leads from page to page, and there is none on the last', () => {
    const page = closePage(services, 'posts', rows, 3)
    expect(page.rows).toEqual(rows.slice(0, 3))
    expect(openPage(services, 'posts', { limit: 3, cursor: page.nextCursor })).toEqual({
      limit: 3,
      before: rows[2]?.id,
    })
    expect(closePage(services, 'posts', rows.slice(0, 3), 3).nextCursor).toBeNull()
    expect(openPage(services, 'posts', { limit: 100 })).toEqual({ limit: 100, before: null })
  })

  test('of another list, changed, cut or made up is refused', () => {
    const cursor = closePage(services, 'posts', rows, 3).nextCursor as string
    const other = rows[0]?.id as string
    const wrong = [other, other + cursor.slice(36), cursor.slice(0, -1), `${cursor}A`, '', 'x', cursor.toUpperCase()]
    for (const text of wrong) expect(() => openPage(services, 'posts', { limit: 3, cursor: text })).toThrow()
    expect(() => openPage(services, 'projects', { limit: 3, cursor })).toThrow()
  })

  test.each([0, 101, -1])('with a limit of %d is refused, both problems named at once', (limit) => {
    expect(() => openPage(services, 'posts', { limit, cursor: 'x' })).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          validationErrors: [expect.objectContaining({ path: 'limit' }), expect.objectContaining({ path: 'cursor' })],
        }),
      }),
    )
  })
})
