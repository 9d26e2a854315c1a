import { builder } from '../builder.ts'
import { roomHandlers } from './room.handlers.ts'

export const roomResource = builder.resource({
  handlers: [roomHandlers],
})
