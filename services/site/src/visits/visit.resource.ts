import { builder } from '../builder.ts'
import { blockMailHandlers } from './block-mail.handlers.ts'
import { formVisitHandlers } from './form-visit.handlers.ts'
import { frameHandlers } from './frame.handlers.ts'
import { pictureHandlers } from './picture.handlers.ts'
import { visitingHandlers } from './visit.handlers.ts'

export const visitResource = builder.resource({
  handlers: [visitingHandlers, formVisitHandlers, frameHandlers, pictureHandlers, blockMailHandlers],
})
