// How far an archive is: after each step the next one needs nothing else.

import type { Noted } from './references-beyond.ts'
import { emptyZip64, type ZipState } from './zip.ts'

/** Where the reading goes on. `after` is the key of the last row that is written. */
export type Position =
  | { part: 'beginning' }
  | { part: 'rows'; source: number; after: string[] | null; page: number }
  | { part: 'journal'; after: string[] | null; month: string | null }
  | { part: 'files'; after: string[] | null; offset: number }
  | { part: 'manifest'; after: number | null }
  | { part: 'directory'; after: number; start: number }
  | { part: 'end' }

export interface ArchiveState {
  place: Position
  zip: ZipState
  /** The hash of the open entry. */
  hash: string | null
  /** The number of entries. */
  entries: number
  /** The tables to read, in their order. */
  sources: { service: string; table: string }[]
  snapshots: { service: string; snapshot: string; at: string }[]
  /** The last event of the journal before the snapshots; null without one. */
  sequence: number | null
  /** What may lead out of the archive; null before the snapshots, and after the references are listed. */
  noted: Noted | null
  /** Rows by table, `events`, and `files`. */
  counts: Record<string, number>
  last_sequence: number | null
  /** The tables that were read on after their snapshot had ended. */
  beyond_snapshot: string[]
  /** The first files that were deleted while the archive was made. */
  missing_files: string[]
}

export const freshState = (): ArchiveState => ({
  place: { part: 'beginning' },
  zip: emptyZip64(),
  hash: null,
  entries: 0,
  sources: [],
  snapshots: [],
  sequence: null,
  noted: null,
  counts: {},
  last_sequence: null,
  beyond_snapshot: [],
  missing_files: [],
})

export const countOf = ({ counts }: ArchiveState): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
