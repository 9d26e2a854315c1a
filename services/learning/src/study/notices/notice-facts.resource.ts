import { builder } from '../../builder.ts'
import { noticeFactsHandlers } from './notice-facts.handlers.ts'

export const noticeFactsResource = builder.resource({
  handlers: [noticeFactsHandlers],
})
