// The outbox in SQL, for the relay and for the sweep that publishes again what its reader misses.
import type { Outbox, OutboxRow } from '@lms/events'
import type { Database } from '../database/database.ts'
import type { Leases } from '../database/lease.ts'
import { step, textArray } from '../database/statements.ts'

const lease = 'relay'
const leaseSeconds = 10

export function sqlOutbox(system: Database, leases: Leases, schema: string): Outbox {
  let leadsUntil = 0
  return {
    async pending(limit) {
      // The lease is asked for only when a third of it is over: idle polls stay one small query.
      if (performance.now() > leadsUntil) {
        const held = await leases.hold(lease, leaseSeconds)
        if (!held) return null
        leadsUntil = performance.now() + (leaseSeconds * 1000) / 3
      }
      const rows = await system.rows(
        step(
          `select position, id, subject, payload, request_id from "${schema}".outbox
           where published_at is null order by position limit $1`,
          [String(limit)],
        ),
      )
      return rows.map(
        ([position, id, subject, payload, requestId]) =>
          ({ position, id, subject, payload, requestId }) as OutboxRow,
      )
    },
    async markPublished(positions) {
      await system.run([
        step(`update "${schema}".outbox set published_at = now() where position = any($1::bigint[])`, [
          `{${positions.join(',')}}`,
        ]),
      ])
    },
  }
}

/** Asks the reader of a kind of messages which of these ids it has kept. */
export type Confirm = (ids: string[]) => Promise<string[]>

const sweepBatch = 1000

/**
 * Deletes rows that their reader has confirmed, and publishes those again that it misses after `graceSeconds`.
 * Messages without a reader that keeps them (`confirm` gives null) go once the stream has stored them.
 */
export async function sweepOutbox(
  system: Database,
  schema: string,
  confirmOf: (subject: string) => Confirm | null,
  graceSeconds = 60,
): Promise<void> {
  while (await sweepOnce(system, schema, confirmOf, graceSeconds));
}

/** One batch; true where it was full and all of it could go, so that there may be more. */
async function sweepOnce(
  system: Database,
  schema: string,
  confirmOf: (subject: string) => Confirm | null,
  graceSeconds: number,
): Promise<boolean> {
  const rows = await system.rows(
    step(
      `select position, id, subject, published_at < now() - make_interval(secs => $1::float8) as late
       from "${schema}".outbox where published_at is not null order by published_at limit ${sweepBatch}`,
      [String(graceSeconds)],
    ),
  )
  const groups = new Map<Confirm | null, typeof rows>()
  for (const row of rows) {
    const confirm = confirmOf(row[2]!)
    groups.set(confirm, [...(groups.get(confirm) ?? []), row])
  }
  let gone = 0
  const away: unknown[] = []
  for (const [confirm, group] of groups) {
    const ids = group.map(row => row[1]!)
    // One reader that is away must not keep what the others have confirmed.
    const answer = confirm ? await confirm(ids).catch(error => void away.push(error)) : ids
    if (!answer) continue
    const kept = new Set(answer)
    const done = group.filter(row => kept.has(row[1]!)).map(row => row[0]!)
    const missed = group.filter(row => !kept.has(row[1]!) && row[3] === 't').map(row => row[0]!)
    gone += done.length
    await system.run([
      step(`delete from "${schema}".outbox where position = any($1::bigint[])`, [textArray(done)]),
      step(`update "${schema}".outbox set published_at = null where position = any($1::bigint[])`, [
        textArray(missed),
      ]),
    ])
  }
  if (away.length) throw away[0]
  return gone === sweepBatch
}
