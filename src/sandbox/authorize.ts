import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'
import { accountIds, isBehaviour, reservedEnding } from './behaviours.ts'
import { insertConsent } from './grant-tables.ts'
import { Refusal, type Reply, readForm, single } from './http.ts'
import { consentPage, maxAccounts, usernamePattern } from './pages.ts'
import type { SandboxSettings } from './settings.ts'
import { sha256 } from './tokens.ts'

const codeLifetimeMs = 60_000
const maxStateLength = 500
const knownScopes = ['accounts.read', 'posts.write']
const usernameRegExp = new RegExp(`^${usernamePattern}$`)

interface AuthorizationRequest {
  state: string
  scopes: string[]
  codeChallenge: string
}

/** The consent page; a wrong client or redirect_uri is a 400 refusal, other faults go back to the client. */
export function showConsent(settings: SandboxSettings, query: URLSearchParams): Reply {
  const request = checkRequest(settings, query)
  if ('status' in request) return request
  const { state, scopes, codeChallenge } = request
  return consentPage({
    action: `${settings.basePath}/oauth/authorize`,
    clientId: settings.clientId,
    scopes,
    hidden: {
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: settings.redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  })
}

/** The returned form: 303 to the client with a code, or with access_denied. Bad fields are a 400 refusal. */
export async function decideConsent(settings: SandboxSettings, req: IncomingMessage): Promise<Reply> {
  const form = await readForm(req)
  const request = checkRequest(settings, form)
  if ('status' in request) return request
  const decision = single(form, 'decision')
  if (decision === 'deny') return goBack(settings, { error: 'access_denied', state: request.state })
  if (decision !== 'allow') throw new Refusal(400, 'invalid_request', 'Choose Allow or Deny.')
  const username = single(form, 'username') ?? ''
  if (!usernameRegExp.test(username)) {
    throw new Refusal(
      400,
      'invalid_request',
      'The username needs 1 to 40 letters, digits, dots, dashes or underscores.',
    )
  }
  const behaviour = single(form, 'behaviour') ?? 'healthy'
  if (!isBehaviour(behaviour)) throw new Refusal(400, 'invalid_request', 'There is no such behaviour.')
  const ending = reservedEnding(username)
  if (ending) {
    throw new Refusal(400, 'invalid_request', `Leave ${ending} out of the username and choose that behaviour instead.`)
  }
  const accounts = single(form, 'accounts') ?? ''
  if (!/^[1-9]$/.test(accounts) || Number(accounts) > maxAccounts) {
    throw new Refusal(400, 'invalid_request', `The number of accounts must be 1 to ${maxAccounts}.`)
  }
  const code = randomBytes(32).toString('base64url')
  const now = settings.now()
  await insertConsent(settings.pool, {
    grantId: v7({ msecs: now }),
    accountIds: accountIds(username, behaviour, Number(accounts)),
    behaviour,
    scopes: request.scopes,
    codeHash: sha256(code),
    codeChallenge: request.codeChallenge,
    now: new Date(now),
    codeExpiresAt: new Date(now + codeLifetimeMs),
  })
  return goBack(settings, { code, state: request.state })
}

function checkRequest(settings: SandboxSettings, params: URLSearchParams): AuthorizationRequest | Reply {
  if (single(params, 'client_id') !== settings.clientId) {
    throw new Refusal(400, 'invalid_client', 'The app that sent you here is not known (client_id).')
  }
  if (single(params, 'redirect_uri') !== settings.redirectUri) {
    throw new Refusal(
      400,
      'invalid_request',
      'The app that sent you here gave another return address than it registered.',
    )
  }
  const states = params.getAll('state')
  const state = states.length === 1 && states[0] && states[0].length <= maxStateLength ? states[0] : undefined
  const fail = (error: string, reason: string) => goBack(settings, { error, error_description: reason, state })
  if (!state) return fail('invalid_request', `state must be given once, with 1 to ${maxStateLength} characters.`)
  for (const name of ['response_type', 'scope', 'code_challenge', 'code_challenge_method']) {
    if (params.getAll(name).length !== 1) return fail('invalid_request', `${name} must be given once.`)
  }
  if (params.get('response_type') !== 'code') return fail('unsupported_response_type', 'response_type must be code.')
  const codeChallenge = params.get('code_challenge') ?? ''
  if (params.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return fail('invalid_request', 'A code_challenge with code_challenge_method S256 is required.')
  }
  const scopes = [...new Set((params.get('scope') ?? '').split(' '))]
  if (scopes.some((scope) => !knownScopes.includes(scope))) {
    return fail('invalid_scope', `scope must be of: ${knownScopes.join(' ')}.`)
  }
  return { state, scopes, codeChallenge }
}

function goBack(settings: SandboxSettings, params: Record<string, string | undefined>): Reply {
  const location = new URL(settings.redirectUri)
  for (const [name, value] of Object.entries(params)) if (value !== undefined) location.searchParams.append(name, value)
  return {
    status: 303,
    headers: { location: location.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  }
}
