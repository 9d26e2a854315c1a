import { builder } from '../builder.ts'
import { crmSecrets } from './secrets.ts'

export const settingsResource = builder.resource({
  entities: [crmSecrets.entity],
  sealed: [crmSecrets.sealed],
})
