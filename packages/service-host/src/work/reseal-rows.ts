// Encrypts stored secrets again when the key ring has a new first key, and those that are not bound to their row.

import type { Fields } from '../database/batch.ts'
import { step } from '../database/statements.ts'
import type { Runtime } from './runtime.ts'

export interface SealedRows {
  /** `schema.table`, with the columns `school_id` and `id`; the role of workers across schools may read and update it. */
  readonly table: string
  /** Columns with encrypted texts or null. */
  readonly columns: readonly string[]
  /** The place of a row's secrets, to which the vault binds them. */
  readonly placeOf: (school: string, id: string) => string
}

const page = 100

/**
 * Encrypts them by the present key. After it, older keys may be removed from LMS_SECRET_KEYS. Undecryptable secrets are
 * reported and left. A secret that changes meanwhile stays as it was changed.
 */
export async function resealRows(runtime: Runtime, of: SealedRows): Promise<void> {
  // Ids alone are no place to go on: those of settings are the same in every school.
  for (let after = ['', '']; ; ) {
    const rows = await oldOnes(after, of, runtime)
    for (const row of rows) await resealOne(row, of, runtime)
    if (rows.length < page) return
    after = rows.at(-1)!.slice(0, 2) as string[]
  }
}

function oldOnes(
  after: readonly string[],
  { table, columns }: SealedRows,
  { system, vault: { present } }: Runtime,
): Promise<Fields[]> {
  const isOld = columns.map(
    column => `not (starts_with("${column}", $3) and right("${column}", length($4)) = $4)`,
  )
  const columnList = columns.map(column => `"${column}"`).join(', ')
  return system.rows(
    step(
      `select school_id, id, ${columnList} from ${table}
       where (school_id, id) > ($1, $2) and (${isOld.join(' or ')}) order by school_id, id limit ${page}`,
      [...after, present.begins, present.ends],
    ),
  )
}

async function resealOne(
  [school, id, ...texts]: Fields,
  { table, columns, placeOf }: SealedRows,
  { system, vault, log }: Runtime,
): Promise<void> {
  const location = placeOf(school!, id!)
  try {
    const anew = texts.map(text => (text == null ? null : vault.seal(vault.open(text, location), location)))
    const sets = columns.map((column, index) => `"${column}" = $${index + 3}`)
    const same = columns.map(
      (column, index) => `"${column}" is not distinct from $${index + 3 + columns.length}`,
    )
    await system.run([
      step(
        `update ${table} set ${sets.join(', ')} where school_id = $1 and id = $2 and ${same.join(' and ')}`,
        [school!, id!, ...anew, ...texts.map(text => text ?? null)],
      ),
    ])
  } catch (error) {
    log.error({ err: error, school, table, id }, 'secrets cannot be re-encrypted')
  }
}
