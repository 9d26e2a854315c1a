// The header of a file and the sample behind it.
import type { Delimiter } from '../reading/records.ts'
import type { SheetState } from './sheet.ts'

export interface Opening {
  /** Null for a workbook. */
  readonly encoding: string | null
  readonly delimiter: Delimiter | null
  readonly header: readonly string[]
  readonly sample: readonly (readonly string[])[]
  /** Bytes to the first row. */
  readonly position: number
  readonly sheet: SheetState | null
  /** Whether there is nothing behind the header. */
  readonly isEmpty: boolean
}

/** Rows whose values help to guess. */
export const sampleRows = 50

/** Names of columns as they are kept. */
export const columnsOf = (cells: readonly string[]): string[] =>
  cells.map(column => column.trim().slice(0, 200))
