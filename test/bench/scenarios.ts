/** Every scenario of the bench, in the order of the table. */
import type { Scenario } from './scenario.ts'
import { createScenarios } from './scenarios/create.ts'
import { deliverScenarios } from './scenarios/deliver.ts'
import { onTimeScenarios } from './scenarios/deliver-on-time.ts'
import { readScenarios } from './scenarios/read.ts'
import { subscriberScenarios } from './scenarios/subscribers.ts'
import { uploadScenarios } from './scenarios/upload.ts'

export const scenarios: Scenario[] = [
  ...readScenarios,
  ...createScenarios,
  ...subscriberScenarios,
  ...deliverScenarios,
  ...onTimeScenarios,
  ...uploadScenarios,
]
