/** The books of a chaos run must be able to say no: each kind of loss is planted once and has to be found. */
import { expect, test } from 'vitest'
import { balance, type ChildFact, type EventFact, type Facts } from './books.ts'
import type { JournalPost } from './client.ts'

const asked = (key: string, changes: Partial<JournalPost> = {}): JournalPost => ({
  key,
  postId: `post of ${key}`,
  childIds: [key],
  texts: new Set([`${key}.`]),
  isDraft: false,
  deletes: { post: false, children: new Set() },
  isDeleted: false,
  mediaIds: [],
  ...changes,
})

const child = (id: string, changes: Partial<ChildFact> = {}): ChildFact => ({
  id,
  postId: `post of ${id}`,
  reference: id,
  accountId: 'account',
  behaviour: 'healthy',
  status: 'PUBLISHED',
  errorMessage: null,
  outcome: null,
  externalPostId: `external ${id}`,
  isStarted: true,
  shouldSucceed: true,
  tries: 1,
  checks: 0,
  ...changes,
})

const event = (type: string, childId: string | null, changes: Partial<EventFact> = {}): EventFact => ({
  id: `${type} ${childId} ${changes.retryPostId ?? changes.accountId ?? ''}`,
  type: childId ? `socialAccountPost.${type}` : `socialAccount.${type}`,
  childId,
  accountId: 'account',
  retryPostId: null,
  ...changes,
})

const publication = (reference: string) => ({ id: `external ${reference}`, reference, text: `${reference}.` })

const failed = (id: string, errorMessage: string, changes: Partial<ChildFact> = {}) =>
  child(id, { status: 'FAILED', externalPostId: null, errorMessage, ...changes })

/** One of everything that may be: published, failed, unknown, deleted, a draft, a retry, an account taken back. */
function inBalance(): Facts {
  const events = [
    ...['published', 'failed', 'unknown', 'gone under way', 'retry'].map((id) => event('delivery.started', id)),
    event('delivery.published', 'published'),
    event('delivery.failed', 'failed'),
    event('delivery.failed', 'unknown'),
    event('retry.scheduled', 'failed', { retryPostId: 'post of retry' }),
    event('delivery.failed', 'retry'),
    event('disconnected', null, { accountId: 'taken back' }),
  ]
  return {
    asked: [
      asked('published'),
      asked('failed'),
      asked('unknown'),
      asked('draft', { isDraft: true }),
      asked('gone', { isDeleted: true, deletes: { post: true, children: new Set() } }),
      asked('gone under way', { deletes: { post: false, children: new Set(['gone under way']) } }),
    ],
    children: [
      child('published'),
      failed('failed', 'The sandbox was asked to let this post fail.', { shouldSucceed: false }),
      failed('unknown', 'The outcome is unknown: the post may or may not be published.', {
        outcome: 'UNKNOWN',
        behaviour: 'loses-answer-for-good',
      }),
      child('draft', { status: 'NOT_STARTED', isStarted: false, externalPostId: null }),
      failed('retry', 'Given up after 6 tries: The sandbox gave no answer.', { tries: 6 }),
    ],
    publications: [publication('published'), publication('unknown'), publication('gone under way')],
    accounts: [
      { id: 'account', behaviour: 'healthy', status: 'CONNECTED' },
      { id: 'taken back', behaviour: 'revoked-token', status: 'DISCONNECTED' },
    ],
    events,
    received: [...events.map(({ id }) => id), events[0]?.id ?? ''],
    seen: events.map(({ id }) => id),
    media: [{ id: 'kept', isThere: true }],
    orphans: [],
    incidents: [],
  }
}

function change(facts: Facts, id: string, changes: Partial<ChildFact>): void {
  facts.children = facts.children.map((found) => (found.id === id ? { ...found, ...changes } : found))
}

function post(facts: Facts, key: string): JournalPost {
  return facts.asked.find((found) => found.key === key) as JournalPost
}

test('books in which everything is accounted for balance, with their counts', () => {
  const { counts, imbalances } = balance(inBalance())
  expect(imbalances).toEqual([])
  expect(Object.fromEntries(counts)).toMatchObject({
    published: 1,
    failed: 2,
    'failed: asked to fail': 1,
    'failed: given up': 1,
    'unknown outcome': 1,
    drafts: 1,
    'deliveries deleted': 2,
    'accounts disconnected': 1,
    'publications at the sandbox': 3,
  })
})

test.each<[string, (facts: Facts) => void, RegExp]>([
  [
    'published twice',
    (facts) => facts.publications.push({ ...publication('published'), id: 'other' }),
    /published 2 times/,
  ],
  ['PUBLISHED without a post', (facts) => facts.publications.shift(), /PUBLISHED and was published 0 times/],
  [
    'PUBLISHED as another post',
    (facts) => change(facts, 'published', { externalPostId: 'other' }),
    /names another post/,
  ],
  [
    'FAILED although published',
    (facts) => facts.publications.push(publication('failed')),
    /FAILED and was published 1/,
  ],
  [
    'unknown and published twice',
    (facts) => facts.publications.push(publication('unknown')),
    /unknown, was published 2/,
  ],
  ['FAILED for no reason', (facts) => change(facts, 'failed', { errorMessage: null }), /that is not true/],
  ['FAILED for an untrue reason', (facts) => change(facts, 'failed', { shouldSucceed: true }), /that is not true/],
  ['given up too early', (facts) => change(facts, 'retry', { tries: 3 }), /that is not true: Given up/],
  ['unknown without asking', (facts) => change(facts, 'unknown', { behaviour: 'slow' }), /unknown after 0 checks/],
  [
    'unknown and not saying so',
    (facts) => change(facts, 'unknown', { outcome: null }),
    /does not say so in its outcome/,
  ],
  ['stuck', (facts) => change(facts, 'failed', { status: 'SENDING' }), /still SENDING/],
  ['never begun', (facts) => Object.assign(post(facts, 'draft'), { isDraft: false }), /still NOT_STARTED/],
  ['accepted and lost', (facts) => facts.children.shift(), /published was accepted and is gone/],
  ['deleted and still there', (facts) => Object.assign(post(facts, 'published'), { isDeleted: true }), /still there/],
  [
    'deleted before it began and published',
    (facts) => facts.publications.push(publication('gone')),
    /deleted before it began/,
  ],
  [
    'made twice',
    (facts) => facts.children.push(child('twin', { status: 'NOT_STARTED', isStarted: false })),
    /made twice/,
  ],
  ['an outdated text', (facts) => post(facts, 'published').texts.clear(), /outdated text/],
  ['nobody asked for it', (facts) => facts.publications.push(publication('stranger')), /nobody asked for/],
  ['an event missing', (facts) => facts.events.splice(5, 1), /has 0 events socialAccountPost.delivery.published/],
  [
    'an event twice',
    (facts) => facts.events.push({ ...event('delivery.failed', 'failed'), id: 'again' }),
    /has 2 events/,
  ],
  ['a start never told', (facts) => facts.events.shift(), /has 0 events socialAccountPost.delivery.started/],
  [
    'a retry told twice',
    (facts) => facts.events.push(event('retry.scheduled', 'x', { retryPostId: 'post of retry' })),
    /was told 2 times/,
  ],
  ['a webhook missing', (facts) => facts.received.splice(3, 1), /the receiver never got/],
  ['a webhook for nothing', (facts) => facts.received.push('invented'), /which never happened/],
  ['the subscriber missed one', (facts) => facts.seen.pop(), /missed 1 events/],
  ['the subscriber got one twice', (facts) => facts.seen.push(facts.seen[0] ?? ''), /1 events twice/],
  ['the subscriber got a stranger', (facts) => facts.seen.push('invented'), /1 events that never happened/],
  ['the subscriber got another order', (facts) => facts.seen.reverse(), /another order/],
  [
    'an account lost',
    (facts) => Object.assign(facts.accounts[1] ?? {}, { behaviour: 'expired-token' }),
    /was lost 1 times/,
  ],
  [
    'an account lost in silence',
    (facts) => Object.assign(facts.accounts[0] ?? {}, { status: 'DISCONNECTED' }),
    /0 events of its loss/,
  ],
  ['media lost', (facts) => facts.media.push({ id: 'lost', isThere: false }), /media lost was answered/],
  ['orphan bytes', (facts) => facts.orphans.push('objects/ab/abc'), /an orphan in storage/],
  ['an incident', (facts) => facts.incidents.push('worker-1 ended by itself'), /ended by itself/],
])('found: %s', (_name, plant, expected) => {
  const facts = inBalance()
  plant(facts)
  expect(balance(facts).imbalances).toContainEqual(expect.stringMatching(expected))
})
