// What a step leaves in the row of its run.
import { withCauses } from '@lms/contract'
import type { Stores } from '../builder.ts'
import type { Input, Stepped } from '../core/step.ts'
import type { Now } from '../core/times.ts'
import { overNow } from '../runs/end.ts'
import { causeOf, type HeardEvent, type RunRow } from '../runs/run.store.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'

/** How long a run waits for a service that is away. */
export const againMs = 30_000
/** The task of a call makes its run due; nothing is to be done before. */
const calledMs = 3_600_000

/** What a step adds to what the run knows of events. */
export interface News {
  causes: RunRow['causes']
  hears_since: RunRow['hears_since']
}

/** What a step adds to the causes of the run, and from when on it hears of events. */
export function newsOf(
  row: RunRow,
  { paused_ms }: ScenarioRow,
  { input, taken, stepped }: { input: Input | null; taken: readonly HeardEvent[]; stepped: Stepped },
  now: string,
): News {
  const went = stepped.left.length > 0
  const ended = [...(went && input?.kind === 'event' ? [input] : []), ...taken]
  const further = [
    ...(input?.kind === 'effect' ? (input.events ?? []) : []),
    ...ended.flatMap(({ id, type }) => (id ? [{ id, type }] : [])),
  ]
  const causes = further.length ? withCauses(row.causes ?? [], further) : row.causes
  const last = ended.at(-1)
  if (last) return { causes, hears_since: last.at ?? now }
  // A wait that was answered is over now.
  if (went && row.phase === 'answer' && row.ends !== null) return { causes, hears_since: now }
  if (row.status !== 'waiting' || !went) return { causes, hears_since: row.hears_since }
  // A wait that time has ended is over since then, however late that is noticed.
  const over = row.due_at === null ? now : wallOf(row, Number(paused_ms))
  return { causes, hears_since: over < now ? over : now }
}

const wallOf = ({ clock, due_at }: RunRow, pausedMs: number) =>
  formatted(Date.parse(due_at!) + (clock === 'scenario' ? pausedMs : 0))

/** Writes where the run is now. One that waits for a service is due when it may ask, or ask again. */
export function write(
  row: RunRow,
  { run, left, over }: Stepped,
  { calls, early, causes, hears_since }: News & { calls: boolean; early: RunRow['early'] },
  at: Now,
  now: string,
  { runs }: Stores,
): RunRow {
  const { node, visit, data } = run
  const fields = { node, visit, data, came_at: left.length ? now : row.came_at }
  if (over) return runs.move(row, 'finish', { ...fields, reason: over, ...overNow(now) }, causeOf(row))
  const asks = run.phase === 'effect' || run.phase === 'answer'
  const later = calls ? calledMs : asks && left.length === 0 && run.phase === row.phase ? againMs : 0
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
    ...(left.length > 0 && { put_off: null }),
  }
  if (waiting === (row.status === 'waiting')) return runs.save(row, changes)
  return runs.move(row, waiting ? 'wait' : 'wake', changes)
}

/** Times far ahead are as the database keeps them. */
export const formatted = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00')
