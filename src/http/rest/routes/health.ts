import type { RestRoute } from './route.ts'

export const healthRoutes: readonly RestRoute[] = [
  {
    field: 'Query.health',
    method: 'GET',
    path: '/health',
    status: 200,
    tag: 'Health',
    summary: 'Check that the service is reachable',
  },
]
