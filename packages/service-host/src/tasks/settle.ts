// How a run ends: the statement that settles its rows, which fails where the run has lost its lease.
import type { Step } from '../database/batch.ts'
import { step, textArray } from '../database/statements.ts'
import type { Run } from './run.ts'

interface Settled {
  status: 'done' | 'ready' | 'waiting' | 'failed'
  state?: unknown
  /** When it is due next. */
  due?: Date
  error?: string
  now: Date
}

/** Settles the tasks of a run: done, a step further, put off, or failed for good. */
export function settleStep(
  schema: string,
  { tasks, lease }: Run,
  { status, state = null, due, error, now }: Settled,
): Step {
  const { school, queue } = tasks[0]!
  return step(
    `select "${schema}".settle_tasks($1, $2, $3::text[], $4, $5, $6, $7::timestamptz, $8, $9::timestamptz)`,
    [
      school,
      queue,
      textArray(tasks.map(({ id }) => id)),
      lease,
      status,
      state === null ? null : JSON.stringify(state),
      (due ?? now).toISOString(),
      error ?? null,
      now.toISOString(),
    ],
  )
}

/** Gives the task of a run its lease anew, until `due`; changes no row where the run has lost it. */
export function renewStep(schema: string, { tasks, lease }: Run, due: Date): Step {
  const { school, queue, id } = tasks[0]!
  return step(
    `update "${schema}".tasks set due_at = $5::timestamptz
     where school_id = $1 and queue = $2 and id = $3 and lease = $4`,
    [school, queue, id, lease, due.toISOString()],
  )
}

/** What becomes of the tasks of a run whose step has succeeded. */
export function settledBy(
  run: Run,
  next: { state: unknown; at?: Date } | null | undefined,
  now: Date,
): Settled {
  if (!next) return { status: 'done', now }
  const state = run.handler.task.state?.parse(next.state) ?? null
  return next.at && next.at > now
    ? { status: 'waiting', state, due: next.at, now }
    : { status: 'ready', state, now }
}
