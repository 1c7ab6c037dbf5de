import type { Services } from '../../context.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { type Connector, type ExternalAccount, TokenExchangeError, type TokenSet } from '../../platforms/platform.ts'
import { connectorContext } from './connector-context.ts'
import { callbackUrl, hashState } from './create-authorization-url.ts'
import { PersistenceError, saveConnection } from './save-connection.ts'

/** The contract's OAuth callback error codes. */
type CallbackError =
  | 'access_denied'
  | 'provider_error'
  | 'missing_code'
  | 'oauth_client_unavailable'
  | 'token_exchange_failed'
  | 'no_tokens'
  | 'account_persistence_failed'
  | 'grant_persistence_failed'
  | 'connection_session_persistence_failed'

export interface FlowEnd {
  projectId: string
  platform: PlatformName
  /** Where the browser goes, our parameters added; absent when the flow had no redirectUrl. */
  redirectTo?: string
  outcome: { status: 'success'; socialAccountIds: string[] } | { status: 'error'; error: CallbackError }
}

class CallbackFailure extends Error {
  readonly code: CallbackError
  constructor(code: CallbackError, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Ends an OAuth flow: `GET /oauth/callback/<platform>`.
 * @param query what the platform sent: state, and code or error
 * @returns undefined when the state is missing, unknown, used, expired or of another platform: nobody knows then where
 *   the browser should go. Every other failure is an outcome with its code.
 */
export async function finishAuthorization(
  services: Services,
  platform: PlatformName,
  query: URLSearchParams,
): Promise<FlowEnd | undefined> {
  const state = query.get('state')
  const flow = state
    ? await services.db.prisma.oauthFlow.findUnique({
        where: { stateHash: hashState(state) },
        include: { project: { select: { organizationId: true } } },
      })
    : null
  if (!flow || flow.usedAt || flow.platform !== platform || flow.expiresAt.getTime() <= services.clock.now()) return

  const end = async (): Promise<FlowEnd['outcome'] | undefined> => {
    try {
      if (!(await useFlow(services, flow.id))) return undefined
      const { connector, code } = readAnswer(services, platform, query)
      const codeVerifier = services.secrets.decrypt(flow.codeVerifier)
      const tokens = await exchangeCode(services, connector, code, codeVerifier)
      const accounts = await listAccounts(services, connector, tokens)
      const socialAccountIds = await saveConnection(services, {
        organizationId: flow.project.organizationId,
        projectId: flow.projectId,
        platform,
        tokens,
        accounts,
      })
      services.log.info({ projectId: flow.projectId, platform, socialAccountIds }, 'social accounts connected')
      return { status: 'success', socialAccountIds }
    } catch (error) {
      const failure = toFailure(error)
      services.log.warn(
        { err: failure.cause, projectId: flow.projectId, platform, code: failure.code },
        'connect failed',
      )
      return { status: 'error', error: failure.code }
    }
  }
  const outcome = await end()
  if (!outcome) return
  const redirectTo = flow.redirectUrl ? addOutcome(flow.redirectUrl, flow.projectId, platform, outcome) : undefined
  return { projectId: flow.projectId, platform, outcome, ...(redirectTo && { redirectTo }) }
}

/** A state works once, also when two browsers come with it at the same time. */
async function useFlow(services: Services, id: string): Promise<boolean> {
  try {
    const used = await services.db.prisma.oauthFlow.updateMany({
      where: { id, usedAt: null },
      data: { usedAt: new Date(services.clock.now()) },
    })
    return used.count === 1
  } catch (error) {
    throw new CallbackFailure('connection_session_persistence_failed', error)
  }
}

function readAnswer(services: Services, platform: PlatformName, query: URLSearchParams) {
  const error = query.get('error')
  if (error) throw new CallbackFailure(error === 'access_denied' ? 'access_denied' : 'provider_error', error)
  const code = query.get('code')
  if (!code) throw new CallbackFailure('missing_code')
  const connector = services.connectors.get(platform)
  if (!connector) throw new CallbackFailure('oauth_client_unavailable')
  return { connector, code }
}

async function exchangeCode(services: Services, connector: Connector, code: string, codeVerifier: string) {
  const redirectUri = callbackUrl(services, connector.platform)
  return connector.oauth.exchangeCode(connectorContext(services), { code, codeVerifier, redirectUri })
}

async function listAccounts(services: Services, connector: Connector, tokens: TokenSet): Promise<ExternalAccount[]> {
  let accounts: ExternalAccount[]
  try {
    accounts = await connector.oauth.listAccounts(connectorContext(services), tokens)
  } catch (error) {
    throw new CallbackFailure('provider_error', error)
  }
  if (accounts.length === 0) throw new CallbackFailure('provider_error', 'The grant reaches no account.')
  return accounts
}

function toFailure(error: unknown): CallbackFailure {
  if (error instanceof CallbackFailure) return error
  if (error instanceof TokenExchangeError) return new CallbackFailure(error.code, error)
  if (error instanceof PersistenceError) return new CallbackFailure(error.code, error.cause)
  return new CallbackFailure('token_exchange_failed', error)
}

function addOutcome(
  redirectUrl: string,
  projectId: string,
  platform: PlatformName,
  outcome: FlowEnd['outcome'],
): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('status', outcome.status)
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('platform', platform)
  if (outcome.status === 'success') url.searchParams.set('socialAccountIds', outcome.socialAccountIds.join(','))
  else url.searchParams.set('error', outcome.error)
  return url.href
}
