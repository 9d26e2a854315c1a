// The rows of a sheet from its unpacked bytes, which a thread reads some at a time.
import { ArchiveRefused } from '@lms/archive'
import type { Sender } from '@lms/content/in-thread'
import { inReadingThread } from './in-reading-thread.ts'
import type { RawCell } from './workbook-cell.ts'

/** Bytes of a row, and those that the thread gets at once. */
const maxRowBytes = 1024 ** 2
const atOnce = 256 * 1024

export interface SheetCells {
  readonly cells: readonly RawCell[]
  /** Bytes of the sheet up to the end of the row. */
  readonly next: number
}

/** The rows behind the place `from`, which is 0 or the `next` of a row. */
export async function* rowsIn(
  parts: AsyncIterable<Buffer>,
  from: number,
  sender: Sender,
): AsyncGenerator<SheetCells> {
  let start = from
  let isBegun = from > 0
  let rest = Buffer.alloc(0)
  for await (const bytes of batches(behind(parts, from), atOnce)) {
    rest = Buffer.concat([rest, bytes])
    const parsedRows = await inReadingThread('rows', { bytes: rest, isBegun }, sender)
    isBegun = parsedRows.isBegun
    for (const { cells, end } of parsedRows.rows) yield { cells, next: start + end }
    if (parsedRows.isOver) return
    rest = rest.subarray(parsedRows.done)
    start += parsedRows.done
    if (rest.length > maxRowBytes)
      throw new ArchiveRefused(
        isBegun ? 'A row of the sheet has more than 1 MiB.' : 'The sheet does not begin with rows.',
      )
  }
}

/** The bytes behind a place. */
async function* behind(parts: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const part of parts) {
    const skipped = Math.min(part.length, Math.max(0, from - passed))
    passed += part.length
    if (skipped < part.length) yield part.subarray(skipped)
  }
}

/** The same bytes, so many at once. */
export async function* batches(parts: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const part of parts) {
    waiting.push(part)
    size += part.length
    if (size < bytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
