// Ends runs before they come to an end of their graph.
import type { Reason } from '../core/step.ts'
import type { RunRow, RunStore } from './run.store.ts'
import type { TraceStore } from './trace.store.ts'

/** What a run has when it is over: it is due no more. */
export const overNow = (now: string) =>
  ({
    phase: 'over',
    clock: null,
    due_at: null,
    ends: null,
    awaits: null,
    leaving: null,
    arrived: null,
    early: null,
    causes: null,
    put_off: null,
    finished_at: now,
  }) as const

/** Ends locked open runs where they are; `why` is told in their traces. */
export function endRuns(
  rows: readonly RunRow[],
  move: 'close' | 'fail',
  reason: Reason,
  now: string,
  { runs, traces }: { runs: RunStore; traces: TraceStore },
  why: string | null = null,
): RunRow[] {
  const real = Map.groupBy(
    rows.filter(({ test }) => !test),
    ({ scenario_id }) => scenario_id,
  )
  for (const [scenarioId, inside] of [...real].sort(([one], [other]) => (one < other ? -1 : 1)))
    traces.count(
      scenarioId,
      inside.map(({ scenario_version, node }) => ({
        scenario_version,
        node,
        entered: 0,
        went: 0,
        dropped: 1,
      })),
    )
  traces.add(
    rows.map(run => {
      const { node, visit } = run
      const passedNodes = [
        { node, kind: 'end' as const, visit, exit: null, outcome: reason, reason: why, ids: [] },
      ]
      return { run, passedNodes }
    }),
  )
  return runs.together(() => rows.map(row => runs.move(row, move, { reason, ...overNow(now) })))
}
