/** The books of a run: what was asked for against what came of it, counted at the platform and not by the service. */
import type { Behaviour } from '../../src/sandbox/behaviours.ts'
import type { JournalPost } from './client.ts'

export interface ChildFact {
  id: string
  postId: string
  /** Under which id the platform knows it. */
  reference: string
  accountId: string
  behaviour: Behaviour
  status: string
  errorMessage: string | null
  /** UNKNOWN where it may be published all the same. */
  outcome: string | null
  externalPostId: string | null
  isStarted: boolean
  shouldSucceed: boolean
  tries: number
  checks: number
}

export interface PublicationFact {
  id: string
  reference: string
  text: string
}

export interface EventFact {
  id: string
  type: string
  childId: string | null
  accountId: string
  retryPostId: string | null
}

export interface AccountFact {
  id: string
  behaviour: Behaviour
  status: string
}

export interface Facts {
  asked: JournalPost[]
  /** Every child there is, and the posts they belong to. */
  children: ChildFact[]
  publications: PublicationFact[]
  accounts: AccountFact[]
  /** In the feed's order, those after the receiver and the subscriber began. */
  events: EventFact[]
  received: string[]
  seen: string[]
  /** Media that were answered and never deleted, and whether row and file are there. */
  media: { id: string; isThere: boolean }[]
  /** Files in storage that belong to nothing, after the sweep. */
  orphans: string[]
  /** Other things that must not happen: answers against the contract, processes that end by themselves. */
  incidents: string[]
}

export interface Balance {
  counts: Map<string, number>
  imbalances: string[]
}

const began = 'socialAccountPost.delivery.started'
const published = 'socialAccountPost.delivery.published'
const failed = 'socialAccountPost.delivery.failed'

/** Taken up so often without an end of its try that the service gave up. */
const interrupted = /The service was interrupted ([5-9]|\d\d+) times/

/** Why a delivery may fail, by what its message says, and where that is true. */
const reasons: { name: string; says: RegExp; isTrue: (child: ChildFact, post: JournalPost | undefined) => boolean }[] =
  [
    { name: 'asked to fail', says: /asked to let this post fail/, isTrue: ({ shouldSucceed }) => !shouldSucceed },
    {
      name: 'content rejected',
      says: /breaks the rules/,
      isTrue: ({ behaviour }) => behaviour === 'rejects-content',
    },
    { name: 'account suspended', says: /suspended/, isTrue: ({ behaviour }) => behaviour === 'account-suspended' },
    {
      name: 'grant taken back',
      says: /connect (the account|it) again/i,
      isTrue: ({ behaviour }) => behaviour === 'revoked-token',
    },
    {
      name: 'media deleted',
      says: /was deleted from the library/,
      isTrue: (_child, post) => (post?.mediaIds.length ?? 1) > 0,
    },
    {
      name: 'interrupted too often',
      says: interrupted,
      isTrue: () => true,
    },
    { name: 'given up', says: /^Given up after \d+ tries/, isTrue: ({ tries, checks }) => tries - checks >= 6 },
  ]

const unknown = /^The outcome is unknown/

/** Adds everything up; an empty list of imbalances means that nothing is lost, made twice or untrue. */
export function balance(facts: Facts): Balance {
  const counts = new Map<string, number>()
  const imbalances = [...facts.incidents]
  const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by)
  const report = (what: string) => imbalances.push(what)

  const timesPublished = Map.groupBy(facts.publications, ({ reference }) => reference)
  const events = Map.groupBy(facts.events, ({ childId }) => childId)
  const posts = new Map(facts.asked.flatMap((post) => (post.postId ? [[post.postId, post] as const] : [])))
  const retries = new Set(facts.events.flatMap(({ retryPostId }) => retryPostId ?? []))
  const told = (childId: string, type: string) =>
    events.get(childId)?.filter((event) => event.type === type).length ?? 0

  checkAccepted()
  for (const child of facts.children) checkChild(child)
  checkPublications()
  checkFeeds()
  for (const account of facts.accounts) checkAccount(account)
  for (const { id, isThere } of facts.media) {
    count('media kept')
    if (!isThere) report(`media ${id} was answered and is gone`)
  }
  for (const file of facts.orphans) report(`an orphan in storage: ${file}`)
  return { counts, imbalances }

  /** What was answered is there or was deleted, and what is there was asked for once. */
  function checkAccepted(): void {
    const byPost = Map.groupBy(facts.children, ({ postId }) => postId)
    for (const post of facts.asked) {
      if (!post.postId) continue
      count('posts accepted')
      const there = new Set(byPost.get(post.postId)?.map(({ id }) => id))
      if (there.size > 0 && post.isDeleted) report(`${post.key} was deleted and is still there`)
      if (there.size === 0 && !post.deletes.post && post.deletes.children.size === 0)
        report(`${post.key} was accepted and is gone`)
      for (const id of post.childIds) {
        if (there.has(id)) continue
        count('deliveries deleted')
        if (!post.deletes.post && !post.deletes.children.has(id))
          report(`the delivery ${id} of ${post.key} was accepted and is gone`)
        checkDeleted(post, id)
      }
    }
    for (const postId of byPost.keys()) {
      if (!posts.has(postId) && !retries.has(postId))
        report(`the post ${postId} was made twice, or without being asked for`)
    }
  }

  function checkDeleted({ key }: JournalPost, id: string): void {
    const times = timesPublished.get(id)?.length ?? 0
    const starts = told(id, began)
    if (times > starts)
      report(`the delivery ${id} of ${key} was deleted before it began and is published ${times} times`)
    if (starts > 1 || told(id, published) + told(id, failed) > starts)
      report(`the deleted delivery ${id} has too many events`)
    if (times > 0) count('deleted while under way, published')
  }

  function checkChild(child: ChildFact): void {
    const { id, status } = child
    const times = timesPublished.get(child.reference)?.length ?? 0
    expectEvents(child)
    if (status === 'PUBLISHED') {
      count('published')
      count(`published: ${child.behaviour}`)
      if (times !== 1) report(`the delivery ${id} (${child.behaviour}) is PUBLISHED and was published ${times} times`)
      else if (timesPublished.get(child.reference)?.[0]?.id !== child.externalPostId)
        report(`the delivery ${id} names another post`)
      if (!child.shouldSucceed) report(`the delivery ${id} is PUBLISHED and was to fail`)
    } else if (status === 'FAILED') checkFailed(child, times)
    else if (status !== 'NOT_STARTED' || !posts.get(child.postId)?.isDraft) {
      report(`the delivery ${id} (${child.behaviour}) is still ${status} after ${child.tries} tries`)
    } else count('drafts')
  }

  function checkFailed(child: ChildFact, times: number): void {
    const { id, errorMessage } = child
    const message = errorMessage ?? ''
    if (unknown.test(message) !== (child.outcome === 'UNKNOWN'))
      report(`the delivery ${id} does not say so in its outcome: ${message}`)
    if (unknown.test(message)) {
      count(`unknown: ${child.behaviour}`)
      count('unknown outcome')
      const isExplained = child.behaviour === 'loses-answer-for-good' || child.checks >= 4 || interrupted.test(message)
      if (!isExplained)
        report(`the delivery ${id} (${child.behaviour}) is unknown after ${child.checks} checks: ${message}`)
      if (times > 1) report(`the delivery ${id}, outcome unknown, was published ${times} times`)
      return
    }
    const reason = reasons.find(({ says }) => says.test(message))
    count('failed')
    count(`failed: ${reason?.name ?? 'for another reason'}`)
    if (!reason?.isTrue(child, posts.get(child.postId))) {
      report(`the delivery ${id} (${child.behaviour}) is FAILED and that is not true: ${message}`)
    }
    if (times > 0) report(`the delivery ${id} is FAILED and was published ${times} times: ${message}`)
  }

  function expectEvents({ id, status, isStarted }: ChildFact): void {
    const expected = {
      [began]: Number(isStarted),
      [published]: Number(status === 'PUBLISHED'),
      [failed]: Number(status === 'FAILED'),
    }
    for (const [type, times] of Object.entries(expected)) {
      if (told(id, type) !== times) report(`the delivery ${id} (${status}) has ${told(id, type)} events ${type}`)
    }
  }

  /** What the platform shows was asked for, with that text. */
  function checkPublications(): void {
    const children = new Map(facts.children.map((child) => [child.id, child]))
    const deleted = new Map(facts.asked.flatMap((post) => post.childIds.map((id) => [id, post] as const)))
    for (const { id, reference, text } of facts.publications) {
      count('publications at the sandbox')
      const child = children.get(reference)
      const post = child ? posts.get(child.postId) : deleted.get(reference)
      if (!child && !post) report(`the sandbox shows ${id}, which nobody asked for: ${text}`)
      if (post && !post.texts.has(text)) report(`the sandbox shows ${id} with an outdated text: ${text}`)
    }
  }

  /** The receiver got every event at least once and nothing else, the subscriber each exactly once and in order. */
  function checkFeeds(): void {
    const ids = facts.events.map(({ id }) => id)
    const stored = new Set(ids)
    const received = new Set(facts.received)
    count('events', ids.length)
    count('webhook requests', facts.received.length)
    count('events at the subscriber', facts.seen.length)
    for (const id of ids) if (!received.has(id)) report(`the receiver never got the event ${id}`)
    for (const id of received) if (!stored.has(id)) report(`the receiver got the event ${id}, which never happened`)
    const seen = new Set(facts.seen)
    if (seen.size !== facts.seen.length) report(`the subscriber got ${facts.seen.length - seen.size} events twice`)
    const missing = ids.filter((id) => !seen.has(id))
    if (missing.length > 0) report(`the subscriber missed ${missing.length} events, the first ${missing[0]}`)
    const strange = facts.seen.filter((id) => !stored.has(id))
    if (strange.length > 0) report(`the subscriber got ${strange.length} events that never happened`)
    const isOrdered = facts.seen.every((id, index) => id === ids[index])
    if (!isOrdered && missing.length === 0 && strange.length === 0) report('the subscriber got events in another order')
    for (const [retryPostId, same] of Map.groupBy(facts.events, (event) => event.retryPostId)) {
      if (retryPostId && same.length !== 1) report(`the retry ${retryPostId} was told ${same.length} times`)
    }
  }

  function checkAccount({ id, behaviour, status }: AccountFact): void {
    const told = facts.events.filter((event) => event.accountId === id)
    const lost = told.filter(({ type }) => type === 'socialAccount.disconnected').length
    const found = told.filter(({ type }) => type === 'socialAccount.connected').length
    count('accounts disconnected', lost)
    if (lost > 0 && behaviour !== 'revoked-token') report(`the account ${id} (${behaviour}) was lost ${lost} times`)
    if (lost - found !== Number(status === 'DISCONNECTED')) {
      report(`the account ${id} is ${status} after ${lost} events of its loss and ${found} of its return`)
    }
  }
}
