// The beginning of a file: its encoding, its delimiter, the columns of its header.
import { ArchiveRefused } from '@lms/archive'
import type { Sender } from '@lms/content/in-thread'
import { newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { readPart } from '../reading/source.ts'
import { columnsOf, type Opening, sampleRows } from './header.ts'
import { refusals } from './import.contract.ts'
import { maxColumns } from './import.object.ts'
import { inTextThread } from './in-text-thread.ts'
import { isEmail } from './mapping.ts'
import { isArchive, openSheet } from './sheet.ts'

/** Bytes of the beginning; a header has its end there. */
const openingBytes = 512 * 1024
/** Rows of a workbook, with empty ones, among which the header and the sample are. */
const maxLooked = 1000
/** Bytes of a workbook's shared texts that are read for its header. */
const headerTextBytes = 4 * 1024 ** 2
const maxBytes = 100 * 1024 * 1024

type At = Pick<Work, 'work' | 'runtime'>

/** The opening of a file; refuses one that has none. */
export async function openingOf(fileId: string, ctx: At, sender: Sender): Promise<Opening> {
  const part = await readPart(fileId, { start: 0, length: openingBytes }, ctx)
  if (!part) throw refused(notReady)
  if (part.size > maxBytes) throw refused('The file has more than 100 MiB. Split it.')
  const opening = await (isArchive(part.bytes)
    ? ofWorkbook(fileId, part.size, ctx, sender)
    : inTextThread('beginning', { bytes: part.bytes, size: part.size }, sender)
  ).catch(error => {
    throw error instanceof ArchiveRefused ? refused(error.message) : error
  })
  if (opening.header.some(isEmail)) throw refused(noHeader)
  if (opening.header.length > maxColumns) throw refused(`The file has more than ${maxColumns} columns.`)
  return opening
}
const noHeader =
  'The first row of the file has an e-mail address, and no names of columns: put a row with them above it.'
const notReady = 'The file is not ready, or was deleted.'

async function ofWorkbook(fileId: string, size: number, ctx: At, sender: Sender): Promise<Opening> {
  const workbook = await openSheet(fileId, size, ctx, sender)
  if (!workbook) throw refused(notReady)
  const rows: (readonly string[])[] = []
  let position = 0
  let looked = 0
  for await (const { cells, next } of workbook.rows(0, headerTextBytes)) {
    if (looked++ >= maxLooked) break
    if (cells.length === 0) continue
    if (rows.length === 0) position = next
    if (rows.push(cells) > sampleRows) break
  }
  const [header, ...sample] = rows.map(columnsOf)
  if (!header) throw refused('The first visible sheet of the workbook has no header in its first rows.')
  const sheet = { text_file_id: newId('fil'), position, size: 0, rows: 0, is_done: false }
  return {
    ...{ encoding: null, delimiter: null, header, sample, position: 0, sheet },
    isEmpty: sample.length === 0,
  }
}

const refused = (message: string) => new Refused(refusals.import_file_refused, message)
