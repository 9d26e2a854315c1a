// Reads a table of a school out, page by page, in the order of its key.

import type { Step, StepResult } from '../database/batch.ts'
import { type AnyEntity, archiveOf } from '../database/columns.ts'
import { onlyColumns, readRow, shapeOf } from '../database/rows.ts'
import { statement, textArray } from '../database/statements.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Rows and bytes of one page; one row of more bytes is a page of its own. */
const mostRows = 5000
const mostBytes = 4 * 1024 * 1024

/** A page of rows, and the key of its last one; null after the last page. */
export interface ArchivedPage {
  readonly rows: Record<string, unknown>[]
  readonly next: string[] | null
}

interface Asked {
  readonly after: readonly string[] | null
  readonly ids?: readonly string[] | undefined
}

export interface ArchivedTable {
  /** The number of columns of its key after the school. */
  readonly keySize: number
  /** Whether rows have an id of their own. */
  readonly hasId: boolean
  /** The rows after a key; with `ids` only those. `read` reads them: from `work`, or in a snapshot. */
  page(asked: Asked, work: UnitOfWork, read?: (step: Step) => Promise<StepResult>): Promise<ArchivedPage>
}

/** The tables among the entities whose rows belong to the archive of a school, by name. */
export const archivedTables = (entities: readonly AnyEntity[]): ReadonlyMap<string, ArchivedTable> =>
  new Map(
    entities.flatMap(entity =>
      archiveOf(entity) === 'rows' ? [[entity.init().meta.tableName, archivedTable(entity)]] : [],
    ),
  )

const bareType = (type: string) => type.replace(/ collate.*/, '')

function archivedTable(entity: AnyEntity): ArchivedTable {
  const whole = shapeOf(entity)
  const shown = onlyColumns(whole, name => !whole.hidden.has(name))
  const keys = (entity.init().meta.primaryKeys as readonly string[]).filter(name => name !== 'school_id')
  const named = keys.map(name => `t."${name}"`).join(', ')
  const types = keys.map(key => bareType(whole.columns.find(({ name }) => name === key)!.type))
  // A table with one row for each school has no key besides.
  const selection = [...keys.map(name => `t."${name}"::text`), shown.selection].filter(Boolean).join(', ')
  const order = keys.length ? ` order by ${named} limit ${mostRows}` : ''
  const text = ({ after, ids }: Asked) => {
    const first = ids ? 3 : 2
    const beyond = types.map((type, index) => `$${first + index}::${type}`).join(', ')
    const conditions = [
      't.school_id = $1',
      ...(ids ? ['t.id = any($2::text[])'] : []),
      ...(after ? [`(${named}) > (${beyond})`] : []),
    ]
    return `select ${selection} from ${whole.table} t where ${conditions.join(' and ')}${order}`
  }
  return {
    keySize: keys.length,
    hasId: whole.columns.some(({ name }) => name === 'id'),
    async page(asked, work, read = step => work.ask(step)) {
      const { after, ids } = asked
      const found = await read({
        statement: statement(text(asked)),
        values: [work.school, ...(ids ? [textArray(ids)] : []), ...(after ?? [])],
        rows: mostRows,
        mostBytes,
      })
      const more = keys.length > 0 && (found.cut || found.rows.length === mostRows)
      return {
        rows: found.rows.map(fields => readRow<Record<string, unknown>>(shown, fields.slice(keys.length))),
        next: more ? found.rows.at(-1)!.slice(0, keys.length).map(String) : null,
      }
    },
  }
}
