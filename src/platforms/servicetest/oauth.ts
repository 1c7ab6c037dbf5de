import { type ConnectorContext, type PlatformOauth, TokenExchangeError, type TokenSet } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { ServicetestApi, TokenAnswer } from './api.ts'

const scopes = ['accounts.read', 'posts.write']

/** The OAuth half: authorization code with PKCE, refresh tokens that rotate. */
export function createOauth(settings: { browserUrl: string; clientId: string }, api: ServicetestApi): PlatformOauth {
  return {
    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const url = new URL(`${settings.browserUrl.replace(/\/+$/, '')}/oauth/authorize`)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },

    async exchangeCode(ctx, { code, codeVerifier, redirectUri }) {
      const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }
      const answer = await api.requestTokens(ctx, form).catch((error: Error): never => {
        throw new TokenExchangeError('token_exchange_failed', error.message)
      })
      if (answer.error) {
        throw new TokenExchangeError('token_exchange_failed', `The sandbox refused the code: ${answer.error}.`)
      }
      const tokens = readTokens(ctx, answer)
      if (!tokens) throw new TokenExchangeError('no_tokens', 'The sandbox accepted the code but gave no tokens.')
      return tokens
    },

    async refresh(ctx, { refreshToken }) {
      const answer = await api.requestTokens(ctx, { grant_type: 'refresh_token', refresh_token: refreshToken })
      if (answer.error === 'invalid_grant') {
        throw PlatformError.reconnect('The sandbox no longer accepts this connection: connect the account again.')
      }
      const tokens = readTokens(ctx, answer)
      if (tokens) return tokens
      throw PlatformError.retry(`The sandbox did not renew the tokens: ${answer.error ?? 'its answer has none'}.`)
    },

    async listAccounts(ctx, tokens) {
      const accounts = await api.listAccounts(ctx, tokens.accessToken)
      return accounts.map(({ id, username }) => ({ externalAccountId: id, username }))
    },

    async revoke(ctx, { accessToken, refreshToken }) {
      try {
        await api.revoke(ctx, refreshToken ?? accessToken)
      } catch (error) {
        ctx.log.warn({ err: error }, 'the sandbox did not take the grant back')
      }
    },
  }
}

function readTokens(ctx: ConnectorContext, answer: TokenAnswer): TokenSet | undefined {
  if (!answer.accessToken) return undefined
  const now = ctx.now()
  const { expiresIn, refreshExpiresIn } = answer
  return {
    accessToken: answer.accessToken,
    ...(answer.refreshToken && { refreshToken: answer.refreshToken }),
    ...(expiresIn !== undefined && { accessExpiresAt: now + expiresIn * 1000 }),
    ...(refreshExpiresIn !== undefined && { refreshExpiresAt: now + refreshExpiresIn * 1000 }),
    scopes: answer.scope ? answer.scope.split(' ') : scopes,
  }
}
