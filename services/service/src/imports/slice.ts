// A slice of a file: its next rows, as fields of people. Pure, so that a repetition after a crash gives the same.
import { unguarded } from '../formats/csv.ts'
import { delimiters, fieldsOf, type RecordPlace, recordsIn } from '../reading/records.ts'
import type { Import } from './import.object.ts'

/** Bytes of a row. */
const maxRowBytes = 64 * 1024

export interface Slice {
  readonly rows: readonly { row: number; values: Record<string, string> }[]
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
  const rows: { row: number; values: Record<string, string> }[] = []
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
    if (text.includes('\ufffd'))
      faults.push({ row, message: `has characters that are not ${encoding}; save the file as UTF-8` })
    else rows.push({ row, values: valuesOf(fieldsOf(text, delimiters[delimiter]), mapping) })
  }
  const isComplete = closedRecords.length < most && isEnd && !isOpen
  return {
    rows,
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

const valuesOf = (cells: readonly string[], mapping: Form['mapping']): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap(({ field }, index) => {
      // PostgreSQL stores no such character.
      const cell = unguarded(cells[index]?.replaceAll('\u0000', '').trim() ?? '').trim()
      return field && cell ? [[field, cell]] : []
    }),
  )
