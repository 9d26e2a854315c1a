import { builder } from '../../builder.ts'
import { publicationHandlers } from './publication.handlers.ts'

export const publicationResource = builder.resource({
  handlers: [publicationHandlers],
})
