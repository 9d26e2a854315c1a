// A table of a school is read out in pages, without what is hidden and without rows of others.
import { notesService } from '../spec/notes.ts'
import { notesWorld } from '../spec/works.ts'
import { archivedTables } from './archived-table.ts'

const world = notesWorld()
const { begin, saved } = world
const table = archivedTables(notesService.entities).get('notes')!

test('all rows of a school come in the order of the key, page by page', async () => {
  const savedRows = []
  for (const letter of 'abcdefg') savedRows.push(await saved(letter.repeat(1_000_000)))
  const own = world.caller
  world.caller = world.system.caller()
  await saved('of another school')
  world.caller = own
  const first = await table.page({ after: null }, begin().work)
  expect(first.rows).toHaveLength(4)
  const second = await table.page({ after: first.next }, begin().work)
  expect(second.next).toBeNull()
  const sorted = savedRows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect([...first.rows, ...second.rows]).toEqual(sorted.map(({ school_id: _, ...row }) => row))
  const some = await table.page(
    { after: null, ids: [savedRows[2]!.id, savedRows[0]!.id, 'unknown'] },
    begin().work,
  )
  expect(new Set(some.rows.map(({ id }) => id))).toEqual(new Set([savedRows[0]!.id, savedRows[2]!.id]))
})

test('rows of an archive return as they were, once, into their own school only', async () => {
  const savedRows = [await saved('one'), await saved('other')]
  const { rows } = await table.page({ after: null, hidden: true }, begin().work)
  const putBack = async () => {
    const work = begin().work
    table.put(rows, work)
    await work.finish(null)
  }
  await putBack()
  const again = await table.page({ after: null, hidden: true }, begin().work)
  expect(again.rows).toEqual(rows)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(savedRows.map(({ id }) => id)))
  world.caller = world.system.caller()
  await putBack()
  const other = await table.page({ after: null, hidden: true }, begin().work)
  expect(other.rows).toEqual(rows)
  expect(table.unknown({ ...rows[0], is_secret: 1 })).toEqual(['is_secret'])
})
