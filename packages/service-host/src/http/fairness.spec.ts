// One school overloads the database of a service: others are still answered, and its own requests are refused with the
// reason.
import type { Caller } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { notesService } from '../spec/notes.ts'
import { inSchool } from '../work/in-school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [notesService], settings: { poolSize: 4, databaseListMs: 1000 } })
})
afterAll(() => system.stop())

const ask = (caller: Caller, method: string, path: string, body?: unknown) =>
  system.request('notes', { method, path: `/v1/notes${path}`, caller, ...(body ? { body } : {}) })
const create = async (caller: Caller) => (await ask(caller, 'POST', '', { name: 'a' })).body.id as string

/** Runs `act` while the owner of the database holds the locks of this statement. */
const whileHeld = <T>(statement: string, act: () => Promise<T>) =>
  asOwner(system.ownerUrl, async (client: pg.Client) => {
    await client.query('begin')
    await client.query(statement)
    try {
      return await act()
    } finally {
      await client.query('rollback')
    }
  })

test('requests of one school that wait in the database leave connections to others', async () => {
  const [busy, other] = [system.caller(), system.caller()]
  const id = await create(busy)
  const changes = await whileHeld(`select from notes.notes where id = '${id}' for update`, async () => {
    const waiting = Array.from({ length: 30 }, () => ask(busy, 'PATCH', `/${id}`, { name: 'b' }))
    expect(await ask(other, 'POST', '', { name: 'c' })).toMatchObject({ status: 201 })
    expect(await ask(other, 'GET', '')).toMatchObject({ status: 200, body: { data: [{ name: 'c' }] } })
    return waiting
  })
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('a school has a maximum of waiting requests; more get 503', async () => {
  const [busy, other] = [system.caller(), system.caller()]
  const id = await create(busy)
  const changes = await whileHeld(`select from notes.notes where id = '${id}' for update`, async () => {
    const waiting = Array.from({ length: 80 }, () => ask(busy, 'PATCH', `/${id}`, { name: 'b' }))
    const refused = await Promise.race(waiting)
    expect(refused).toMatchObject({ status: 503, body: { error: { reason: 'too_busy' } } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await ask(other, 'GET', '')).toMatchObject({ status: 200 })
    return waiting
  })
  const statuses = Map.groupBy(await Promise.all(changes), ({ status }) => status)
  // Two have a connection, 64 wait.
  expect(statuses.get(200)).toHaveLength(66)
  expect(statuses.get(503)).toHaveLength(14)
})

test('reactions and jobs of one school that wait in the database leave connections to those of others', async () => {
  const [busy, other] = [system.caller(), system.caller()]
  const ids = { [busy.school]: await create(busy), [other.school]: await create(other) }
  const lock = ({ school }: Caller) =>
    inSchool(school, system.services.notes!.runtime, ({ work }) =>
      work.lock('select id from notes.notes where school_id = $1 and id = $2 for update', [
        school,
        ids[school]!,
      ]),
    )
  const lockQuery = `select from notes.notes where id = '${ids[busy.school]}' for update`
  const waiting = await whileHeld(lockQuery, async () => {
    const all = Array.from({ length: 10 }, () => lock(busy))
    expect((await lock(other)).rows).toEqual([[ids[other.school]]])
    return { all }
  })
  expect(await Promise.all(waiting.all)).toHaveLength(10)
})

test('a list that takes too long ends with an explanation; a change has more time', async () => {
  const [caller, other] = [system.caller(), system.caller()]
  const id = await create(other)
  const change = await whileHeld('lock table notes.notes in access exclusive mode', async () => {
    const waiting = ask(other, 'PATCH', `/${id}`, { name: 'b' })
    const list = await ask(caller, 'GET', '?sort=name')
    expect(list).toMatchObject({ status: 503, body: { error: { reason: 'list_too_slow' } } })
    expect(list.headers.get('retry-after')).toBe('1')
    return { waiting }
  })
  expect(await change.waiting).toMatchObject({ status: 200 })
})
