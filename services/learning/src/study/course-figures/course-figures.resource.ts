import { builder } from '../../builder.ts'
import { courseFiguresHandlers } from './course-figures.handlers.ts'

export const courseFiguresResource = builder.resource({
  handlers: [courseFiguresHandlers],
})
