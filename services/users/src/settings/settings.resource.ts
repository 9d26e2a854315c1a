import { builder } from '../builder.ts'
import { usersSecrets } from './secrets.ts'

export const settingsResource = builder.resource({
  entities: [usersSecrets.entity],
  sealed: [usersSecrets.sealed],
})
