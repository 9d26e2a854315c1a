import { builder } from '../builder.ts'
import { scenarioSecrets } from './secrets.ts'

export const settingsResource = builder.resource({
  entities: [scenarioSecrets.entity],
  sealed: [scenarioSecrets.sealed],
})
