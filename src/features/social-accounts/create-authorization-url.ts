import { createHash, randomBytes } from 'node:crypto'
import type { Context, Services } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { platforms } from '../../platforms/registry.ts'
import { findProject } from '../projects/find-project.ts'

/** How long a user may take in the browser, milliseconds. */
const flowMs = 15 * 60_000

export interface AuthorizationUrlInput {
  projectId: string
  platform: PlatformName
  /** http(s) address the browser returns to, 2048 characters at most. */
  redirectUrl?: string | null | undefined
}

/**
 * Starts an OAuth flow and returns the browser's address for it (`POST /social-accounts/authorization-url`).
 * Errors: VALIDATION_FAILED, PROJECT_NOT_FOUND, OAUTH_CLIENT_UNAVAILABLE, SOCIAL_ACCOUNT_LIMIT_REACHED.
 */
export async function createAuthorizationUrl(ctx: Context, input: AuthorizationUrlInput): Promise<{ url: string }> {
  if (input.redirectUrl != null) checkRedirectUrl(input.redirectUrl)
  const project = await findProject(ctx, input.projectId)
  const connector = ctx.connectors.get(input.platform)
  if (!connector) {
    throw new ServiceError(
      'OAUTH_CLIENT_UNAVAILABLE',
      `${input.platform} is not configured on this service; its operator has to set it up first.`,
    )
  }
  await checkAllowance(ctx)

  const state = randomBytes(32).toString('base64url')
  const codeVerifier = randomBytes(32).toString('base64url')
  await ctx.db.prisma.oauthFlow.create({
    data: {
      id: newId(),
      stateHash: hashState(state),
      projectId: project.id,
      platform: input.platform,
      redirectUrl: input.redirectUrl ?? null,
      codeVerifier: ctx.secrets.encrypt(codeVerifier),
      expiresAt: new Date(ctx.clock.now() + flowMs),
    },
  })
  const url = connector.oauth.authorizationUrl({
    state,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    redirectUri: callbackUrl(ctx, input.platform),
  })
  return { url }
}

/** The address a platform sends the browser back to. */
export function callbackUrl(services: Services, platform: PlatformName): string {
  return `${services.publicUrl}/oauth/callback/${platforms[platform].slug}`
}

export function hashState(state: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(state).digest())
}

function checkRedirectUrl(text: string): void {
  const url = URL.parse(text)
  const fine = url !== null && ['http:', 'https:'].includes(url.protocol) && text.length <= 2048
  if (!fine) {
    throw validationFailed([
      { path: 'redirectUrl', message: 'redirectUrl must be an http(s) address of at most 2048 characters.' },
    ])
  }
}

async function checkAllowance(ctx: Context): Promise<void> {
  const { accountLimit } = await ctx.db.prisma.organization.findUniqueOrThrow({
    where: { id: ctx.actor.organizationId },
    select: { accountLimit: true },
  })
  if (accountLimit === null) return
  const connected = await ctx.db.prisma.socialAccount.count({
    where: { organizationId: ctx.actor.organizationId, status: 'CONNECTED' },
  })
  if (connected >= accountLimit) {
    throw new ServiceError(
      'SOCIAL_ACCOUNT_LIMIT_REACHED',
      `The organization has ${connected} connected accounts and its allowance is ${accountLimit}.`,
    )
  }
}
