import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Behaviour } from './behaviours.ts'
import {
  behaviourOfToken,
  endAtRefresh,
  findGrant,
  type Grant,
  insertTokens,
  type NewTokens,
  revokeByToken,
  revokeByUsedCode,
  revokeByUsedRefreshToken,
  rotateTokens,
  useCode,
} from './grant-tables.ts'
import { json, Refusal, type Reply, readForm, single } from './http.ts'
import type { SandboxSettings } from './settings.ts'

const accessLifetimeMs = 60 * 60 * 1000
const refreshLifetimeMs = 60 * 24 * 60 * 60 * 1000

/** The form in which codes and tokens are stored. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** POST token: authorization_code and refresh_token, with HTTP Basic. Refusals are RFC 6749's. */
export async function issueToken(settings: SandboxSettings, req: IncomingMessage): Promise<Reply> {
  authenticateClient(settings, req)
  const form = await readForm(req)
  const grantType = required(form, 'grant_type')
  if (grantType === 'authorization_code') return exchangeCode(settings, form)
  if (grantType === 'refresh_token') return refresh(settings, form)
  throw new Refusal(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** POST revoke (RFC 7009): ends the whole grant of a token; an unknown token is no error. */
export async function revokeToken(settings: SandboxSettings, req: IncomingMessage): Promise<Reply> {
  authenticateClient(settings, req)
  const token = required(await readForm(req), 'token')
  await revokeByToken(settings.pool, sha256(token), new Date(settings.now()))
  return json(200, {})
}

/** The grant of the request's Bearer token. Throws refusals: 401 invalid_token, 403 when it lacks the scope. */
export async function authenticate(settings: SandboxSettings, req: IncomingMessage, scope: string): Promise<Grant> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(req.headers.authorization ?? '')?.[1]
  const grant = token && (await findGrant(settings.pool, sha256(token), new Date(settings.now())))
  if (!grant) {
    throw new Refusal(401, 'invalid_token', 'The access token is missing, unknown, expired or revoked.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    })
  }
  if (!grant.scopes.includes(scope)) {
    throw new Refusal(403, 'insufficient_scope', `The access token lacks the scope ${scope}.`)
  }
  return grant
}

async function exchangeCode(settings: SandboxSettings, form: URLSearchParams): Promise<Reply> {
  const code = sha256(required(form, 'code'))
  const verifier = required(form, 'code_verifier')
  const redirectUri = required(form, 'redirect_uri')
  const now = settings.now()
  const grant = await useCode(settings.pool, code, new Date(now))
  if (!grant) {
    await revokeByUsedCode(settings.pool, code, new Date(now))
    throw new Refusal(400, 'invalid_grant', 'The code is unknown, used or expired.')
  }
  if (sha256(verifier).toString('base64url') !== grant.codeChallenge) {
    throw new Refusal(400, 'invalid_grant', 'The code_verifier does not match the code_challenge.')
  }
  if (redirectUri !== settings.redirectUri) {
    throw new Refusal(400, 'invalid_grant', 'The redirect_uri is not the one of the authorization request.')
  }
  const pair = makeTokens(now, accessLifetime(settings, grant.behaviour))
  await insertTokens(settings.pool, grant.grantId, pair.hashed)
  return tokenReply(pair, grant)
}

async function refresh(settings: SandboxSettings, form: URLSearchParams): Promise<Reply> {
  const token = sha256(required(form, 'refresh_token'))
  const now = settings.now()
  const behaviour = await behaviourOfToken(settings.pool, token)
  const pair = makeTokens(now, accessLifetime(settings, behaviour))
  const grant = await rotateTokens(settings.pool, token, pair.hashed, new Date(now))
  if (grant) return tokenReply(pair, grant)
  await endAtRefresh(settings.pool, token, new Date(now))
  await revokeByUsedRefreshToken(settings.pool, token, new Date(now))
  throw new Refusal(400, 'invalid_grant', 'The refresh token is unknown, used, expired or revoked.')
}

/** Milliseconds. */
function accessLifetime(settings: SandboxSettings, behaviour: Behaviour | undefined): number {
  const isShort = behaviour === 'expired-token' || behaviour === 'revoked-token'
  return isShort ? settings.times.shortLifetimeMs : accessLifetimeMs
}

interface TokenPair {
  accessToken: string
  accessLifetimeMs: number
  refreshToken: string
  hashed: NewTokens
}

function makeTokens(now: number, lifetimeMs: number): TokenPair {
  const accessToken = `sbx_access_${randomBytes(32).toString('base64url')}`
  const refreshToken = `sbx_refresh_${randomBytes(32).toString('base64url')}`
  return {
    accessToken,
    accessLifetimeMs: lifetimeMs,
    refreshToken,
    hashed: {
      accessHash: sha256(accessToken),
      accessExpiresAt: new Date(now + lifetimeMs),
      refreshHash: sha256(refreshToken),
      refreshExpiresAt: new Date(now + refreshLifetimeMs),
    },
  }
}

function tokenReply(pair: TokenPair, grant: Grant): Reply {
  return json(200, {
    access_token: pair.accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor(pair.accessLifetimeMs / 1000),
    refresh_token: pair.refreshToken,
    refresh_token_expires_in: refreshLifetimeMs / 1000,
    scope: grant.scopes.join(' '),
  })
}

function authenticateClient(settings: SandboxSettings, req: IncomingMessage): void {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(req.headers.authorization ?? '')?.[1] ?? ''
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const idFits = sameText(formDecode(id), settings.clientId)
  const secretFits = sameText(formDecode(rest.join(':')), settings.clientSecret)
  if (idFits && secretFits) return
  throw new Refusal(401, 'invalid_client', 'The client credentials are missing or wrong.', {
    'www-authenticate': 'Basic realm="sandbox"',
  })
}

// RFC 6749, 2.3.1: both halves are form-encoded before they are joined.
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

function required(form: URLSearchParams, name: string): string {
  const value = single(form, name)
  if (!value) throw new Refusal(400, 'invalid_request', `${name} is missing.`)
  return value
}
