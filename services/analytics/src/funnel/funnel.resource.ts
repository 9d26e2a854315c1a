import { builder } from '../builder.ts'
import { funnelHandlers } from './funnel.handlers.ts'

export const funnelResource = builder.resource({
  handlers: [funnelHandlers],
})
