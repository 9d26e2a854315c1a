import { builder } from '../../builder.ts'
import { courseCopyHandlers } from './copy.handlers.ts'
import { fillCopyTask } from './copy.run.ts'

export const courseCopyResource = builder.resource({
  handlers: [courseCopyHandlers],
  tasks: [fillCopyTask],
})
