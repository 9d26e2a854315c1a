// The batch's assumptions about Postgres and pg, as tests, because a new version may change them.
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type LocalPostgres, startPostgres } from '@lms/local'
import { eventually, scratchFolder } from '@lms/testing'
import pg from 'pg'
import { pino } from 'pino'
import { leaveUnnamed, maxPrepared, StatementError, type Step, sendBatch } from './batch.ts'
import { Database, DatabaseUnavailable } from './database.ts'
import { asSchool, begin, commit, planned, rollback, step } from './statements.ts'

let postgres: LocalPostgres
let pool: pg.Pool
let database: Database
const folder = scratchFolder()

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder.path, 'postgres'), durable: false })
})
afterAll(async () => {
  await postgres.stop()
  folder.remove()
})
beforeEach(async () => {
  // One connection, so that every test sees the state that the one before has left.
  pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  pool.on('error', () => {})
  database = new Database(pool)
  await database.run([
    step('drop table if exists notes'),
    step('create table notes (id int primary key, text text)'),
  ])
})
afterEach(() => pool.end())

const insert = (id: number, text = 'x') =>
  step('insert into notes (id, text) values ($1, $2)', [String(id), text])
const all = step('select id, text from notes order by id')
const setting = step(`select current_setting('app.school_id', true)`)
const failed = (steps: readonly Step[]) =>
  database.run(steps).then(
    () => null,
    (error: unknown) => error as StatementError,
  )

test('a batch returns the rows of each step as text, and the number of affected rows', async () => {
  const results = await database.run([
    insert(1, 'é'),
    insert(2),
    all,
    step('update notes set text = null'),
    all,
  ])
  expect(results.map(({ count }) => count)).toEqual([1, 1, 2, 2, 2])
  expect(results[2]!.rows).toEqual([
    ['1', 'é'],
    ['2', 'x'],
  ])
  expect(results[4]!.rows[0]).toEqual(['1', null])
})

test('values of any script and length arrive as they were sent, and the empty text is not null', async () => {
  const echo = (values: readonly (string | null)[]) =>
    step(`select ${values.map((_, index) => `$${index + 1}::text`).join(', ')}`, values)
  const sent = [
    ['', null, 'ß', 'Ё', '語', '😀', `a\nb"\\'`],
    ['語'.repeat(30_000), null, 'x'.repeat(200_000), ''],
    [null, '😀'.repeat(100), 'y'.repeat(65_536)],
    Array.from({ length: 1000 }, (_, index) => `${index}é`),
  ]
  const results = await database.run(sent.map(echo))
  expect(results.map(({ rows }) => rows[0])).toEqual(sent)
  // The room of a large batch is not that of the next.
  expect(await database.rows(echo(['small', null]))).toEqual([['small', null]])
})

test('a planned step is planned for its values each time, and the steps around it are not', async () => {
  const usual = step('select 1 from notes where id = $1', ['1'])
  const forValues = planned('select 2 from notes where id = $1', ['1'])
  await database.run([insert(1)])
  for (let count = 0; count < 10; count++) {
    const results = await database.run([usual, forValues, usual])
    expect(results.map(({ rows }) => rows)).toEqual([[['1']], [['2']], [['1']]])
  }
  const counts = step(
    `select statement, generic_plans, custom_plans from pg_prepared_statements where name = any($1)`,
    [`{${usual.statement.name},${forValues.statement.name}}`],
  )
  const plans = Object.fromEntries((await database.rows(counts)).map(([text, ...counted]) => [text, counted]))
  expect(plans).toEqual({
    [usual.statement.text]: ['15', '5'],
    [forValues.statement.text]: ['0', '10'],
  })
})

test('a step stops at its maximum of rows, and the steps after it run', async () => {
  const seen = step(`select nextval('numbers') from generate_series(1, 100)`)
  await database.run([step('create temp sequence numbers')])
  const results = await database.run([
    { ...seen, rows: 3 },
    insert(1),
    { ...all, rows: 1 },
    { ...all, rows: 2 },
  ])
  expect(results.map(({ rows, count }) => [rows.length, count])).toEqual([
    [3, 3],
    [0, 1],
    [1, 1],
    [1, 1],
  ])
  expect(await database.rows(step(`select last_value from numbers`))).toEqual([['3']])
})

test('a step keeps at most its maximum of bytes, but always one row', async () => {
  const rows = step(`select repeat('x', 1000) from generate_series(1, 20)`)
  const [some, one, every] = await database.run([
    { ...rows, maxBytes: 5100 },
    { ...rows, maxBytes: 10 },
    { ...rows, maxBytes: 1_000_000 },
  ])
  expect([some, one, every].map(result => [result!.rows.length, result!.cut])).toEqual([
    [5, true],
    [1, true],
    [20, false],
  ])
  expect(every!.bytes).toBeGreaterThan(20_000)
})

test.each([
  ['a key that is taken', () => [insert(1, 'ada@example.org'), insert(1, 'ada@example.org')]],
  ['a value of another type', () => [step('insert into notes (id) values ($1)', ['ada@example.org'])]],
  ['JSON that is none', () => [step('select $1::jsonb', ['{"email":"ada@example.org"'])]],
  ['a number out of range', () => [step('select $1::int, $2::text', ['99999999999', 'ada@example.org'])]],
])('%s: no parameter reaches a log', async (_, steps) => {
  const error = (await failed(steps()))!
  expect(error.step?.values.length).toBeGreaterThan(0)
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(line) })
  log.error({ err: error }, 'failed')
  log.warn({ err: new Error('of another', { cause: error }) }, 'failed')
  const logged = lines.join('')
  expect(logged).toContain(error.sqlState)
  expect(logged).not.toContain('ada@')
  expect(logged).not.toContain('99999999999')
})

test('a step sees the effects of the steps before it', async () => {
  const [, result] = await database.run([insert(1), step('select count(*) from notes')])
  expect(result!.rows).toEqual([['1']])
})

test('an error rolls back the whole batch', async () => {
  expect(await failed([insert(1), insert(2), insert(1)])).toMatchObject({ sqlState: '23505' })
  expect(await database.rows(all)).toEqual([])
})

test.each([0, 1, 2])('an error names its step, here step %i', async index => {
  const steps = [insert(1), insert(2), insert(3)]
  steps[index] = step('select 1 / $1::int', ['0'])
  const error = await failed(steps)
  expect(error).toBeInstanceOf(StatementError)
  expect(error).toMatchObject({ sqlState: '22012', step: steps[index] })
})

test('a violated constraint is named in the error', async () => {
  await database.run([insert(1)])
  expect(await failed([insert(1)])).toMatchObject({ constraint: 'notes_pkey' })
})

test('the school does not leak to the next user of the connection', async () => {
  const [, during] = await database.run([asSchool('sch_1'), setting])
  expect(during!.rows).toEqual([['sch_1']])
  // After the transaction the setting is there and empty, which is why policies say nullif.
  expect(await database.rows(setting)).toEqual([['']])
})

test('the school does not leak from a batch that failed', async () => {
  await failed([asSchool('sch_1'), step('select 1 / $1::int', ['0'])])
  expect((await database.rows(setting))[0]![0]).not.toBe('sch_1')
})

test('after an error the connection works, and every statement of the batch can be used again', async () => {
  const before = step('select $1::int + 1', ['1'])
  const faulty = (by: string) => step('select 100 / $1::int', [by])
  const behind = step('select $1::int + 2', ['1'])
  await failed([before, faulty('0'), behind])
  const results = await database.run([behind, before, faulty('5'), behind])
  expect(results.map(({ rows }) => rows[0]![0])).toEqual(['3', '2', '20', '3'])
  await failed([faulty('0')])
  expect(await database.rows(faulty('4'))).toEqual([['25']])
})

test('a syntax error is an error of its step, each time, and harms nothing else', async () => {
  const wrong = step('selekt $1::int', ['1'])
  for (const _ of [1, 2])
    expect(await failed([insert(1), wrong, all])).toMatchObject({ sqlState: '42601', step: wrong })
  expect((await database.run([insert(1), all]))[1]!.rows).toEqual([['1', 'x']])
})

test('without names nothing is prepared, and every statement of a batch is answered', async () => {
  const unnamed = new pg.Pool({ connectionString: postgres.url, max: 1 })
  leaveUnnamed(unnamed)
  const nameless = new Database(unnamed)
  try {
    for (let time = 1; time <= 3; time++) {
      const results = await nameless.run([
        asSchool('sch_1'),
        insert(time),
        planned(all.statement.text, []),
        setting,
      ])
      expect(results.at(-1)!.rows).toEqual([['sch_1']])
      await expect(nameless.run([insert(time)])).rejects.toMatchObject({ sqlState: '23505' })
    }
    expect(await nameless.rows(step('select name from pg_prepared_statements'))).toEqual([])
    expect(await nameless.rows(all)).toHaveLength(3)
  } finally {
    await unnamed.end()
  }
})

test('a statement whose table changed its columns is prepared again after its error', async () => {
  const star = step('select * from notes')
  await database.run([insert(1), star])
  await database.run([step('alter table notes add column more int')])
  await failed([star])
  expect(await database.rows(star)).toEqual([['1', 'x', null]])
})

const countStep = step('select count(*), max(statement) from pg_prepared_statements where name = $1', [''])
const keptOf = async (text: string) =>
  (await database.rows({ ...countStep, values: [step(text).statement.name] }))[0]![0] === '1'
const numbered = (n: number) => step(`select ${n}`)

test('a connection keeps the most recent statements, and prepares the others again', async () => {
  const often = step(`select 'often'`)
  for (let n = 0; n < 1500; n += 50) {
    await database.run(Array.from({ length: 50 }, (_, index) => numbered(n + index)))
    await database.run([often])
  }
  const [[count]] = (await database.rows(step('select count(*) from pg_prepared_statements'))) as [[string]]
  expect(Number(count)).toBe(maxPrepared)
  expect(await keptOf(`select 'often'`)).toBe(true)
  expect(await keptOf('select 1499')).toBe(true)
  expect(await keptOf('select 0')).toBe(false)
  expect(await database.rows(numbered(0))).toEqual([['0']])
  expect(await keptOf('select 0')).toBe(true)
})

test('statements to close after a failed batch are closed by the next, and every statement can be used again', async () => {
  const all = Array.from({ length: maxPrepared + 20 }, (_, n) => numbered(n))
  await database.run(all)
  const fault = step('select 1 / $1::int', ['0'])
  await failed([fault, ...all.slice(0, 30)])
  await failed([...all.slice(0, 10), fault, ...all.slice(10, 30)])
  for (const one of [...all, ...all.slice(0, 50)])
    expect(await database.rows(one)).toEqual([[one.statement.text.slice(7)]])
})

test('begin leaves a transaction open over several batches, until commit or rollback', async () => {
  const client = await database.connect()
  await sendBatch(client, [begin, asSchool('sch_1'), insert(1)])
  expect((await sendBatch(client, [setting]))[0]!.rows).toEqual([['sch_1']])
  await sendBatch(client, [rollback])
  await sendBatch(client, [begin, insert(2)])
  await sendBatch(client, [commit])
  client.release()
  expect(await database.rows(all)).toEqual([['2', 'x']])
})

test('an error in a transaction rolls back and returns the connection', async () => {
  const work = database.transaction(async send => {
    await send([insert(1)])
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await database.rows(all)).toEqual([])
})

test('many steps with much data succeed, in order', async () => {
  const large = 'x'.repeat(20_000)
  const results = await database.run(
    Array.from({ length: 500 }, (_, n) => step('select $1::text, $2::text', [String(n), large])),
  )
  expect(results.map(({ rows }) => rows[0]![0])).toEqual(Array.from({ length: 500 }, (_, n) => String(n)))
  expect(results.every(({ rows }) => rows[0]![1] === large)).toBe(true)
})

test('simultaneous batches on one connection do not mix', async () => {
  const requests = Array.from({ length: 50 }, (_, n) =>
    database.run([step('select $1::int', [String(n)]), step('select $1::int + 1', [String(n)])]),
  )
  const answers = await Promise.all(requests)
  expect(answers.map(results => results.map(({ rows }) => Number(rows[0]![0])))).toEqual(
    answers.map((_, n) => [n, n + 1]),
  )
})

test('a broken connection is dropped, and the next one works', async () => {
  const cut = step('select pg_terminate_backend(pg_backend_pid())')
  await expect(database.run([insert(1), cut])).rejects.toBeInstanceOf(DatabaseUnavailable)
  await eventually('a new connection', () => database.rows(step('select 1')))
  expect(await database.rows(all)).toEqual([])
})

test('a connection that the network resets is dropped, and the database is unavailable until then', async () => {
  const { hostname, port } = new URL(postgres.url)
  const line = createServer(client => {
    const server = connect(Number(port), hostname)
    // The first bytes of a statement go no further.
    client.on('data', bytes => (bytes.includes('notes') ? client.resetAndDestroy() : server.write(bytes)))
    server.pipe(client)
    for (const end of [client, server]) end.on('error', () => server.destroy())
  })
  await new Promise<void>(resolve => line.listen(0, '127.0.0.1', resolve))
  const url = Object.assign(new URL(postgres.url), { port: String((line.address() as AddressInfo).port) })
  const behind = new pg.Pool({ connectionString: url.href, max: 1 })
  behind.on('error', () => {})
  behind.on('connect', client => client.on('error', () => {}))
  await expect(new Database(behind).run([insert(1)])).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await new Database(behind).rows(step('select 1'))).toEqual([['1']])
  await behind.end()
  await new Promise(resolve => line.close(resolve))
})

test('an unreachable database is unavailable', async () => {
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', max: 1 })
  await expect(new Database(nowhere).run([all])).rejects.toBeInstanceOf(DatabaseUnavailable)
  await nowhere.end()
})
