// Follow the feed
//
// An integration without an address for webhooks reads the same events from a feed, in order and without loss: the position
// is stored
// together with the effect of each event, and a restart goes on there.
import type { OpenSchool } from '@open-school/client'

export interface Ledger {
  /** The `sequence` of the last event that was booked; 0 at first. */
  position(): Promise<number>
  /** Books an amount and stores the position, in one transaction. */
  book(entry: { orderId: string; amount: number; currency: string }, position: number): Promise<void>
}

/** Books what is paid and paid back, until the signal is aborted. */
export async function bookPayments(lms: OpenSchool, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const after = await ledger.position()
  const types = ['payment.succeeded', 'payment.refunded'] as const
  for await (const event of lms.events.follow({ after, types: [...types], signal })) {
    if (event.type !== 'payment.succeeded' && event.type !== 'payment.refunded') continue
    const { order_id, amount, refunded_amount, currency } = event.data.object
    const booked = event.type === 'payment.succeeded' ? amount : -refunded_amount
    await ledger.book({ orderId: order_id, amount: booked, currency }, event.sequence)
  }
}
