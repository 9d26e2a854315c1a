// Statements are prepared once per connection, under a name derived from their text.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Statement, Step, Value } from './batch.ts'

// Lists have many forms (filters × order), so only the most recently used are cached.
const statements = new LRUCache<string, Statement>({ max: 2000 })

/** The prepared form of a text; the same text always has the same name. */
export function statement(text: string): Statement {
  const cached = statements.get(text)
  if (cached) return cached
  const prepared = { name: `lms_${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`, text }
  statements.set(text, prepared)
  return prepared
}

/** Postgres's array literal of texts. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map(value => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`

export const step = (text: string, values: readonly Value[] = []): Step => ({
  statement: statement(text),
  values,
})

/** The same, planned for its values each time: for a walk over what a few values name, in an order that another index has. */
export const planned = (text: string, values: readonly Value[]): Step => ({
  ...step(text, values),
  planned: true,
})

export const begin = step('begin')
export const commit = step('commit')
export const rollback = step('rollback')

const setSchool = statement(`select set_config('app.school_id', $1, true)`)
/** Sets the school for the rest of the transaction; row-level security shows only its rows. */
export const asSchool = (school: string): Step => ({ statement: setSchool, values: [school] })

const setSchoolAndDeadline = statement(
  `select set_config('app.school_id', $1, true), set_config('statement_timeout', $2, true)`,
)
/** The same, and each further statement of the transaction ends after this many milliseconds, planning included. */
export const asSchoolFor = (school: string, ms: number): Step => ({
  statement: setSchoolAndDeadline,
  values: [school, String(ms)],
})

/**
 * The same for a transaction that may write: in a school that was erased none begins any more (`SchoolErased`). One that only
 * reads needs no such look, which costs some 50 µs: there is nothing to read.
 */
export const enterSchool = (schema: string, school: string): Step =>
  step(`select "${schema}".enter($1)`, [school])
