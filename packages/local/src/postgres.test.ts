import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts, type LocalPostgres, startPostgres } from './index.ts'
import { elsewhere, isAlive, trialFolder } from './trial.ts'

const trial = await trialFolder()
const running: LocalPostgres[] = []

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})
afterAll(() => trial.remove())

async function start(name: string, more: { port?: number; durable?: boolean } = { durable: false }) {
  const postgres = await startPostgres({ dataDir: join(trial.path, name), ...more })
  running.push(postgres)
  return postgres
}

async function query(url: string, ...statements: string[]): Promise<any[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: any[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const settings = `select current_setting('TimeZone') zone, current_setting('listen_addresses') listen,
  current_setting('max_connections') connections, current_setting('synchronous_commit') sync,
  current_setting('fsync') fsync, current_setting('unix_socket_directories') sockets, datlocprovider provider,
  datlocale locale, pg_encoding_to_char(encoding) encoding from pg_database where datname = 'postgres'`

test('starts, answers only with its password, and stops with connections open', async () => {
  const postgres = await start('plain', { durable: true })
  expect(await query(postgres.url, settings)).toEqual([
    {
      zone: 'UTC',
      listen: '127.0.0.1',
      connections: '200',
      sync: 'on',
      fsync: 'on',
      sockets: '',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
    },
  ])
  const wrong = new URL(postgres.url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)

  const client = new pg.Client(postgres.url)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(await postgres.exited).toEqual({ code: 0, signal: null })
  expect(await isAlive(postgres.pid)).toBe(false)
})

test('keeps every acknowledged row when it is killed, and starts again on a new port', async () => {
  const first = await start('killed', { durable: true })
  const client = new pg.Client(first.url)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table rows (id int primary key)')
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await client.query('insert into rows values ($1)', [acknowledged + 1])
      acknowledged++
      if (acknowledged === 200) first.kill('SIGKILL')
    }
  })()
  await expect(writing).rejects.toThrow()
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })

  const second = await start('killed', { durable: true })
  const [{ count }] = await query(second.url, 'select count(*)::int from rows')
  expect(count).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThanOrEqual(200)
})

test('a pid file that names another program does not stop a start', async () => {
  const first = await start('common')
  const pidFile = join(trial.path, 'common', 'cluster', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8')
  await first.stop()
  const bystander = spawn('sleep', ['60'])
  await writeFile(pidFile, content.replace(/^\d+/, String(bystander.pid)))

  const second = await start('common')
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
  bystander.kill()
  await once(bystander, 'exit')
})

test('stops the server that a killed run left behind, and keeps its rows', async () => {
  const dataDir = join(trial.path, 'orphaned')
  const earlier = await elsewhere<{ url: string; pid: number }>(`
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    return { url, pid }`)
  await query(earlier.value.url, 'create table rows (id int)', 'insert into rows values (7)')
  await earlier.killHard()
  expect(await isAlive(earlier.value.pid)).toBe(true)

  const postgres = await start('orphaned')
  expect(await isAlive(earlier.value.pid)).toBe(false)
  expect(await query(postgres.url, 'select id from rows')).toEqual([{ id: 7 }])
})

test('leaves a server alone whose owner still runs', async () => {
  const postgres = await start('common')
  await expect(start('common')).rejects.toThrow(/already running here .* this process started it/)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('waits for the processes of a killed server to end', async () => {
  const first = await start('common')
  const client = new pg.Client(first.url)
  client.on('error', () => {})
  await client.connect()
  // A query that does not check whether its server still exists.
  const busy = client.query(
    'set max_parallel_workers_per_gather = 0; select count(*) from generate_series(1, 8000000)',
  )
  busy.catch(() => {})
  first.kill('SIGKILL')
  await first.exited
  const second = await start('common')
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await busy.catch(() => {})
})

test('reports a port in use', async () => {
  const [port] = await freePorts(1)
  const other = createServer()
  await once(other.listen(port, '127.0.0.1'), 'listening')
  await expect(start('common', { port: port! })).rejects.toThrow(`cannot use port ${port}: it is in use`)
  await new Promise(done => other.close(done))
})

test('a failed start shows its last lines and what to do', async () => {
  await (await start('common')).stop()
  const file = join(trial.path, 'common', 'cluster', 'PG_VERSION')
  await writeFile(file, '17\n')
  const failed = start('common')
  await expect(failed).rejects.toThrow(/database files are incompatible with server/)
  await expect(failed).rejects.toThrow(/dump them with that version, or remove the folder/)
  await writeFile(file, '18\n')
})

test('a failed start leaves nothing running', async () => {
  await (await start('common')).stop()
  const file = join(trial.path, 'common', 'superuser-password')
  const password = await readFile(file, 'utf8')
  await writeFile(file, 'something else\n')
  await expect(start('common')).rejects.toThrow(/refuses the password kept with it/)
  await expect(readFile(join(trial.path, 'common', 'cluster', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  await writeFile(file, password)
})
