// Writes the answer of a list item by item: it ends before it is too large, and its cursor continues from there.
import { listBounds, type Operation } from '@lms/contract'
import type { RowPage } from '../database/read-page.ts'
import { checkDeclared, pickDeclared } from '../kernel/declared-fields.ts'
import type { Related } from './expand.ts'
import { type Fields, write } from './fields.ts'
import { type LargeAnswer, largeBytes, ownTurn, Pieces } from './large-answer.ts'

type Item = Record<string, unknown>

interface Answering {
  operation: Operation
  fields: Fields
  related: Related<unknown>
  warnings: readonly string[]
  /** Where the list continues after a page without items, although it has not ended. */
  goesOn: string[] | null
  /** For a feed: where it is before this page. */
  feedPosition: string[] | null
  /** The cursor of a position. */
  seal(position: string[]): string
  /** Its turn among large answers. */
  large: Pick<LargeAnswer, 'grow'>
}

/** Bytes for the cursor and the warnings. */
const besides = 16_000

/** The answer: as many rows of the page as fit into the maximum bytes, but always one. */
export async function listAnswer(
  page: RowPage<{ id: string }>,
  { operation, fields, related, warnings, goesOn, feedPosition, seal, large }: Answering,
): Promise<string | Buffer[]> {
  const pieces = new Pieces()
  pieces.add('{"data":[')
  let writtenCount = 0
  let bytes = besides
  /** Whether the items also fit. */
  const add = async (items: readonly Item[]): Promise<boolean> => {
    for (const item of items) {
      const parts = write(item, fields, related.insertions)
      for (const part of parts) bytes += Buffer.byteLength(part)
      bytes += 1
      if (bytes > listBounds.bytes && writtenCount > 0) return false
      if (bytes > largeBytes) await large.grow()
      if (writtenCount++ > 0) pieces.add(',')
      for (const part of parts) if (pieces.add(part)) await ownTurn()
    }
    return true
  }
  let items: Item[] = []
  for (const [index, row] of page.rows.entries()) {
    const item = itemOf(operation, row)
    items.push(item)
    const full = related.note(item)
    if (!full && index < page.rows.length - 1) continue
    await related.bring()
    if (!(await add(items))) break
    items = []
  }
  const more = writtenCount > 0 && (goesOn !== null || page.more || writtenCount < page.rows.length)
  const position = more ? page.position(writtenCount - 1) : goesOn
  const next = position && seal(position)
  const feed = feedPosition && seal(writtenCount > 0 ? page.position(writtenCount - 1) : feedPosition)
  const feedCursor = feed ? `,"feed_cursor":${JSON.stringify(feed)}` : ''
  const tail = warnings.length ? `,"warnings":${JSON.stringify(warnings)}` : ''
  pieces.add(`],"next_cursor":${JSON.stringify(next)}${feedCursor}${tail}}`)
  return pieces.contents()
}

/** The fields of a row that the contract declares. */
export function itemOf({ returns, route }: Operation, row: object): Item {
  checkDeclared(returns, row as Item, `the answer of ${route}`)
  return pickDeclared(returns, row)
}
