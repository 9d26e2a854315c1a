// How far a restore is. Each step commits it; what a step has done before a crash is done again without effect.

/**
 * The parts in their order. `entry` is the next entry of the archive, `line` the next one of its rows, `counts` what the
 * entries before have, in the words of the manifest.
 */
export type Position =
  | { part: 'storing' }
  | { part: 'check'; entry: number; line: number; counts: Counts }
  | { part: 'mark' }
  | { part: 'rows'; entry: number; line: number }
  | { part: 'files'; entry: number }
  | { part: 'wait-for-files'; again?: true }
  | { part: 'last-rows'; entry: number; line: number }
  | { part: 'rebuild'; service: number }
  | { part: 'open' }
  | { part: 'tasks'; entry: number; line: number }
  | { part: 'end' }
  /** Everything that was written goes, service by service; `from` is where the restore had come. */
  | { part: 'removal'; service: number; from: Position }

export type Counts = Readonly<Record<string, number>>
export type PlaceIn<P extends Position['part']> = Extract<Position, { part: P }>

/** Whether nothing was written into the school yet. */
export const isBefore = ({ part }: Position): boolean => part === 'storing' || part === 'check'

/** Whether the school is open, so that it is not to be removed any more. */
export const isOpen = ({ part }: Position): boolean => part === 'tasks' || part === 'end'

/** The state of a restore that goes on from here. */
export function statusAt(position: Position): 'checking' | 'restoring' | 'removing' {
  if (position.part === 'removal') return 'removing'
  return isBefore(position) ? 'checking' : 'restoring'
}

/** What has come back, and what is left to set. */
export interface Report {
  entries: number
  rows: number
  files: number
  to_set: string[]
}

export const noReport = (): Report => ({ entries: 0, rows: 0, files: 0, to_set: [] })
