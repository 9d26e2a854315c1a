// What a step leaves in the row of its run.
import type { Stores } from '../builder.ts'
import type { Stepped } from '../core/step.ts'
import type { Now } from '../core/times.ts'
import { overNow } from '../runs/end.ts'
import { causeOf, type RunRow } from '../runs/run.store.ts'
import { formatted, type News } from './causes.ts'

/** How long a run waits for a service that is away. */
export const againMs = 30_000
/** The task of a call makes its run due; nothing is to be done before. */
const calledMs = 3_600_000

/** Writes where the run is now. One that waits for a service is due when it may ask, or ask again. */
export function write(
  row: RunRow,
  { run, left: passedNodes, over }: Stepped,
  { calls, early, causes, hears_since }: News & { calls: boolean; early: RunRow['early'] },
  at: Now,
  now: string,
  { runs }: Stores,
): RunRow {
  const { node, visit, data } = run
  const fields = { node, visit, data, came_at: passedNodes.length ? now : row.came_at }
  if (over) return runs.move(row, 'finish', { ...fields, reason: over, ...overNow(now) }, causeOf(row))
  const asks = run.phase === 'effect' || run.phase === 'answer'
  const later = calls ? calledMs : asks && passedNodes.length === 0 && run.phase === row.phase ? againMs : 0
  // What it was due at before is over: kept, it would be due at once, again and again, while a service is away.
  const due = (asks ? null : run.due) ?? { clock: 'wall' as const, at: at.wall + later }
  const waiting = run.phase === 'time' || run.phase === 'event'
  const changes = {
    ...fields,
    phase: run.phase,
    clock: due.clock,
    due_at: formatted(due.at),
    ends: run.ends,
    awaits: run.awaits,
    arrived: null,
    early: waiting ? null : early,
    hears_since,
    causes,
    ...(passedNodes.length > 0 && { put_off: null }),
  }
  if (waiting === (row.status === 'waiting')) return runs.save(row, changes)
  return runs.move(row, waiting ? 'wait' : 'wake', changes)
}
