// How far a restore is. Each step commits it; what a step has done before a crash is done again without effect.

/** The parts in their order. `entry` is the next entry of the archive, `line` the next one of its rows. */
export type Place =
  | { part: 'storing' }
  | { part: 'check'; entry: number }
  | { part: 'mark' }
  | { part: 'rows'; entry: number; line: number }
  | { part: 'files'; entry: number }
  | { part: 'wait-for-files' }
  | { part: 'last-rows'; entry: number; line: number }
  | { part: 'rebuild'; service: number }
  | { part: 'open' }
  | { part: 'tasks'; entry: number; line: number }
  | { part: 'end' }

export type PlaceIn<P extends Place['part']> = Extract<Place, { part: P }>

/** Whether nothing was written into the school yet. */
export const isBefore = ({ part }: Place): boolean => part === 'storing' || part === 'check'

/** What has come back, and what is left to set. */
export interface Report {
  entries: number
  rows: number
  files: number
  to_set: string[]
}

export const noReport = (): Report => ({ entries: 0, rows: 0, files: 0, to_set: [] })
