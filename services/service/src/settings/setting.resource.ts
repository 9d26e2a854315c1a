import { builder } from '../builder.ts'
import { settingHandlers } from './setting.handlers.ts'

export const settingResource = builder.resource({
  handlers: [settingHandlers],
})
