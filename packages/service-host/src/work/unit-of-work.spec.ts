import { common, newId, Refused } from '@lms/contract'
import pg from 'pg'
import type { Step, StepResult } from '../database/batch.ts'
import { Database } from '../database/database.ts'
import { asSchool, step } from '../database/statements.ts'
import { noted } from '../spec/notes.ts'
import { beginWork, note, notesWorld, savedNote } from '../spec/works.ts'
import type { WorkOptions } from './unit-of-work.ts'

/** A database that counts its round trips, over a single connection. */
class Counted extends Database {
  readonly batches: number[] = []
  connections = 0
  override run(steps: readonly Step[]): Promise<StepResult[]> {
    this.batches.push(steps.length)
    return super.run(steps)
  }
  override connect() {
    this.connections++
    return super.connect()
  }
}

const world = notesWorld()
const { claimOf, names } = world
let pool: pg.Pool
let database: Counted
beforeEach(() => {
  // One connection: a second one inside a transaction would time out.
  pool = new pg.Pool({
    connectionString: world.system.configs.notes!.databaseUrl,
    max: 1,
    connectionTimeoutMillis: 2000,
  })
  database = new Counted(pool)
})
afterEach(() => pool.end())

const begin = (options?: Partial<WorkOptions>) => beginWork(world.caller, database, options)
const addNote = (name?: string) => savedNote(begin(), name)
const count = async (table: string) =>
  Number(
    (
      await world.runtime.system.rows(
        step(`select count(*) from notes.${table} where school_id = $1`, [world.caller.school]),
      )
    )[0]![0],
  )

test('reads of one tick share a round trip; later ones take another', async () => {
  const row = await addNote()
  database.batches.length = 0
  const { notes } = begin()
  const results = await Promise.all([notes.find(row.id), notes.find(newId('off')), notes.many([row.id])])
  expect(results).toEqual([row, null, [row]])
  expect(database.batches).toEqual([1 + 3])
  await notes.find(row.id)
  expect(database.batches).toEqual([4, 2])
})

test('a create is one round trip: the school, the rows, the outbox', async () => {
  const { work, notes } = begin()
  const row = notes.insert(note('a'))
  work.outgoing.emit(noted, row)
  expect(database.connections).toBe(0)
  await work.finish(null)
  expect(database.batches).toEqual([3])
  expect(await names()).toEqual(['a'])
})

test('work that wrote nothing sends nothing', async () => {
  const { work } = begin()
  await work.finish(null)
  expect(database.batches).toEqual([])
})

test('no connection is occupied between reads, so a handler may call outside', async () => {
  const { work, notes } = begin()
  await notes.find(newId('off'))
  expect(work.hasTransaction).toBe(false)
  expect(pool.idleCount).toBe(1)
})

test('a lock opens the transaction that the end commits, all on one connection', async () => {
  const row = await addNote()
  database.connections = 0
  const { work, notes } = begin()
  const lockedRow = await notes.lock(row.id)
  expect(work.hasTransaction).toBe(true)
  expect(await notes.find(row.id)).toEqual(lockedRow)
  notes.save(lockedRow, { name: 'b' })
  await work.finish(null)
  expect(database.connections).toBe(1)
  expect(work.hasTransaction).toBe(false)
  expect(await names()).toEqual(['b'])
})

test("a lock waits for its holder and then sees the holder's changes", async () => {
  const row = await addNote()
  const other = new pg.Pool({ connectionString: world.system.configs.notes!.databaseUrl, max: 1 })
  const first = begin()
  const lockedRow = await first.notes.lock(row.id)
  const second = begin({ database: new Database(other) })
  const waiting = second.notes.lock(row.id)
  first.notes.save(lockedRow, { name: 'first' })
  await first.work.finish(null)
  const seen = await waiting
  expect(seen).toMatchObject({ name: 'first', version: 2 })
  second.notes.save(seen, { name: 'second' })
  await second.work.finish(null)
  expect(await names()).toEqual(['second'])
  await other.end()
})

test('a refusal after a lock rolls back and returns the connection', async () => {
  const row = await addNote()
  const { work, notes } = begin()
  const lockedRow = await notes.lock(row.id)
  notes.save(lockedRow, { name: 'never' })
  const refusal = new Refused(common.not_found)
  expect(await work.abandon(refusal)).toBe(refusal)
  expect(pool.idleCount).toBe(1)
  expect(await names()).toEqual(['a'])
})

test('a write that fails takes the rows, the event and the claim with it', async () => {
  const row = await addNote()
  const claim = claimOf('k1', '{}')
  const { work, notes } = begin({ claim })
  const fresh = notes.insert(note('fresh'))
  work.outgoing.emit(noted, fresh)
  notes.insert({ ...note('twin'), id: row.id })
  await expect(work.finish('{}')).rejects.toMatchObject({ constraint: 'notes_pkey' })
  expect(await names()).toEqual(['a'])
  expect(await claim.replay(database)).toBeNull()
})

test('a failed read of a tick fails every read of it, and none after', async () => {
  const { work, notes } = begin()
  const both = [work.read('select 1 / $1::int', ['0']), notes.find(newId('off'))]
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await notes.find(newId('off'))).toBeNull()
})

test('a read or a write after the end is a fault of the handler, with a clear error', async () => {
  const { work, notes } = begin()
  await work.finish(null)
  await expect(notes.find(newId('off'))).rejects.toThrow('Await every read inside the handler')
  expect(() => work.write('select 1', [])).toThrow('write nothing after it')
})

test('a statement without a school sees the rows of its own school only', async () => {
  await addNote('ours')
  const ours = world.caller
  world.caller = world.system.caller()
  expect(await names()).toEqual([])
  const { work, notes } = begin()
  // Whatever a row says, it is written to the caller's school.
  notes.insert({ ...note('theirs'), school_id: ours.school } as never)
  await work.finish(null)
  expect(await names()).toEqual(['theirs'])
  world.caller = ours
  expect(await names()).toEqual(['ours'])
})

test('row-level security refuses a statement that writes to another school', async () => {
  const { work } = begin()
  const row = note('x')
  work.write(
    `insert into notes.notes (school_id, id, name, rank, colour, version, created_at, updated_at)
     values ($1, $2, 'x', 0, 'red', 1, now(), now())`,
    [newId('sch'), row.id],
  )
  await expect(work.finish(null)).rejects.toMatchObject({ sqlState: '42501' })
})

test('actions after the commit run after it, and never after a rollback', async () => {
  const followed: string[] = []
  const written = begin()
  written.notes.insert(note('a'))
  written.work.whenCommitted(() => followed.push(`written: ${written.work.hasTransaction}`))
  expect(followed).toEqual([])
  await written.work.finish(null)

  const row = await addNote('b')
  const holder = begin()
  await holder.notes.lock(row.id)
  holder.work.whenCommitted(() => followed.push(`held: ${holder.work.hasTransaction}`))
  await holder.work.finish(null)

  const undone = begin()
  undone.work.whenCommitted(() => followed.push('undone'))
  await undone.work.abandon(new Error('no'))
  expect(followed).toEqual(['written: false', 'held: false'])
})

test('an event is in the outbox exactly when its change is committed', async () => {
  const { work, notes } = begin()
  const row = notes.insert(note('a'))
  work.outgoing.emit(noted, row)
  expect(await count('outbox')).toBe(0)
  await work.finish(null)
  // The relay publishes it and the sweep deletes it later; the row itself was committed.
  expect(await count('outbox')).toBe(1)
})

test('ten thousand events are inserted by one statement, in the order of their emission', async () => {
  const { work } = begin()
  const names = Array.from({ length: 10_000 }, (_, index) => `${index} "quoted" \\ {a,b} ü`)
  for (const name of names) work.outgoing.emit(noted, note(name))
  expect(work.outgoing.steps('notes')).toHaveLength(1)
  await work.finish(null)
  const [, emitted] = await database.run([
    asSchool(world.caller.school),
    step(
      `select payload::jsonb #>> '{data,object,name}' from notes.outbox where school_id = $1 order by position`,
      [world.caller.school],
    ),
  ])
  expect(emitted!.rows.map(([name]) => name)).toEqual(names)
})
