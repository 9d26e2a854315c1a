// What has led to where a run is: its questions are answered by nothing older, and it hears of nothing older.
import { withCauses } from '@lms/contract'
import type { Input } from '../core/step.ts'
import type { HeardEvent, RunRow } from '../runs/run.store.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'

/** How often an answer is put off, about an hour in all: who is behind for longer has a fault. */
export const maxPutOff = 140

const longestPauseMs = 30_000

/** How long a run waits for who is behind, about a third of the time so far. In milliseconds, with a jitter of a fifth. */
export const pauseAfter = (putOff: number): number =>
  Math.min(longestPauseMs, 120 * 1.3 ** Math.min(putOff, 25)) * (0.8 + Math.random() * 0.4)

/** Times far ahead are as the database keeps them. */
export const formatted = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00')

export interface News {
  causes: RunRow['causes']
  hears_since: RunRow['hears_since']
}

/** When the wait of the run ended, by the event or by time, however late that is noticed; null if it did not wait. */
export function endOfWait(
  { status, phase, ends, clock, due_at }: RunRow,
  { paused_ms }: ScenarioRow,
  input: Input | null,
  now: string,
): string | null {
  if (!input) return null
  // A wait that is asked about is over when it is answered.
  if (phase === 'answer' && ends !== null) return now
  if (status !== 'waiting') return null
  if (input.kind === 'event') return input.at ?? now
  if (due_at === null) return now
  const due = formatted(Date.parse(due_at) + (clock === 'scenario' ? Number(paused_ms) : 0))
  return due < now ? due : now
}

/** What a step adds to the causes of the run, and from when on it hears of events. */
export function newsOf(
  row: RunRow,
  step: { input: Input | null; consumedEvents: readonly HeardEvent[]; since: string | null; went: boolean },
  now: string,
): News {
  const { input, consumedEvents, since, went } = step
  const ended = [...(went && input?.kind === 'event' ? [input] : []), ...consumedEvents]
  const further = [
    ...(input?.kind === 'effect' ? (input.events ?? []) : []),
    ...ended.flatMap(({ id, type }) => (id ? [{ id, type }] : [])),
  ]
  const causes = further.length ? withCauses(row.causes ?? [], further) : row.causes
  const last = ended.at(-1)
  return { causes, hears_since: last ? (last.at ?? now) : went && since ? since : row.hears_since }
}
