// A slice of a file: its next rows, as fields of people. Pure, so that a repetition after a crash gives the same.
import { maxImportRows } from '@lms/users/contract'
import { unguarded } from '../formats/csv.ts'
import { delimiters, fieldsOf, type RecordPlace, recordsIn } from '../reading/records.ts'
import type { Import } from './import.object.ts'

/**
 * Rows of a slice. A dry run writes nothing but notes. Each new person of a run is an event that all services hear: many at
 * once would fill the processors, and everybody else would wait for them.
 */
export const rowsAtOnce = { dryRun: maxImportRows, run: 100 }
/** Bytes that are read for a slice at most; with their JSON around them they fit into a request. */
export const sliceBytes = 256 * 1024
/** Bytes that are read at least: less would hardly cost less. */
const leastBytes = 16 * 1024
/** Bytes of a row. */
export const maxRowBytes = 64 * 1024

export interface Slice {
  readonly rows: readonly { row: number; values: Record<string, string> }[]
  /** Rows that are no rows of people, with the reason. */
  readonly faults: readonly { row: number; message: string }[]
  /** All rows of the slice. */
  readonly count: number
  /** Bytes of the part that are done. */
  readonly bytes: number
}

/**
 * Bytes to read for the next slice: what its rows take if they are like those before, and half as many again. The whole
 * maximum was 90 times what a hundred short rows take, and each read of it goes through two processes as JSON.
 */
export function bytesOfSlice(
  { position, counts }: { position: number; counts: { rows: number } },
  most: number,
): number {
  if (counts.rows === 0) return sliceBytes
  const expected = Math.ceil((1.5 * most * position) / counts.rows)
  return Math.min(sliceBytes, Math.max(leastBytes, expected))
}

type Form = Pick<Import, 'mapping'> & { encoding: string; delimiter: NonNullable<Import['delimiter']> }

/**
 * At most so many rows of a part that begins after `before` rows; null if a row does not end where it should. Rows before
 * such a one are a slice of their own.
 */
export function sliceOf(
  part: Buffer,
  { encoding, delimiter, mapping }: Form,
  { before, most, isEnd }: { before: number; most: number; isEnd: boolean },
): Slice | null {
  const found = recordsIn(part, { encoding, delimiter: delimiters[delimiter] }, { most, isEnd })
  const places = found.filter(({ isOpen }) => !isOpen)
  const isOpen = places.length < found.length
  if (places.length === 0 && (isOpen || !isEnd)) return null
  const rows: { row: number; values: Record<string, string> }[] = []
  const faults: { row: number; message: string }[] = []
  const decoder = new TextDecoder(encoding)
  for (const [index, place] of places.entries()) {
    const row = before + index + 1
    const fault = tooLong(place)
    if (fault) {
      faults.push({ row, message: fault })
      continue
    }
    const text = decoder.decode(part.subarray(place.start, place.end))
    if (text.includes('\ufffd'))
      faults.push({ row, message: `has characters that are not ${encoding}; save the file as UTF-8` })
    else rows.push({ row, values: valuesOf(fieldsOf(text, delimiters[delimiter]), mapping) })
  }
  const whole = places.length < most && isEnd && !isOpen
  return {
    rows,
    faults,
    count: places.length,
    bytes: whole ? part.length : (places.at(-1)?.next ?? part.length),
  }
}

const tooLong = ({ start, end }: RecordPlace) =>
  end - start > maxRowBytes ? `has more than ${maxRowBytes / 1024} KB` : null

const valuesOf = (cells: readonly string[], mapping: Form['mapping']): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap(({ field }, index) => {
      // PostgreSQL stores no such character.
      const cell = unguarded(cells[index]?.replaceAll('\u0000', '').trim() ?? '').trim()
      return field && cell ? [[field, cell]] : []
    }),
  )
