import { builder } from '../../builder.ts'
import { lessonAccessRulesHandlers } from './access-rules.handlers.ts'

export const accessRulesResource = builder.resource({
  handlers: [lessonAccessRulesHandlers],
})
