import { refuse } from '@lms/contract'
import { column, table, tenantEntity } from '../index.ts'
import { conflictOf } from './table.ts'

const refusal = (message: string) =>
  refuse({ name_taken: { status: 409, when: 'the name is taken', message } }).name_taken
const refusals = { notes: refusal('Another note has it.'), shelves: refusal('Another shelf has it.') }

for (const schema of ['notes', 'shelves'] as const)
  table(tenantEntity(schema, 'things', { id: column.id<'off'>().primary() }, { archive: 'rows' }), {
    conflicts: { things_name_key: refusals[schema] },
  })

test.each(['notes', 'shelves'] as const)(
  'services of one process with constraints of one name each have their own refusal: %s',
  schema => {
    expect(conflictOf({ schema, constraint: 'things_name_key' })).toBe(refusals[schema])
  },
)

test('a constraint without a refusal has none, and one that names no schema is found by its name', () => {
  expect(conflictOf({ schema: 'users', constraint: 'things_name_key' })).toBeUndefined()
  expect(conflictOf({})).toBeUndefined()
  expect(conflictOf({ constraint: 'things_name_key' })).toBe(refusals.shelves)
})
