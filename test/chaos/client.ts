/** A client that never gives up: what it asks for is asked again until there is an answer, and written down. */
import { systemClock, wait } from '../../src/lib/clock.ts'
import { type Answer, type Client, createClient } from '../helpers/service.ts'

/** A post the client asked for; `key` is in its text, and once only in the whole run. */
export interface JournalPost {
  key: string
  /** The answer's, once there is one. */
  postId?: string
  /** The children that were answered; empty for posts of a batch, whose answer names the post alone. */
  childIds: string[]
  /** Texts it may be published with: the last one acknowledged, and those whose answer was lost after it. */
  texts: Set<string>
  isDraft: boolean
  /** Asked for at least once, whatever the answer was. */
  deletes: { post: boolean; children: Set<string> }
  /** DELETE /posts was answered with 204. */
  isDeleted: boolean
  mediaIds: string[]
}

export interface Journal {
  posts: JournalPost[]
  /** Media with an answer, by id; true once their deletion was asked for. */
  media: Map<string, { isDeleted: boolean; isAutoDeleted: boolean }>
  /** Answers that break the contract. */
  violations: string[]
  requests: number
  lostAnswers: number
  unanswered: string[]
}

export function newJournal(): Journal {
  return { posts: [], media: new Map(), violations: [], requests: 0, lostAnswers: 0, unanswered: [] }
}

/** Answers that say nothing about what becomes of the request. */
function isOpen({ status, body }: Answer): boolean {
  return status >= 500 || status === 429 || (status === 409 && body?.code === 'IDEMPOTENCY_KEY_IN_USE')
}

export interface PatientClient {
  token: string
  url(): string
  /** The client of an API that may be up. */
  any(): Client
  /** Asks again, at any API, until `ask` gives an answer that says something; undefined when the time is over. */
  persist(what: string, ask: (client: Client) => Promise<Answer>): Promise<Answer | undefined>
}

/** @param isOver whether the time for answers is over */
export function createPatientClient(options: {
  urls: string[]
  token: string
  organizationId: string
  journal: Journal
  random: () => number
  isOver: () => boolean
}): PatientClient {
  const { urls, token, organizationId, journal, random } = options
  const clients = urls.map((url) => createClient(url, token, organizationId))
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T
  return {
    token,
    url: () => pick(urls),
    any: () => pick(clients),
    async persist(what, ask) {
      let last = ''
      while (!options.isOver()) {
        journal.requests += 1
        try {
          const answer = await ask(pick(clients))
          if (!isOpen(answer)) return answer
          last = `${answer.status} ${JSON.stringify(answer.body)}`
        } catch (error) {
          last = String(error)
          if (/ answered \d+, and /.test(last)) journal.violations.push(last.slice(0, 500))
          else journal.lostAnswers += 1
        }
        await wait(systemClock, 50 + random() * 400)
      }
      journal.unanswered.push(`${what}: ${last.slice(0, 300)}`)
      return undefined
    },
  }
}
