// `npm run restore`: how long a backup and a restore of so many gibibytes take, with changes until the second that is restored.
//
//   npm run restore -- [--gibibytes 1]
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, takeBackup, unpack } from '@lms/cli/backup'
import { startPostgres } from '@lms/local'
import { asOwner, eventually, scratchFolder } from '@lms/testing'

const { values } = parseArgs({ options: { gibibytes: { type: 'string', default: '1' } } })
const gibibytes = Number(values.gibibytes)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const scratch = scratchFolder()
const at = (name: string) => join(scratch.path, name)

async function step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

mkdirSync(at('archive'))
chmodSync(at('archive'), 0o777)
let postgres = await startPostgres({ dataDir: at('postgres') })
const { port, url } = postgres
const query = (sql: string) => asOwner(url, client => client.query(sql)).then(({ rows }) => rows)
try {
  await query(`alter system set archive_mode = 'on'`)
  await query(`alter system set archive_command = 'cp "%p" "${at('archive')}/%f"'`)
  await postgres.stop()
  postgres = await startPostgres({ dataDir: at('postgres'), port })
  await query('create table filling (n int, text text)')
  // Random text, of which nothing is compressed: a kibibyte in each row.
  const rows = Math.round(gibibytes * 1024 * 1024)
  const text = `(select string_agg(md5(random()::text || g.n::text || m::text), '') from generate_series(1, 31) m)`
  for (let done = 0; done < rows; done += 65_536)
    await query(
      `insert into filling select g.n, ${text} from generate_series(${done + 1}, ${Math.min(rows, done + 65_536)}) g (n)`,
    )
  const source = {
    databases: { users: url },
    secretKeys: 'k1:none',
    storage: undefined,
    version: '0.0.0',
    now: () => new Date(),
  }
  await step('lms backup take', () => takeBackup(source, at('backups'), 1))
  await query(`insert into filling select n, 'later' from generate_series(1, 100000) n`)
  const [{ time }] = await query('select clock_timestamp()::text as time')
  await query('delete from filling')
  const [{ last }] = await query('select pg_walfile_name(pg_switch_wal()) as last')
  await eventually('the log to be archived', () => existsSync(join(at('archive'), last)), 600_000)
  const bounds = { archive: at('archive'), hours: 1, minutes: 60, verifies: true }
  const { problems } = await step('lms backup check --verify', () =>
    checkBackup(source, at('backups'), bounds),
  )
  if (problems.length) throw new Error(problems.join('\n'))
  postgres.kill('SIGKILL')
  await postgres.exited
  mkdirSync(at('restored'), { mode: 0o755 })
  const to = join(at('restored'), 'cluster')
  await step('lms backup restore', () =>
    unpack({ from: at('backups'), server: 'postgres-1', to, archive: at('archive'), time }),
  )
  copyFileSync(join(at('postgres'), 'superuser-password'), join(at('restored'), 'superuser-password'))
  await step('until Postgres takes changes', async () => {
    postgres = await startPostgres({ dataDir: at('restored'), port })
    const isOver = async () => !(await query('select pg_is_in_recovery() as still'))[0].still
    await eventually('the end of the recovery', isOver, 3600_000)
  })
  const [{ count }] = await query('select count(*)::int as count from filling')
  if (count !== rows + 100_000) throw new Error(`${count} rows are there, and not ${rows + 100_000}.`)
  say(`All ${count} rows of that second are there.`)
} finally {
  await postgres.stop()
  scratch.remove()
}
