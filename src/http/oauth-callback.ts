/** Where platforms send the browser back to: `GET /oauth/callback/<platform>`. */
import type { ServerResponse } from 'node:http'
import type { Services } from '../context.ts'
import { finishAuthorization } from '../features/social-accounts/finish-authorization.ts'
import { platformBySlug } from '../platforms/registry.ts'
import { messagePage } from './pages.ts'
import { sendHtml } from './respond.ts'

const explanations = {
  access_denied: 'The access was denied on the platform.',
  provider_error: 'The platform reported an error.',
  missing_code: 'The platform sent no authorization code.',
  oauth_client_unavailable: 'The platform is not configured on this service.',
  token_exchange_failed: 'The platform did not accept the authorization code.',
  no_tokens: 'The platform gave no tokens.',
  account_persistence_failed: 'The accounts could not be stored.',
  grant_persistence_failed: 'The grant could not be stored.',
  connection_session_persistence_failed: 'The state of the connection could not be stored.',
} as const

export async function handleOauthCallback(
  services: Services,
  res: ServerResponse,
  slug: string,
  query: URLSearchParams,
): Promise<void> {
  const platform = platformBySlug(slug)
  const end = platform && (await finishAuthorization(services, platform.name, query))
  if (!end) {
    const text =
      'This link was used already, has expired, or is not complete. Go back to where you came from and start connecting the account again.'
    return sendHtml(res, 400, messagePage('The account was not connected', text))
  }
  if (end.redirectTo) {
    res
      .writeHead(303, { location: end.redirectTo, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .end()
    return
  }
  const { outcome } = end
  if (outcome.status === 'error') {
    const text = `${explanations[outcome.error]} (${outcome.error}) Close this window and start connecting the account again.`
    return sendHtml(res, 400, messagePage('The account was not connected', text))
  }
  const count = outcome.socialAccountIds.length
  const text = `${count === 1 ? 'The account is' : `${count} accounts are`} connected. You can close this window.`
  sendHtml(res, 200, messagePage('Connected', text))
}
