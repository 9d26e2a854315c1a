// The beginning of a file: its encoding, its delimiter, the columns of its header.
import { ArchiveRefused } from '@lms/archive'
import { newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { unguarded } from '../formats/csv.ts'
import { encodingOf } from '../reading/encoding.ts'
import {
  type Delimiter,
  delimiterOf,
  delimiters,
  fieldsOf,
  type RecordPlace,
  recordsIn,
} from '../reading/records.ts'
import { type Part, readPart } from '../reading/source.ts'
import { refusals } from './import.contract.ts'
import { maxColumns } from './import.object.ts'
import { isArchive, openSheet, type SheetState } from './sheet.ts'

/** Bytes of the beginning; a header has its end there. */
const openingBytes = 512 * 1024
/** Rows of a workbook, with empty ones, among which the header and the sample are. */
const maxLooked = 1000
/** Bytes of a workbook's shared texts that are read for its header. */
const headerTextBytes = 4 * 1024 ** 2
const maxBytes = 100 * 1024 * 1024
/** Rows whose values help to guess. */
const sampleRows = 50

type At = Pick<Work, 'work' | 'runtime'>

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

/** The opening of a file; refuses one that has none. */
export async function openingOf(fileId: string, ctx: At): Promise<Opening> {
  const part = await readPart(fileId, { start: 0, length: openingBytes }, ctx)
  if (!part) throw refused(gone)
  if (part.size > maxBytes) throw refused('The file has more than 100 MiB. Split it.')
  const opening = isArchive(part.bytes) ? await ofWorkbook(fileId, part.size, ctx) : ofText(part)
  if (opening.header.length > maxColumns) throw refused(`The file has more than ${maxColumns} columns.`)
  return opening
}
const gone = 'The file is not ready, or was deleted.'

async function ofWorkbook(fileId: string, size: number, ctx: At): Promise<Opening> {
  try {
    const workbook = await openSheet(fileId, size, ctx)
    if (!workbook) throw refused(gone)
    const rows: (readonly string[])[] = []
    let position = 0
    let looked = 0
    for await (const { cells, next } of workbook.rows(0, headerTextBytes)) {
      if (looked++ >= maxLooked) break
      if (cells.length === 0) continue
      if (rows.length === 0) position = next
      if (rows.push(cells) > sampleRows) break
    }
    workbook.close()
    const [header, ...sample] = rows.map(columnsOf)
    if (!header) throw refused('The first visible sheet of the workbook has no header in its first rows.')
    const sheet = { text_file_id: newId('fil'), position, size: 0, rows: 0, is_done: false }
    return {
      ...{ encoding: null, delimiter: null, header, sample, position: 0, sheet },
      isEmpty: sample.length === 0,
    }
  } catch (error) {
    throw error instanceof ArchiveRefused ? refused(error.message) : error
  }
}

const columnsOf = (cells: readonly string[]) => cells.map(column => column.trim().slice(0, 200))

/** Workbooks of programs before 2007. */
const isOldWorkbook = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'

function ofText({ bytes, size }: Part): Opening {
  if (isOldWorkbook(bytes)) throw refused('The file is a workbook of an old form. Save it as .xlsx or CSV.')
  const { name: encoding, mark } = encodingOf(bytes)
  const content = bytes.subarray(mark)
  const isEnd = bytes.length >= size
  const decoder = new TextDecoder(encoding)
  const textOf = ({ start, end }: RecordPlace) => decoder.decode(content.subarray(start, end))
  const anyDelimiter = Object.values(delimiters).join('')
  const [line] = recordsIn(content, { encoding, delimiter: anyDelimiter }, { most: 1, isEnd })
  if (!line) throw refused('The file has no header that ends within 512 KB.')
  const delimiter = delimiterOf(textOf(line))
  const form = { encoding, delimiter: delimiters[delimiter] }
  const places = recordsIn(content, form, { most: sampleRows + 1, isEnd })
  const [first, ...rest] = places.map(textOf)
  if (first === undefined || places[0]!.isOpen)
    throw refused('The file has no header that ends within 512 KB.')
  if (first.includes('\u0000')) throw refused('The file is no text.')
  const header = columnsOf(fieldsOf(first, delimiters[delimiter]))
  const sample = rest.map(text => fieldsOf(text, delimiters[delimiter]).map(unguarded))
  const position = mark + places[0]!.next
  return { encoding, delimiter, header, sample, position, sheet: null, isEmpty: position >= size }
}

const refused = (message: string) => new Refused(refusals.import_file_refused, message)
