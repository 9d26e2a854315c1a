import { confirmation, I, id, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Attempt, Delivery } from '../deliveries/delivery.contract.ts'

const TracedEvent = z.object({
  id: id('evt'),
  school_id: id('sch'),
  type: text(100),
  sequence: z.int(),
  cause_id: id('evt').nullable().describe('The event whose reaction emitted this one.'),
  created_at: timestamp(),
})
const TracedDelivery = Delivery.extend({ school_id: id('sch'), attempts: z.array(Attempt) })

/** The journal for other services and the platform team, over all schools. */
export const journal = resource({
  confirm: confirmation('/internal/journal/confirm'),
  /** The effects of a request: its events in the journal and their deliveries, at most 200 and 1000 of them. */
  trace: I('GET /internal/journal/trace/{requestId}', {
    summary: 'Events and deliveries of a request',
    callers: ['gateway'],
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ events: z.array(TracedEvent), deliveries: z.array(TracedDelivery) }),
  }),
})
export type Trace = z.infer<typeof journal.trace.returns>
