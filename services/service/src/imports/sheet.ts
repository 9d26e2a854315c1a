// A workbook becomes text with commas, some megabytes in each step; its rows are then taken as those of any file.
import type { Sender } from '@lms/content/in-thread'
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { readPart } from '../reading/source.ts'
import { Workbook } from '../reading/workbook.ts'

/** How far a workbook has become text. */
export interface SheetState {
  /** The text in the making. */
  text_file_id: Id<'fil'>
  /** Unpacked bytes of the sheet that are done. */
  position: number
  /** Bytes and rows of the text so far. */
  size: number
  rows: number
  is_done: boolean
}

/** Maximum bytes of the text. */
export const maxTextBytes = 256 * 1024 ** 2
/** Bytes of text after which a step commits what it has, and milliseconds after which it does so in any case. */
const stepBytes = 4 * 1024 ** 2
const stepMs = 20_000

type At = Pick<Work, 'work' | 'runtime'>

/** Opens the workbook in a file of this size; throws `ArchiveRefused`. Null if the file is gone. */
export async function openSheet(
  fileId: string,
  size: number,
  ctx: At,
  sender: Sender,
): Promise<Workbook | null> {
  let isGone = false
  const read = async (range: { start: number; length: number }) => {
    const part = await readPart(fileId, range, ctx)
    if (!part) isGone = true
    return part?.bytes ?? Buffer.alloc(0)
  }
  try {
    return await Workbook.open(read, size, sender)
  } catch (error) {
    if (isGone) return null
    throw error
  }
}

/** Workbooks and other archives begin so. */
export const isArchive = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** The next rows as text, and the state behind them. */
export async function nextText(
  workbook: Workbook,
  state: SheetState,
  most: number,
): Promise<{ text: Buffer; state: SheetState }> {
  const until = performance.now() + stepMs
  const lines: string[] = []
  let { position, rows } = state
  let bytes = 0
  let isDone = true
  for await (const { cells, next } of workbook.rows(position)) {
    position = next
    if (cells.length > 0) {
      const line = recordOf(cells)
      lines.push(line)
      bytes += Buffer.byteLength(line)
      rows++
    }
    if (bytes < stepBytes && performance.now() < until && rows <= most) continue
    isDone = false
    break
  }
  return {
    text: Buffer.from(lines.join('')),
    state: { ...state, position, rows, size: state.size + bytes, is_done: isDone },
  }
}

/** A record of comma-separated values, as it stands: nobody opens this text in a spreadsheet. */
const recordOf = (cells: readonly string[]): string =>
  `${cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
