import type { BehaviourTimes } from '../../src/sandbox/behaviours.ts'

/** What the platform's process is told, as JSON in PLATFORM. */
export interface PlatformSettings {
  port: number
  databaseUrl: string
  baseUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
  times: Partial<BehaviourTimes>
}

/** Printed whenever a renewal is answered a second time. */
export const refreshLogName = 'renewal answered again'
