/** A platform that does what a test says, in the place of the sandbox's publishing half. */
import type { Connector, PlatformOauth, PlatformPublish } from '../../src/platforms/platform.ts'
import type { TestService } from './service.ts'

/** The steps to replace; may be changed while it runs. What is left out publishes `external-1` without a word. */
export type Script = Partial<PlatformPublish> & Partial<Pick<PlatformOauth, 'refresh'>>

export interface ScriptedConnector {
  script: Script
  /** The steps that were called, in order. */
  calls: string[]
  /** Puts the sandbox's connector back. */
  restore(): void
}

/** Lets a running service publish through `script`; connecting accounts goes through the sandbox as before. */
export function scriptConnector({ app }: TestService, initial: Script = {}): ScriptedConnector {
  const connectors = app.services.connectors as Map<string, Connector>
  const original = connectors.get('SERVICETEST') as Connector
  const calls: string[] = []
  const scripted: ScriptedConnector = {
    script: initial,
    calls,
    restore: () => void connectors.set('SERVICETEST', original),
  }
  const publish: PlatformPublish = {
    async prepare(...input) {
      calls.push('prepare')
      return scripted.script.prepare ? scripted.script.prepare(...input) : input[2]
    },
    async commit(...input) {
      calls.push('commit')
      return scripted.script.commit ? scripted.script.commit(...input) : { externalPostId: 'external-1' }
    },
    async confirm(...input) {
      calls.push('confirm')
      return scripted.script.confirm ? scripted.script.confirm(...input) : input[3]
    },
    async check(...input) {
      calls.push('check')
      return scripted.script.check ? scripted.script.check(...input) : { outcome: 'unknown' }
    },
  }
  const oauth: PlatformOauth = {
    ...original.oauth,
    refresh: async (...input) => (scripted.script.refresh ?? original.oauth.refresh)(...input),
  }
  connectors.set('SERVICETEST', { platform: 'SERVICETEST', oauth, publish })
  return scripted
}
