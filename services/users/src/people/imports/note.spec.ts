// What a dry run has noted is found by keys: a slice late in a large file costs no more than an early one.
import type { Step } from '@lms/service-host'
import { asOwner, connectAs, planModes, planOf, rowsRead, startSystem, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { usersService } from '../../service.ts'
import { ImportNoteStore } from './note.store.ts'

const noted = 20_000

let system: TestSystem
let client: pg.Client
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
  client = await connectAs(system, 'users')
})
afterAll(async () => {
  await client?.end()
  await system.stop()
})

test.each(planModes)(
  'people of a slice are found among all noted ones by their keys, by a %s',
  async mode => {
    const { school } = system.caller()
    await asOwner(system.ownerUrl, async owner => {
      await owner.query(
        `insert into users.import_notes (school_id, import_id, key, noted_id, person)
       select $1, 'imp_1', k.key, 'usr_' || n, k.person from generate_series(1, ${noted}) n,
         lateral (values ('u usr_' || n, jsonb_build_object('id', 'usr_' || n)), ('e p' || n || '@x.org', null)) k (key, person)`,
        [school],
      )
      await owner.query('analyze users.import_notes')
    })
    const queries: Step['statement']['text'][] = []
    const values: (readonly (string | null)[])[] = []
    const read = async (text: string, row: readonly (string | null)[]) => {
      queries.push(text)
      values.push(row)
      return { rows: [] }
    }
    const notes = new ImportNoteStore({ school, read } as never)
    const contacts = Array.from({ length: 10 }, (_, n) => ({ email: `p${100 * n + 7}@x.org`, phone: null }))
    await notes.people('imp_1', contacts as never, ['usr_3'])
    const plan = await planOf(client, { text: queries[0]!, values: values[0]! }, { mode, school })
    expect(plan['Actual Rows']).toBe(11)
    expect(rowsRead(plan)).toBeLessThan(60)
  },
)
