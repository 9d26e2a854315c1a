// A connection that served one school serves the next caller as if it had never been used, however its work ended.
import { newId } from '@lms/contract'
import { asSchool, begin, Database, sendBatch, step, UnitOfWork } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import pg from 'pg'

interface Addresses {
  ownerUrl: string
  /** Of the users service's role. */
  roleUrl: string
}

const seen = step('select school_id from users.inbox order by 1')
const failing = step('select 1 / $1::int', ['0'])
const schools = ['sch_one', 'sch_two']

/** Registers the tests of connections that are given back to their pool. */
export function pooledConnections(addresses: () => Addresses): void {
  let pool: pg.Pool
  let database: Database
  beforeAll(async () => {
    const rows = schools.map(school => `('${school}', 'c', 'e', now())`)
    await asOwner(addresses().ownerUrl, client =>
      client.query(`insert into users.inbox values ${rows.join()}`),
    )
    // One connection, so that every piece of work gets what the one before has left.
    pool = new pg.Pool({ connectionString: addresses().roleUrl, max: 1 })
    // A connection that is cut says so as an event, as well as to who uses it next.
    pool.on('error', () => {})
    pool.on('connect', client => void client.on('error', () => {}))
    database = new Database(pool)
  })
  afterAll(async () => {
    await pool.end()
    await asOwner(addresses().ownerUrl, client => client.query('delete from users.inbox'))
  })
  const nobody = async () => expect(await database.rows(seen)).toEqual([])
  const as = async (school: string) => (await database.run([asSchool(school), seen]))[1]!.rows
  afterEach(async () => {
    await nobody()
    for (const school of schools) expect(await as(school)).toEqual([[school]])
    await nobody()
  })

  test('carries no school after successful work', async () => {
    expect(await as('sch_one')).toEqual([['sch_one']])
  })

  test('carries no school after a batch that failed', async () => {
    await expect(database.run([asSchool('sch_one'), seen, failing])).rejects.toMatchObject({
      sqlState: '22012',
    })
  })

  test('carries no school after a transaction in which a statement failed', async () => {
    const work = database.transaction(send => send([asSchool('sch_one'), failing]))
    await expect(work).rejects.toMatchObject({ sqlState: '22012' })
  })

  test('carries no school after an error in a transaction', async () => {
    const work = database.transaction(async send => {
      const [, result] = await send([asSchool('sch_one'), seen])
      throw new Error(`saw ${result!.rows.length}`)
    })
    await expect(work).rejects.toThrow('saw 1')
  })

  test('carries no school after a unit of work that failed while it had a lock', async () => {
    const work = unitOfWork()
    await work.lock(`${seen.statement.text} for update`, [])
    await work.abandon(new Error('changed my mind'))
  })

  test('carries no school after a unit of work whose last write was refused', async () => {
    const work = unitOfWork()
    await work.lock(`${seen.statement.text} for update`, [])
    work.write(`insert into users.inbox values ('sch_two', 'c', 'other', now())`, [])
    const refused = await work.finish(null).catch(error => work.abandon(error))
    expect(refused).toMatchObject({ sqlState: '42501' })
  })

  test('carries no school after it was broken within a transaction', async () => {
    const client = await database.connect()
    const pid = (await sendBatch(client, [begin, asSchool('sch_one'), step('select pg_backend_pid()')]))[2]!
      .rows[0]![0]!
    await asOwner(addresses().ownerUrl, owner => owner.query('select pg_terminate_backend($1)', [pid]))
    const error = await sendBatch(client, [seen]).catch((thrown: Error) => thrown)
    client.release(error as Error)
    await eventually('a connection that works', () => database.rows(seen).then(() => true))
  })

  function unitOfWork() {
    const origin = {
      requestId: '0'.repeat(32),
      clientRequestId: null,
      causeId: null,
      caller: null,
      now: new Date(),
    }
    return new UnitOfWork({
      database,
      schema: 'users',
      school: 'sch_one',
      origin: { ...origin, causeId: newId('evt') },
    })
  }
}
