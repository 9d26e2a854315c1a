// What one request has caused, as far as the key may read it: its record, its events, and their deliveries.
import type { Caller } from './types.ts'

export interface Trace<Entry, Event, Delivery> {
  /** Records of the audit log. */
  readonly records: Entry[]
  /** Events, those that followed from others included. */
  readonly events: Event[]
  /** Deliveries of these events to webhooks, with their attempts. */
  readonly deliveries: Delivery[]
}

/** Asks the audit log, the journal and the log of deliveries for one `request_id`, at most 1000 of each. */
export async function trace<Entry, Event, Delivery>(
  client: Caller,
  requestId: string,
): Promise<Trace<Entry, Event, Delivery>> {
  const ask = async <T>(path: string, query: object = {}): Promise<T[]> => {
    const page = client.list<T>({ method: 'GET', path, query: { request_id: requestId, ...query } })
    return page.first(1000)
  }
  const [records, events, deliveries] = await Promise.all([
    ask<Entry>('/v1/audit-log'),
    ask<Event>('/v1/events'),
    ask<Delivery>('/v1/webhooks/deliveries', { expand: 'attempts' }),
  ])
  return { records, events, deliveries }
}
