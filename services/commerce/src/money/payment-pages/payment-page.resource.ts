import { builder } from '../../builder.ts'
import { paymentLinkHandlers, paymentPageHandlers } from './page.handlers.ts'

export const paymentPageResource = builder.resource({
  handlers: [paymentLinkHandlers, paymentPageHandlers],
})
