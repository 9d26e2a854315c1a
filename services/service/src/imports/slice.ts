// A slice of a file: its next rows, as fields of people. Pure, so that a repetition after a crash gives the same.
import { unguarded } from '../formats/csv.ts'
import { delimiters, fieldsOf, type RecordPlace, recordsIn } from '../reading/records.ts'
import type { Import } from './import.object.ts'

/** A row: its values by their fields, and its cells as they are. */
export interface SliceRow {
  readonly row: number
  readonly values: Record<string, string>
  readonly cells: readonly string[]
}

/** Bytes of a row. */
const maxRowBytes = 64 * 1024

export interface Slice {
  readonly rows: readonly SliceRow[]
  /** How many cells of each column are not empty. */
  readonly filled: readonly number[]
  /** Rows without any value. */
  readonly empty: number
  /** Rows that are no rows of people, with the reason. */
  readonly faults: readonly { row: number; message: string }[]
  /** All rows of the slice. */
  readonly count: number
  /** Bytes of the part that are done. */
  readonly bytes: number
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
  const records = recordsIn(part, { encoding, delimiter: delimiters[delimiter] }, { most, isEnd })
  const closedRecords = records.filter(({ isOpen }) => !isOpen)
  const isOpen = closedRecords.length < records.length
  if (closedRecords.length === 0 && (isOpen || !isEnd)) return null
  const rows: SliceRow[] = []
  const filled = mapping.map(() => 0)
  let empty = 0
  const faults: { row: number; message: string }[] = []
  const decoder = new TextDecoder(encoding)
  for (const [index, record] of closedRecords.entries()) {
    const row = before + index + 1
    const fault = tooLong(record)
    if (fault) {
      faults.push({ row, message: fault })
      continue
    }
    const text = decoder.decode(part.subarray(record.start, record.end))
    if (text.includes('\ufffd')) {
      faults.push({ row, message: `has characters that are not ${encoding}; save the file as UTF-8` })
      continue
    }
    const cells = fieldsOf(text, delimiters[delimiter])
    const texts = mapping.map((_, index) => textOf(cells[index]))
    if (texts.every(cell => cell === '')) {
      empty++
      continue
    }
    for (const [index, cell] of texts.entries()) if (cell) filled[index]!++
    rows.push({ row, values: valuesOf(texts, mapping), cells })
  }
  const isComplete = closedRecords.length < most && isEnd && !isOpen
  return {
    rows,
    filled,
    empty,
    faults,
    count: closedRecords.length,
    bytes: isComplete ? part.length : (closedRecords.at(-1)?.next ?? part.length),
  }
}

/** The same of what is posted to the thread. */
export const sliceInThread = ({
  part,
  form,
  ...options
}: { part: Uint8Array; form: Form } & Parameters<typeof sliceOf>[2]): Slice | null =>
  sliceOf(Buffer.from(part.buffer, part.byteOffset, part.byteLength), form, options)

const tooLong = ({ start, end }: RecordPlace) =>
  end - start > maxRowBytes ? `has more than ${maxRowBytes / 1024} KB` : null

/** PostgreSQL stores no such character. */
const textOf = (cell: string | undefined): string =>
  unguarded(cell?.replaceAll('\u0000', '').trim() ?? '').trim()

const valuesOf = (texts: readonly string[], mapping: Form['mapping']): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap(({ field }, index) => (field && texts[index] ? [[field, texts[index]]] : [])),
  )
