/** The REST API, tag by tag: which field of the schema stands behind which method and path. */
import { healthRoutes } from './routes/health.ts'
import { mediaRoutes } from './routes/media.ts'
import { postsRoutes } from './routes/posts.ts'
import { projectsRoutes } from './routes/projects.ts'
import type { RestRoute } from './routes/route.ts'
import { socialAccountsRoutes } from './routes/social-accounts.ts'
import { webhooksRoutes } from './routes/webhooks.ts'

export const routes: readonly RestRoute[] = [
  ...postsRoutes,
  ...projectsRoutes,
  ...socialAccountsRoutes,
  ...mediaRoutes,
  ...webhooksRoutes,
  ...healthRoutes,
]
