// The beginning of a file: its encoding, its delimiter, the columns of its header.
import { Refused } from '@lms/contract'
import { encodingOf } from '../reading/encoding.ts'
import { type Delimiter, delimiterOf, delimiters, fieldsOf, recordsIn } from '../reading/records.ts'
import type { Part } from '../reading/source.ts'
import { refusals } from './import.contract.ts'
import { mostColumns } from './import.object.ts'

/** Bytes of the beginning; a header has its end there. */
export const openingBytes = 512 * 1024
const mostBytes = 100 * 1024 * 1024
/** Rows whose values help to guess. */
const sampleRows = 50

export interface Opening {
  readonly encoding: string
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  readonly sample: readonly (readonly string[])[]
  /** Bytes to the first row. */
  readonly position: number
}

export function openingOf({ bytes, size }: Part): Opening {
  if (size > mostBytes) throw refused('The file has more than 100 MiB. Split it.')
  // Archives and workbooks begin so.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw refused('The file is a workbook or an archive. Save the sheet as CSV.')
  const { name: encoding, mark } = encodingOf(bytes)
  const content = bytes.subarray(mark)
  const places = recordsIn(content, encoding, { most: sampleRows + 1, isEnd: bytes.length >= size })
  const decoder = new TextDecoder(encoding)
  const texts = places.map(({ start, end }) => decoder.decode(content.subarray(start, end)))
  const [first, ...rest] = texts
  if (first === undefined) throw refused('The file has no header that ends within 512 KB.')
  if (first.includes('\u0000')) throw refused('The file is no text.')
  const delimiter = delimiterOf(first)
  const header = fieldsOf(first, delimiters[delimiter]).map(column => column.trim().slice(0, 200))
  if (header.length > mostColumns) throw refused(`The file has more than ${mostColumns} columns.`)
  const sample = rest.map(text => fieldsOf(text, delimiters[delimiter]))
  return { encoding, delimiter, header, sample, position: mark + places[0]!.next }
}

const refused = (message: string) => new Refused(refusals.import_file_refused, message)
