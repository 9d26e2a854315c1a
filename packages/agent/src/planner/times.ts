// The time of an object that a period of a question is about.
import type { PlainTool } from '../catalog.ts'

/**
 * The time that a period is about: when an order was paid if it is about paid ones, else when the object was made. Null
 * where that would be a guess: `active last month` is not `made last month, and active now`.
 */
export function timeField(
  { name, operation }: PlainTool,
  filters: Readonly<Record<string, string>>,
): string | null {
  const listFilters = operation.list!.filters
  const isTime = (name: string | undefined) => name !== undefined && listFilters[name]?.kind === 'time'
  const { status } = filters
  if (!status && ownTimeOf[name]) return ownTimeOf[name]
  const own = status && [`${status}_at`, ...(ownTimes[status] ?? [])].find(isTime)
  if (own) return own
  if (status && !fromTheStart.has(status)) return null
  return isTime('created_at') ? 'created_at' : null
}
/** Lists whose objects people date by another time than that of their making. */
const ownTimeOf: Readonly<Record<string, string>> = { 'webinarSessions.list': 'starts_at' }
/** States whose time has another name. */
const ownTimes: Readonly<Record<string, readonly string[]>> = {
  succeeded: ['paid_at', 'refunded_at'],
  expired: ['expires_at'],
  sent: ['finished_at'],
  finished: ['finished_at', 'ended_at'],
  failed: ['finished_at'],
  scheduled: ['starts_at'],
  submitted: ['sent_at'],
  revoked: ['ended_at'],
}
/** States that an object has from its beginning, or gets soon after. */
const fromTheStart = new Set([
  'waiting_payment',
  'pending',
  'draft',
  'failed',
  'received',
  'spam',
  'queued',
  'open',
])
