import { builder } from '../../builder.ts'
import { lessonHandlers } from './lesson.handlers.ts'

export const lessonResource = builder.resource({
  handlers: [lessonHandlers],
  objects: { les: (ids, { lessons }) => lessons.many(ids) },
})
