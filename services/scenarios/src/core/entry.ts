// Who may enter a scenario: pure.

/** Maximum entries of a person into scenarios of a school within an hour: scenarios that trigger each other end. */
export const maxEntries = 20

export interface Standing {
  /** Whether people may enter: the scenario is enabled, with a published version. */
  readonly open: boolean
  readonly inside: boolean
  /** When the last run of the person in the scenario ended or began; null if there was none. Milliseconds. */
  readonly last: number | null
  /** Entries of the person into any scenario within the last hour. */
  readonly entries: number
}
export interface Reentry {
  readonly re_entry: 'never' | 'after_leaving'
  readonly re_entry_gap_hours: number
}
export type Obstacle = 'not_enabled' | 'inside' | 're_entry' | 'too_many_entries'

/** Why the person does not enter; null if they do. */
export function obstacleOf(
  standing: Standing,
  { re_entry, re_entry_gap_hours }: Reentry,
  now: number,
): Obstacle | null {
  if (!standing.open) return 'not_enabled'
  if (standing.inside) return 'inside'
  if (standing.last !== null) {
    if (re_entry === 'never') return 're_entry'
    if (now < standing.last + re_entry_gap_hours * 3_600_000) return 're_entry'
  }
  return standing.entries >= maxEntries ? 'too_many_entries' : null
}

/** Why somebody who is sent into a scenario does not enter. */
export const entryReasons = [
  'user_unknown',
  'scenario_unknown',
  'scenario_not_enabled',
  're_entry_refused',
  'too_many_entries',
] as const
