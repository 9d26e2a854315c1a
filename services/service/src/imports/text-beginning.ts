// The beginning of a text with delimiters, in the thread: its encoding, its delimiter, the columns of its header.
import { ArchiveRefused } from '@lms/archive/refused'
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
import { columnsOf, type Opening, sampleRows } from './header.ts'

const refused = (message: string) => new ArchiveRefused(message)

/** Workbooks of programs before 2007. */
const isOldWorkbook = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === 'd0cf11e0'

const toldDelimiter = (line: string): Delimiter | null => {
  const sign = /^"?sep=(.)"?$/i.exec(line)?.[1]
  return (Object.keys(delimiters) as Delimiter[]).find(name => delimiters[name] === sign) ?? null
}

/** The opening of a text; throws `ArchiveRefused` where it has none. `bytes` are its first ones, `size` is that of all. */
export function beginningIn({ bytes: input, size }: { bytes: Uint8Array; size: number }): Opening {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (isOldWorkbook(bytes)) throw refused('The file is a workbook of an old form. Save it as .xlsx or CSV.')
  const { name: encoding, mark } = encodingOf(bytes)
  const content = bytes.subarray(mark)
  const isEnd = bytes.length >= size
  const decoder = new TextDecoder(encoding)
  const textOf = ({ start, end }: RecordPlace) => decoder.decode(content.subarray(start, end))
  const anyDelimiter = Object.values(delimiters).join('')
  const [line, second] = recordsIn(content, { encoding, delimiter: anyDelimiter }, { most: 2, isEnd })
  if (!line) throw refused('The file has no header that ends within 512 KB.')
  // A first line by which Excel knows the delimiter: “sep=;”.
  const told = toldDelimiter(textOf(line))
  const headerLine = told ? second : line
  if (!headerLine) throw refused('The file has no header.')
  const delimiter = told ?? delimiterOf(textOf(headerLine))
  const form = { encoding, delimiter: delimiters[delimiter] }
  const records = recordsIn(content, form, { most: sampleRows + (told ? 2 : 1), isEnd }).slice(told ? 1 : 0)
  const [first, ...rest] = records.map(textOf)
  if (first === undefined || records[0]!.isOpen)
    throw refused('The file has no header that ends within 512 KB.')
  if (first.includes('\u0000')) throw refused('The file is no text.')
  const header = columnsOf(fieldsOf(first, delimiters[delimiter]))
  const sample = rest.map(text => fieldsOf(text, delimiters[delimiter]).map(unguarded))
  const position = mark + records[0]!.next
  return { encoding, delimiter, header, sample, position, sheet: null, isEmpty: position >= size }
}
