import { builder } from '../builder.ts'
import { restoreHandlers } from './restore.handlers.ts'
import { restoreSchoolTask } from './restore.run.ts'
import { RestoreEntity } from './restore.store.ts'

export const restoreResource = builder.resource({
  handlers: [restoreHandlers],
  entities: [RestoreEntity],
  tasks: [restoreSchoolTask],
})
