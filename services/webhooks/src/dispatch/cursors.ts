// The stored cursors of channels.
import { type Fields, type Step, step } from '@lms/service-host'
import { columnsOf } from '../rows.ts'
import type { Channel } from './delivery-queue.ts'
import type { Reached, StoredProgress } from './progress.ts'

/** The new position of a leased channel. */
export interface Moving {
  channel: Channel
  reached: Reached
}

/** The cursors of channels; read the rows with {@link keptOf}. */
export const cursorsStep = (channels: readonly Channel[]): Step =>
  step(
    `select c.webhook_id, c.sequence, array_to_json(c.done), c.moves
     from unnest($1::text[], $2::text[]) h(school_id, webhook_id)
     join webhooks.cursors c on c.school_id = h.school_id and c.webhook_id = h.webhook_id`,
    columnsOf(
      channels.map(({ key: { school, webhook } }) => [school, webhook]),
      2,
    ),
  )

/** By subscription. */
export const progressOf = (rows: readonly Fields[]): Map<string, StoredProgress> =>
  new Map(
    rows.map(([webhook, sequence, done, moves]) => [
      webhook!,
      { sequence: Number(sequence), done: JSON.parse(done!), moves: Number(moves) },
    ]),
  )

/**
 * Moves cursors. Only the holder of a channel does, with the channel locked, and only from the position it knows: after a
 * crash of the database, an undone move stays undone.
 */
export function cursorSteps(moving: readonly Moving[]): Step[] {
  if (moving.length === 0) return []
  return [
    step(
      `insert into webhooks.cursors as c (school_id, webhook_id, sequence, done, moves, caught_up)
       select school_id, webhook_id, sequence, done::bigint[], moves, false
       from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[]) k(school_id, webhook_id, sequence, done, moves)
       on conflict (school_id, webhook_id) do update
         set sequence = excluded.sequence, done = excluded.done, moves = excluded.moves, caught_up = false
         where c.moves = excluded.moves - 1`,
      columnsOf(
        moving.map(({ channel: { key, progress }, reached: { sequence, done } }) => [
          key.school,
          key.webhook,
          String(sequence),
          `{${done.join(',')}}`,
          String(progress!.moves + 1),
        ]),
        5,
      ),
    ),
  ]
}
