// When that happened which an import tells of. Its event is of the day of the import: a rule about the last days does not mean
// by it what was years ago. Pure.
import type { EventValues } from './event-properties.ts'

/** Where the objects of events name their time, by type; the first one that they have counts. */
export const timesOfImported: Readonly<Record<string, readonly string[]>> = {
  'order.created': ['created_at'],
  'order.paid': ['paid_at'],
  // Of a part of the money that was returned an order names no time.
  'order.refunded': ['refunded_at', 'paid_at'],
  'payment.succeeded': ['paid_at'],
  'payment.refunded': ['paid_at'],
  'course.access_granted': ['starts_at'],
  'course.completed': ['completed_at'],
  'course.certificate_issued': ['issued_at'],
  'user.consent_changed': ['ended_at', 'given_at'],
}
/** Where times stand in the objects of events. */
export const timePaths = [...new Set(Object.values(timesOfImported).flat())]

/** When it happened: for what came in with an import the time that its object names, at most that of the event. */
export function timeOfEvent(
  event: { readonly type: string; readonly created_at: string; readonly imported: boolean },
  { at }: Pick<EventValues, 'at'>,
): string {
  if (!event.imported) return event.created_at
  const [own] = (timesOfImported[event.type] ?? []).flatMap(at).filter(value => typeof value === 'string')
  return typeof own === 'string' && Date.parse(own) < Date.parse(event.created_at) ? own : event.created_at
}
