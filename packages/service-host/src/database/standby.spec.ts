// A server that was the primary, and is a standby now: what it answers is a matter of the connection, not of the work.
import { join } from 'node:path'
import { type LocalPostgres, startPostgres } from '@lms/local'
import { scratchFolder } from '@lms/testing'
import pg from 'pg'
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
