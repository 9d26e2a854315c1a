// A run as answers show it: with the time at which it goes on.
import { formatTime } from '@lms/contract'
import type { RunRow } from './run.store.ts'

/** What is needed of its scenario. */
interface Clock {
  id: string
  status: string
  /** All pauses until now, in milliseconds. */
  paused_ms: number
}

/** The runs with the times at which they go on, by the clocks of their scenarios. */
export function runAnswers(scenarios: readonly Clock[]) {
  const clocks = new Map(scenarios.map(scenario => [scenario.id, scenario]))
  return (row: RunRow) => ({ ...row, continues_at: continuesAt(row, clocks.get(row.scenario_id)) })
}

function continuesAt(row: RunRow, scenario: Clock | undefined): string | null {
  if (row.status !== 'waiting' && row.ends === null) return null
  if (row.clock === null) return null
  const { clock, at } = row.ends ?? { clock: row.clock, at: Date.parse(row.due_at!) }
  if (clock === 'wall') return formatTime(new Date(at))
  if (!scenario || scenario.status === 'paused') return null
  return formatTime(new Date(at + Number(scenario.paused_ms)))
}
