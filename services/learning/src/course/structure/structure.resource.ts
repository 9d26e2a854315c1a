import { builder } from '../../builder.ts'
import { structureHandlers } from './structure.handlers.ts'

export const structureResource = builder.resource({
  handlers: [structureHandlers],
})
