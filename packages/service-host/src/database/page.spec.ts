// Walking a list page by page while others insert and delete.
import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import fc from 'fast-check'
import { emptyQuery, type ListQuery, type SortKey } from '../list/list-query.ts'
import { type NoteRow, NoteStore, newNote, notesService } from '../spec/notes.ts'
import { UnitOfWork } from '../work/unit-of-work.ts'
import type { RowPage } from './read-page.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [notesService] })
})
afterAll(() => system.stop())

/** A school of its own, with the two ways to work in it. */
function freshSchool() {
  const { school } = system.caller()
  const work = () => {
    const origin = {
      requestId: 'a'.repeat(32),
      clientRequestId: null,
      causeId: null,
      caller: null,
      now: new Date(),
    }
    const database = system.services.notes!.runtime.database.of(school)
    const one = new UnitOfWork({ database, schema: 'notes', school, origin })
    return { one, notes: new NoteStore(one) }
  }
  return {
    change: async (change: (notes: NoteStore) => void) => {
      const { one, notes } = work()
      change(notes)
      await one.finish(null)
    },
    page: (query: Partial<ListQuery>) => work().notes.page(emptyQuery(query)),
  }
}

// Few values, so that many rows are alike in all but their id.
const moments = [
  '2026-01-01T00:00:00.000+00:00',
  '2026-01-01T00:00:00.001+00:00',
  '2026-01-02T00:00:00.999+00:00',
]
const row = fc.record({
  name: fc.constantFrom('a', 'b', 'Z', 'é', ''),
  rank: fc.integer({ min: -1, max: 1 }),
  created_at: fc.constantFrom(...moments),
})
const sort = fc
  .uniqueArray(fc.constantFrom('created_at', 'rank', 'name'), { maxLength: 3 })
  .chain(names =>
    fc.tuple(...names.map(name => fc.boolean().map((descending): SortKey => ({ name, descending })))),
  )
const between = fc.record({
  inserts: fc.array(row, { maxLength: 3 }),
  deletes: fc.array(fc.nat(), { maxLength: 3 }),
})

const noteOf = ({ name, rank, created_at }: { name: string; rank: number; created_at: string }) => ({
  ...newNote({ id: newId('off'), name, rank }, created_at),
  created_at,
})

test('a walk neither skips nor repeats rows that exist throughout', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 25 }),
      sort,
      fc.integer({ min: 1, max: 7 }),
      fc.array(between, { minLength: 1, maxLength: 5 }),
      async (rows, order, limit, changes) => {
        const school = freshSchool()
        const alive = new Map(rows.map(noteOf).map(note => [note.id as string, note]))
        const stayed = new Set(alive.keys())
        await school.change(notes => alive.forEach(note => void notes.insert(note)))
        const seen: string[] = []
        let after: string[] | null = null
        for (let turn = 0; turn < 200; turn++) {
          const page: RowPage<NoteRow> = await school.page({
            sort: [...order],
            limit,
            after,
          })
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          seen.push(...page.rows.map(({ id }) => id))
          after = page.more ? page.position(page.rows.length - 1) : null
          if (!after) break
          const { inserts, deletes } = changes[turn % changes.length]!
          // Inserts stop after a while, or a walk towards them would have no end.
          const fresh = turn < 10 ? inserts.map(noteOf) : []
          const ids = [...alive.keys()]
          const deletedIds = [...new Set(deletes.map(index => ids[index % ids.length]!))].filter(Boolean)
          await school.change(notes => {
            for (const note of fresh) notes.insert(note)
            for (const id of deletedIds) notes.remove(alive.get(id) as never)
          })
          for (const note of fresh) alive.set(note.id, note)
          for (const id of deletedIds) {
            alive.delete(id)
            stayed.delete(id)
          }
        }
        expect(after).toBeNull()
        expect(new Set(seen).size).toBe(seen.length)
        expect([...stayed].filter(id => !seen.includes(id))).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

test('pages have the requested order, ties by id', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 20 }), sort, async (rows, order) => {
      const school = freshSchool()
      await school.change(notes => rows.forEach(noteRow => void notes.insert(noteOf(noteRow))))
      const { rows: sorted } = await school.page({ sort: [...order] })
      const keys = [...order, { name: 'id', descending: order.at(-1)?.descending ?? true }]
      const compare = (one: any, other: any) => {
        for (const { name, descending } of keys) {
          if (one[name] === other[name]) continue
          return one[name] < other[name] === descending ? 1 : -1
        }
        return 0
      }
      expect(sorted.map(({ id }) => id)).toEqual([...sorted].sort(compare).map(({ id }) => id))
    }),
    { numRuns: 40 },
  )
})

test('filters restrict the walk to matching rows', async () => {
  const school = freshSchool()
  const rows = ['a', 'b', 'c'].flatMap(name =>
    moments.map(created_at => noteOf({ name, rank: 0, created_at })),
  )
  await school.change(notes => rows.forEach(note => void notes.insert(note)))
  const result = await school.page({
    filters: [
      { name: 'name', operator: 'in', values: ['a', 'b', '{"x'] },
      { name: 'created_at', operator: '>', values: ['2026-01-01T03:00:00.000+03:00'] },
    ],
  })
  expect(result.rows).toHaveLength(4)
  expect(result.rows.every(({ name, created_at }) => name !== 'c' && created_at > moments[0]!)).toBe(true)
})

test('an unreadable value matches nothing, with a warning', async () => {
  const school = freshSchool()
  await school.change(notes => void notes.insert(noteOf({ name: 'a', rank: 0, created_at: moments[0]! })))
  const warnings: string[] = []
  const result = await school.page({ filters: [{ name: 'rank', operator: '=', values: ['many'] }], warnings })
  expect(result).toMatchObject({ rows: [], more: false })
  expect(warnings).toEqual(['rank has an unreadable value; nothing matches'])
})
