import { builder } from '../builder.ts'
import { webinarsSecrets } from './secrets.ts'

export const settingsResource = builder.resource({
  entities: [webinarsSecrets.entity],
  sealed: [webinarsSecrets.sealed],
})
