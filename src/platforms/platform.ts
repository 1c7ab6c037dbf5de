/** The contract every platform fulfils: its fields as data, and, where it is configured, its connector. */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { PlatformField, PlatformInput } from './fields.ts'
import type { Observation, PlatformMetrics } from './metrics.ts'
import type { PlatformName } from './names.ts'
import type { PlatformRules } from './rules.ts'

/** Everything a platform is. The fields exist for all ten; a connector only where the operator configured it. */
export interface Platform {
  readonly name: PlatformName
  /** Lower-case name in addresses: `/oauth/callback/<slug>`. */
  readonly slug: string
  /** As users know it, for messages. */
  readonly title: string
  /** The platform-specific fields of a target, by their contract names. */
  readonly fields: Readonly<Record<string, PlatformField>>
  /** How the platform's object in a batch item looks; absent where it has no options. */
  readonly batch?: PlatformBatch
  /** Whether a comment can be published under a post right after it. */
  readonly firstComment: boolean
  /** Whether the field `link` is enough for a post, without text and media. */
  readonly linkAlone?: boolean
  /** Which metrics its posts can have; known also where the platform is not configured. */
  readonly metrics: PlatformMetrics
  /** What it accepts beyond the fields' shape: text, media, and how they go together. */
  readonly rules: PlatformRules
  /** What platform-inputs offers beyond the platform's name. */
  readonly inputs: Readonly<Record<string, PlatformInput>>
}

/** A platform's object in `platformSpecificData` of a batch item. */
export interface PlatformBatch {
  /** Its name: `pinterest`. */
  readonly key: string
  readonly fields: Readonly<Record<string, PlatformField>>
  /** Turns the object into the fields of a target, with the defaults that make sense for the media. */
  toOptions?(
    given: Readonly<Record<string, unknown>>,
    mediaTypes: readonly ('IMAGE' | 'VIDEO')[],
  ): Record<string, unknown>
}

/** What a connector may use of the outside: nothing else reaches the network. */
export interface ConnectorContext {
  fetch: typeof fetch
  now: () => number
  /** Passes time between two looks at the platform, milliseconds. */
  wait: (ms: number) => Promise<void>
  log: Logger
}

/** Tokens as a platform gave them; expiries in epoch milliseconds. */
export interface TokenSet {
  accessToken: string
  refreshToken?: string
  accessExpiresAt?: number
  refreshExpiresAt?: number
  scopes: string[]
}

/** An account that a grant reaches. */
export interface ExternalAccount {
  externalAccountId: string
  username: string
  imageUrl?: string
  /** A token of this account alone, where the platform gives one (pages). */
  accountToken?: string
}

/** The callback's codes that a connector can cause. */
export type TokenExchangeFailure = 'token_exchange_failed' | 'no_tokens'

/** Thrown by `exchangeCode`: becomes the callback's `error` parameter. */
export class TokenExchangeError extends Error {
  readonly code: TokenExchangeFailure
  constructor(code: TokenExchangeFailure, message: string) {
    super(message)
    this.name = 'TokenExchangeError'
    this.code = code
  }
}

/** The OAuth half of a connector. */
export interface PlatformOauth {
  /** The browser's address for consent. */
  authorizationUrl(input: { state: string; codeChallenge: string; redirectUri: string }): string
  /** Trades the code for tokens. Throws TokenExchangeError. */
  exchangeCode(
    ctx: ConnectorContext,
    input: { code: string; codeVerifier: string; redirectUri: string },
  ): Promise<TokenSet>
  /** Renews tokens. Throws PlatformError: `reconnect` when refused for good, `retry` otherwise. */
  refresh(ctx: ConnectorContext, tokens: { refreshToken: string }): Promise<TokenSet>
  /** The accounts the grant reaches. Throws PlatformError. */
  listAccounts(ctx: ConnectorContext, tokens: TokenSet): Promise<ExternalAccount[]>
  /** Gives the grant back, best effort: called when its last account is deleted. */
  revoke?(ctx: ConnectorContext, tokens: { accessToken: string; refreshToken?: string }): Promise<void>
}

/** A media item as a connector sends it. */
export interface DeliveryMedia {
  mediaId: string
  mediaType: 'IMAGE' | 'VIDEO'
  contentType: string
  bytes: number
  /** Pixels as shown. */
  width: number
  height: number
  durationSeconds: number | null
  /** Public, without a key: for platforms that fetch. */
  url: string
  thumbnailUrl: string
  /** Streams the file, or the bytes `start` to `end` (both included), for platforms that are sent it. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

/** One delivery as a connector sees it. */
export interface Delivery {
  /** Ours, unique to the delivery: usable as a client reference where the platform takes one. */
  socialAccountPostId: string
  externalAccountId: string
  accessToken: string
  text: string
  options: Readonly<Record<string, unknown>>
  /** What the post shows, in its order. */
  media: readonly DeliveryMedia[]
  /** The items behind options of type `media`, such as `cover`, by the option's name. */
  optionMedia: Readonly<Record<string, DeliveryMedia>>
  /** When this delivery began, epoch milliseconds: for `check`, nothing older is ours. */
  startedAt: number
}

/** What `prepare` made at the platform, JSON, kept with the row: a crash resumes from the last one saved. */
export type Progress = Record<string, unknown>

/** Where the post is at the platform; a platform may withhold either. */
export interface PublishedPost {
  externalPostId?: string
  externalPostUrl?: string
}

export type CheckResult =
  | { outcome: 'published'; post: PublishedPost }
  | { outcome: 'not-published' }
  | { outcome: 'unknown' }

/**
 * The publishing half, in the three steps that make "exactly once" possible. All throw PlatformError.
 * Only `commit` may make something visible, with ONE request.
 */
export interface PlatformPublish {
  /** Repeatable: uploads, containers, waiting for processing. `save` keeps what was made before going on. */
  prepare(
    ctx: ConnectorContext,
    delivery: Delivery,
    progress: Progress,
    save: (progress: Progress) => Promise<void>,
  ): Promise<Progress>
  /** The one irreversible call. */
  commit(ctx: ConnectorContext, delivery: Delivery, progress: Progress): Promise<PublishedPost>
  /** Read-only: fills in what the commit's answer lacked (address, id). */
  confirm(ctx: ConnectorContext, delivery: Delivery, progress: Progress, post: PublishedPost): Promise<PublishedPost>
  /** Publishes the first comment under the post, with ONE request. Needed where `Platform.firstComment` is true. */
  comment?(ctx: ConnectorContext, delivery: Delivery, post: PublishedPost, text: string): Promise<void>
  /** Read-only, after a lost answer: did it get published? */
  check(ctx: ConnectorContext, delivery: Delivery, progress: Progress): Promise<CheckResult>
}

/** A published post whose metrics are wanted. */
export interface MeasuredPost {
  socialAccountPostId: string
  externalPostId: string
  options: Readonly<Record<string, unknown>>
}

/** The reading half: how published posts are doing. */
export interface PlatformInsights {
  /** The most posts of one account that one `read` may ask about. */
  readonly maxPostsPerCall: number
  /**
   * Lifetime metrics by externalPostId; 'gone' for a post that is no longer on the platform, nothing for one the
   * platform cannot tell about yet. Throws PlatformError.
   */
  read(
    ctx: ConnectorContext,
    input: { accessToken: string; externalAccountId: string; posts: readonly MeasuredPost[] },
  ): Promise<ReadonlyMap<string, Observation | 'gone'>>
}

/** A platform that the operator configured. */
export interface Connector {
  readonly platform: PlatformName
  readonly oauth: PlatformOauth
  readonly publish: PlatformPublish
  /** Absent where the platform tells no metrics. */
  readonly insights?: PlatformInsights
  /** The choices for platform-inputs beyond `platform` itself (boards, privacy levels). */
  platformInputs?(
    ctx: ConnectorContext,
    account: { externalAccountId: string; accessToken: string },
  ): Promise<Record<string, unknown>>
}
