/** The sandbox platform's connector, for operators and tests that want deliveries without a real platform. */
import type { Connector } from '../platform.ts'
import { createApi } from './api.ts'
import { createInsights } from './insights.ts'
import { createOauth } from './oauth.ts'
import { createPublish } from './publish.ts'

interface ServicetestSettings {
  /** Where this process reaches the sandbox, e.g. `http://127.0.0.1:3000/sandbox`. */
  apiUrl: string
  /** Where the user's browser reaches it. */
  browserUrl: string
  clientId: string
  clientSecret: string
}

/** The connector of one sandbox; makes no call by itself. */
export function createServicetest(settings: ServicetestSettings): Connector {
  const api = createApi(settings)
  return {
    platform: 'SERVICETEST',
    oauth: createOauth(settings, api),
    publish: createPublish(api),
    insights: createInsights(api),
  }
}
