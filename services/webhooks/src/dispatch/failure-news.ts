// The event of a delivery's final failure.
import { Outgoing, type Runtime, readDatabaseTime, type Step, step } from '@lms/service-host'
import type { Delivery } from '../deliveries/delivery.contract.ts'
import { columnsOf } from '../rows.ts'
import { webhookFailed } from '../webhooks/webhook-failed.ts'
import type { Moved } from './next-state.ts'

/** Whether to emit the event: after the last automatic attempt, unless the failed delivery was such an event itself. */
export const tellsFailure = ({ status, outcome, due }: Moved): boolean =>
  status === 'failed' && outcome !== null && !due.manual && due.event?.type !== webhookFailed.type

/** When deliveries were created. */
export const createdOf = (results: readonly Moved[]): Step =>
  step(
    `select d.id, d.created_at from unnest($1::text[], $2::text[]) k(school_id, id)
     join webhooks.deliveries d on d.school_id = k.school_id and d.id = k.id`,
    columnsOf(
      results.map(({ channel, due }) => [channel.key.school, due.id]),
      2,
    ),
  )

/** The outbox row of system.webhook_failed. */
export function failureNews(result: Moved, rowCreatedAt: string | undefined, runtime: Runtime): Step[] {
  const { channel, due, attempts } = result
  // A first attempt comes before its delivery's row.
  const createdAt = due.first === null ? rowCreatedAt : readDatabaseTime(due.at)
  const { event } = due
  if (!createdAt || !event) return []
  const { service, clock } = runtime
  const outgoing = new Outgoing(service, channel.key.school, {
    requestId: event.requestId,
    clientRequestId: null,
    causeId: due.eventId,
    caller: null,
    now: clock.now(),
  })
  const delivery = {
    id: due.id,
    webhook_id: channel.key.webhook,
    event_id: due.eventId,
    event_type: event.type,
    status: 'failed',
    attempt_count: attempts,
    next_attempt_at: null,
    manual: due.manual,
    replayed: due.replayed,
    request_id: event.requestId,
    created_at: createdAt,
  } as Delivery
  outgoing.emit(webhookFailed, { ...delivery })
  return outgoing.steps(service)
}
