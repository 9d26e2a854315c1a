// Wakes the channels that take some of the events; the cost for each event does not depend on their number.
import { type Step, step } from '@lms/service-host'
import { lockedChannels } from '../locks.ts'
import { columnsOf } from '../rows.ts'

interface EnteredEvent {
  school: string
  sequence: number
  /** Channels whose cursors find it. */
  takers: readonly { id: string }[]
  /** Channels whose queues get it. */
  ordered: readonly { id: string }[]
}

/**
 * Wakes the channels that take these events, at `now`. The cursor of a channel that had caught up moves to just before the
 * first event that it takes: earlier ones were not for it, and are not read again. Use all steps in the transaction
 * that enters the events, which are in the order of their sequences.
 */
export function wakeSteps(entered: readonly EnteredEvent[], now: string): Step[] {
  const woken = new Map<string, [school: string, webhook: string]>()
  const firsts = new Map<string, [school: string, webhook: string, sequence: string]>()
  for (const { school, sequence, takers, ordered } of entered) {
    for (const { id } of [...takers, ...ordered]) woken.set(id, [school, id])
    for (const { id } of takers) if (!firsts.has(id)) firsts.set(id, [school, id, String(sequence)])
  }
  if (woken.size === 0) return []
  const keys = columnsOf([...woken.values()], 2)
  const [schools, webhooks, sequences] = columnsOf([...firsts.values()], 3)
  return [
    step(lockedChannels(selectedChannels, 'no key update'), keys),
    wakeStep(keys, now),
    step(
      `update webhooks.cursors c set sequence = k.first - 1, done = '{}', caught_up = false
       from unnest($1::text[], $2::text[], $3::bigint[]) k(school_id, webhook_id, first)
       where c.school_id = k.school_id and c.webhook_id = k.webhook_id and c.caught_up`,
      [schools!, webhooks!, sequences!],
    ),
  ]
}

/** The channels of arrays of schools and subscriptions. */
export const selectedChannels = `webhooks.channels l join unnest($1::text[], $2::text[]) k(school_id, webhook_id)
  on l.school_id = k.school_id and l.webhook_id = k.webhook_id`

/** Makes channels (arrays of schools and subscriptions) due from `now` on. Lock them before. */
export const wakeStep = (keys: readonly string[], now: string): Step =>
  step(
    `update webhooks.channels l set wake_at = $3::timestamptz from unnest($1::text[], $2::text[]) k(school_id, webhook_id)
     where l.school_id = k.school_id and l.webhook_id = k.webhook_id and (l.wake_at is null or l.wake_at > $3::timestamptz)`,
    [...keys, now],
  )
