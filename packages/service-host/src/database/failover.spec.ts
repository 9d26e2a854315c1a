// The primary goes elsewhere: what its connections then answer is a matter of the connection, not of the work.
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type LocalPostgres, startPostgres } from '@lms/local'
import { scratchFolder } from '@lms/testing'
import pg from 'pg'
import { limitAnswers, sendBatch } from './batch.ts'
import { Database, DatabaseUnavailable } from './database.ts'
import { step } from './statements.ts'

const folder = scratchFolder()
let postgres: LocalPostgres
let pool: pg.Pool
let database: Database

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder.path, 'postgres'), durable: false })
  pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  database = new Database(pool)
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  folder.remove()
})

test('a write to a server that takes none is unavailable, and goes to another connection the next time', async () => {
  await database.run([step('create table notes (id int primary key)')])
  await database.run([step('set default_transaction_read_only = on')])
  const write = step('insert into notes (id) values (1)')
  await expect(database.run([write])).rejects.toBeInstanceOf(DatabaseUnavailable)
  await database.run([write])
  expect(await database.rows(step('select id from notes'))).toEqual([['1']])
})

// As Node reports a write to a socket that the other end has closed: without the name of a system call.
test('a socket that was closed is no error of a statement, though its code has the form of a state', async () => {
  const closed = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
  const client = await pool.connect()
  client.on('error', () => {})
  const sending = sendBatch(client, [step('select pg_sleep(60)')])
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy(closed)
  await expect(sending).rejects.toMatchObject({ sqlState: '' })
  client.release(closed)
})

// Postgres ends the wait for a standby at a cancellation, and then answers as if the commit were safe. Its own limit of time for
// a statement is such a cancellation, so it must not be at work there.
test('a commit that no standby confirms is never taken for done, however long it waits', async () => {
  const dataDir = join(folder.path, 'alone')
  const before = await startPostgres({ dataDir, durable: false })
  const owner = new pg.Client(before.url)
  await owner.connect()
  await owner.query('create table notes (id int primary key)')
  await owner.query("alter system set synchronous_standby_names = 'nobody'")
  await owner.end()
  await before.stop()
  const { url, kill, exited } = await startPostgres({ dataDir, durable: false })
  const patient = new pg.Pool({ connectionString: url, max: 3 })
  patient.on('connect', client => {
    client.on('error', () => {})
    void client.query("set statement_timeout = '2s'; set synchronous_commit = on")
  })
  limitAnswers(patient, 4000)
  const alone = new Database(patient)
  const write = (id: number) => step(`insert into notes (id) values (${id})`)
  try {
    const commits: Promise<unknown>[] = [
      alone.run([write(1)]),
      alone.transaction(send => send([write(2)])),
      alone.readThenWrite([step('select 1')], () => ({ writes: [write(3)], answer: 3 })),
    ]
    for (const outcome of await Promise.allSettled(commits))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) })
  } finally {
    await patient.end()
    kill('SIGKILL')
    await exited
  }
}, 60_000)
