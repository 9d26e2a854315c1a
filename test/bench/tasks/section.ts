// What the queue of tasks does in a second in one process, and what tasks cost that wait for a later time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newId } from '@lms/contract'
import { freePorts } from '@lms/local'
import { configOf, environmentOf, migrate, newInstallation, Vault } from '@lms/service-host'
import { eventually, startServers } from '@lms/testing'
import { usersService } from '@lms/users/service'
import pg from 'pg'
import { cpuOf } from '../cpu.ts'
import { printTable } from '../webhooks/table.ts'

const inARound = 10_000
const schools = 20
const waiting = 100_000
const idleSeconds = 10
const together = 100_000

export async function tasksSection(rounds: number) {
  const rig = await startRig()
  try {
    await rig.workOff(inARound)
    const [alone, beside] = [
      await measured(rig, rounds),
      await rig.wait(waiting).then(() => measured(rig, rounds)),
    ]
    printTable(
      `tasks in one process: ${inARound} small ones of ${schools} schools, and beside ${waiting} that wait for a later time`,
      ['', 'tasks/s', 'CPU µs a task, service', 'CPU µs a task, Postgres', 'idle CPU ms a second, both'],
      [
        ['nothing waits', ...columnsOf(alone)],
        [`${waiting} wait`, ...columnsOf(beside)],
      ],
    )
    const late = await rig.dueTogether(together)
    printTable(
      `${together} tasks of one school become due at one moment, and one of another school just after`,
      ['', 'done after ms'],
      [
        ['the one', late.one],
        ['all', late.all],
      ],
    )
    return { alone, beside, late }
  } finally {
    await rig.stop()
  }
}

type Measured = Awaited<ReturnType<typeof measured>>
const columnsOf = ({ rate, service, postgres, idle }: Measured) => [rate, service, postgres, idle]

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

async function measured(rig: Rig, rounds: number) {
  const runs = []
  for (let round = 0; round < rounds; round++) runs.push(await rig.workOff(inARound))
  const before = rig.cpu()
  await pause(idleSeconds * 1000)
  const after = rig.cpu()
  return {
    rate: median(runs.map(({ rate }) => rate)),
    service: median(runs.map(({ service }) => service)),
    postgres: median(runs.map(({ postgres }) => postgres)),
    idle: (after.service - before.service + after.postgres - before.postgres) / idleSeconds,
  }
}

type Rig = Awaited<ReturnType<typeof startRig>>

async function startRig() {
  const servers = await startServers({ durable: true, services: [usersService] })
  const [port] = await freePorts(1)
  const installation = newInstallation(['users'])
  const ownerUrl = servers.postgres.url
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  const at = {
    port: port!,
    ownerUrl,
    natsUrl: servers.nats.url,
    addresses: { users: `http://127.0.0.1:${port}` },
  }
  const config = configOf(installation, 'users', at, {
    logLevel: 'warn',
    natsPassword: servers.natsPassword('users'),
  })
  await migrate(usersService, ownerUrl, new Vault(installation.secretKeys))
  const service = fork(fileURLToPath(new URL('service.ts', import.meta.url)), {
    env: { ...process.env, ...environmentOf(config), NODE_ENV: 'production' },
    execArgv: ['--no-warnings'],
  })
  const exited = once(service, 'exit')
  await eventually('the service', async () => (await fetch(`${at.addresses.users}/readyz`)).ok, 30_000)
  const ids = Array.from({ length: schools }, () => newId('sch'))
  const cpu = () => ({ service: cpuOf([service.pid!]), postgres: cpuOf([servers.postgres.pid]) })
  /** Tasks of the schools in turn, due now or in so many hours. */
  const enqueue = (count: number, hours: number) =>
    owner.query(
      `insert into users.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
       select ($1::text[])[n % $2 + 1], 'touch', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25),
         json_build_object('n', n), case when $4::int = 0 then 'ready' else 'waiting' end,
         now() + make_interval(hours => $4), repeat('0', 32), now()
       from generate_series(1, $3::int) n`,
      [ids, schools, count, hours],
    )
  /** Looks by the indexes alone: a count would cost more than the tasks. */
  const isBusy = async () => {
    const { rows } = await owner.query(
      `select exists (select from users.tasks where queue = 'touch' and status = 'ready')
         or exists (select from users.tasks where status in ('waiting', 'running') and due_at < now() + interval '1 hour') as busy`,
    )
    return rows[0].busy as boolean
  }
  return {
    cpu,
    wait: async (count: number) => {
      await enqueue(count, 24)
      await owner.query('vacuum analyze users.tasks')
    },
    /** How fast so many are worked off, from their commit to the last one's. */
    workOff: async (count: number) => {
      await enqueue(count, 0)
      const [before, started] = [cpu(), performance.now()]
      while (await isBusy()) await pause(50)
      const [after, seconds] = [cpu(), (performance.now() - started) / 1000]
      const of = (name: 'service' | 'postgres') => ((after[name] - before[name]) * 1000) / count
      return { rate: count / seconds, service: of('service'), postgres: of('postgres') }
    },
    /** How long after its time the last of so many tasks of one school is done, and a task of another school just behind. */
    dueTogether: async (count: number) => {
      const [busy, other] = [newId('sch'), newId('sch')]
      const { rows } = await owner.query(`select now() + interval '20 seconds' as at`)
      const add = (school: string, tasks: number, behind: number) =>
        owner.query(
          `insert into users.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
           select $1, 'touch', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), '{"n": 1}', 'waiting',
             $2::timestamptz + make_interval(secs => $4), repeat('0', 32), now() from generate_series(1, $3::int)`,
          [school, rows[0].at, tasks, behind],
        )
      await add(busy, count, 0)
      await add(other, 1, 0.1)
      await owner.query('vacuum analyze users.tasks')
      const isThere = async (school: string) =>
        (await owner.query('select from users.tasks where school_id = $1 limit 1', [school])).rows.length > 0
      const doneAfter = async (school: string) => {
        while (await isThere(school)) await pause(20)
        return Math.round(Date.now() - rows[0].at.getTime())
      }
      const [one, all] = await Promise.all([other, busy].map(doneAfter))
      return { one: one!, all: all! }
    },
    stop: async () => {
      service.kill('SIGTERM')
      await exited
      await owner.end()
      await servers.stop()
    },
  }
}
