// What a store reads, and what it holds against others who do the same.
import { jest } from '@jest/globals'
import { type Caller, refuse } from '@lms/contract'
import { asOwner, eventually } from '@lms/testing'
import { NoteStore, noted } from '../spec/notes.ts'
import { note, notesWorld } from '../spec/works.ts'
import { inUnitOfWork } from './in-unit-of-work.ts'
import { byId } from './store.ts'

const { notes_limit_reached } = refuse({
  notes_limit_reached: { status: 409, when: 'there are too many', message: 'Delete one.' },
})

const world = notesWorld()
const { begin, saved } = world
afterEach(() => jest.restoreAllMocks())

/** Whether this waits for a lock, and does not come to its end. */
async function waitsFor(promise: Promise<unknown>): Promise<boolean> {
  let ended = false
  const end = () => {
    ended = true
  }
  promise.then(end, end)
  await eventually('it to wait, or to end', async () => {
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    return ended || (await asOwner(world.system.ownerUrl, client => client.query(waiting))).rows.length > 0
  })
  return !ended
}

test('a walk gives what meets a condition in the order of ids, so many rows at a time', async () => {
  const savedNotes = []
  for (const name of ['a', 'b', 'a', 'a']) savedNotes.push(await saved(name))
  const ids = savedNotes.filter(({ name }) => name === 'a').map(({ id }) => id as string)
  // Younger rows stand before older ones where they are read as they lie.
  await asOwner(world.system.ownerUrl, client =>
    client.query('update notes.notes set rank = 1 where id = $1', [ids[0]]),
  )
  const { notes } = begin()
  const walk = async (after: string | null, rank: string) =>
    (await notes.walk({ sql: 't.name = $ and t.rank >= $', values: ['a', rank] }, after, 100)).map(
      ({ id }) => id,
    )
  expect(await walk(null, '0')).toEqual([...ids].sort())
  expect(await walk([...ids].sort()[0]!, '0')).toEqual([...ids].sort().slice(1))
  expect(await walk(null, '1')).toEqual([ids[0]])
})

test('rows stand by their ids', async () => {
  const rows = [await saved('a'), await saved('b')]
  expect([...byId(rows)]).toEqual(rows.map(row => [row.id, row]))
})

test('while one adds the last row others wait who would add one, and are refused', async () => {
  const most = { most: 2, refusal: notes_limit_reached }
  await saved('one')
  const [first, second] = [begin(), begin()]
  await first.notes.refuseBeyond(most)
  first.notes.insert(note('the last'))
  const pending = second.notes.refuseBeyond(most)
  expect(await waitsFor(pending)).toBe(true)
  await first.work.finish(null)
  await expect(pending).rejects.toMatchObject({ refusal: { reason: 'notes_limit_reached' } })
  await second.work.abandon(null)
})

test('a bound counts what it is of, and no more', async () => {
  await saved('a')
  await saved('b')
  const within = async (most: number, name: string, rank = '0') => {
    const { work, notes } = begin()
    const where = { sql: 't.name = $ and t.rank = $', values: [name, rank] }
    const refused = await notes
      .refuseBeyond({ most, refusal: notes_limit_reached }, where)
      .then(() => false)
      .catch(error => error.refusal.reason)
    await work.abandon(null)
    return refused
  }
  expect(await within(1, 'a')).toBe('notes_limit_reached')
  expect(await within(2, 'a')).toBe(false)
  expect(await within(1, 'a', '1')).toBe(false)
  expect(await within(1, 'c')).toBe(false)
})

test('a work that adds several rows counts those that it has been let add', async () => {
  await saved('a')
  const { work, notes } = begin()
  const most = { most: 2, refusal: notes_limit_reached }
  const where = (name: string) => ({ sql: 't.name = $', values: [name] })
  await notes.refuseBeyond(most, where('a'))
  notes.insert(note('a'))
  await expect(notes.refuseBeyond(most, where('a'))).rejects.toMatchObject({
    refusal: { reason: 'notes_limit_reached' },
  })
  await notes.refuseBeyond(most, where('b'))
  await work.abandon(null)
})

test('who has locked every row has them in the order of ids, and nobody adds one meanwhile', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await saved(name)).id)
  await asOwner(world.system.ownerUrl, client =>
    client.query('update notes.notes set rank = 1 where id = $1', [[...ids].sort()[0]]),
  )
  const [first, second] = [begin(), begin()]
  expect((await first.notes.lockEvery()).map(({ id }) => id)).toEqual([...ids].sort())
  const pending = second.notes.refuseBeyond({ most: 10, refusal: notes_limit_reached })
  expect(await waitsFor(pending)).toBe(true)
  await first.work.finish(null)
  await pending
  await second.work.abandon(null)
})

test('what a unit of work leaves is taken up at once, and charged to the school of its caller', async () => {
  const [notify, wakeTasks, spent] = [
    jest.spyOn(world.runtime, 'notify'),
    jest.spyOn(world.runtime, 'wakeTasks'),
    jest.spyOn(world.runtime.metering, 'add'),
  ]
  const once = async (of: { event?: boolean; tasks?: boolean; write?: boolean; caller?: Caller | null }) => {
    for (const spy of [notify, wakeTasks, spent]) spy.mockClear()
    const origin = { requestId: 'a'.repeat(32), clientRequestId: null, causeId: null, now: new Date() }
    const who = of.caller === undefined ? world.caller : of.caller
    const scope = {
      database: world.runtime.database.background,
      school: world.caller.school,
      origin: { ...origin, caller: who },
    }
    await inUnitOfWork(world.runtime, scope, async ({ work, emit }) => {
      if (of.write || of.event) {
        const row = new NoteStore(work).insert(note('a'))
        if (of.event) emit(noted, row)
      }
      if (of.tasks) work.leavesTasks()
      return { result: null, answer: null }
    })
    return [notify, wakeTasks, spent].map(({ mock }) => mock.calls.length)
  }
  expect(await once({})).toEqual([0, 0, 0])
  expect(await once({ write: true })).toEqual([0, 0, 1])
  expect(await once({ event: true })).toEqual([1, 0, 1])
  expect(await once({ tasks: true })).toEqual([0, 1, 0])
  expect(await once({ event: true, caller: null })).toEqual([1, 0, 0])
})
