import { builder } from '../builder.ts'
import { trafficHandlers } from './traffic.handlers.ts'

export const trafficResource = builder.resource({
  handlers: [trafficHandlers],
})
