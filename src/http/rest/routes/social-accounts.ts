import type { RestRoute } from './route.ts'

export const socialAccountsRoutes: readonly RestRoute[] = [
  {
    field: 'Mutation.createAuthorizationUrl',
    method: 'POST',
    path: '/social-accounts/authorization-url',
    status: 200,
    tag: 'Social accounts',
    summary: 'Start connecting an account',
    body: 'input',
    errors: ['VALIDATION_FAILED', 'PROJECT_NOT_FOUND', 'OAUTH_CLIENT_UNAVAILABLE', 'SOCIAL_ACCOUNT_LIMIT_REACHED'],
  },
  {
    field: 'Query.socialAccounts',
    method: 'GET',
    path: '/social-accounts',
    status: 200,
    tag: 'Social accounts',
    summary: 'List connected accounts',
    errors: ['VALIDATION_FAILED'],
  },
  {
    field: 'Mutation.deleteSocialAccount',
    method: 'DELETE',
    path: '/social-accounts/{socialAccountId}',
    status: 204,
    tag: 'Social accounts',
    summary: 'Delete a connection and its grant',
    errors: ['SOCIAL_ACCOUNT_NOT_FOUND'],
  },
  {
    field: 'Query.socialAccountPlatformInputs',
    method: 'GET',
    path: '/social-accounts/{socialAccountId}/platform-inputs',
    status: 200,
    tag: 'Social accounts',
    summary: 'List the choices for platform-specific fields',
    errors: ['SOCIAL_ACCOUNT_NOT_FOUND', 'SOCIAL_ACCOUNT_NOT_CONNECTED', 'SERVICE_UNAVAILABLE'],
  },
]
