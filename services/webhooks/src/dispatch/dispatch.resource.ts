import { builder } from '../builder.ts'
import { attemptMetrics, deliveryMetrics } from './delivery-metrics.ts'
import { dispatcher } from './dispatcher.ts'

export const dispatchResource = builder.resource({
  workers: [dispatcher],
  metrics: [attemptMetrics, deliveryMetrics],
  settings: [
    {
      name: 'LMS_WEBHOOK_PROXY',
      about: 'The proxy for all webhook deliveries, if receivers are to see one address.',
      example: 'http://user:password@egress.example:3128',
    },
  ],
})
