import { builder } from '../builder.ts'
import { restoreFileCall } from './restore-file.ts'
import { restoringHandlers } from './restoring.handlers.ts'

export const restoringResource = builder.resource({
  handlers: [restoringHandlers],
  tasks: [restoreFileCall],
})
