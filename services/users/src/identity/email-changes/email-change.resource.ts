import { builder } from '../../builder.ts'
import { EmailChangeEntity, RecentMailEntity } from './change.entity.ts'
import { emailInternalHandlers } from './change.handlers.ts'
import { confirmationsTask, removeConfirmations } from './change-job.ts'

export const emailChangeResource = builder.resource({
  handlers: [emailInternalHandlers],
  entities: [EmailChangeEntity, RecentMailEntity],
  tasks: [confirmationsTask, removeConfirmations],
})
