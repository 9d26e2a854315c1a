// For each alert: what breaks the thing, and what heals it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Server as TlsServer } from 'node:tls'
import { metricsText } from '@lms/cli/backup'
import { asOwner, eventually, type Up } from '@lms/testing'
import { selfSigned } from '@lms/testing/certificates'
import pg from 'pg'

export interface World {
  up: Up
  ownerUrl: string
  /** Whose certificate is looked at. */
  secure: TlsServer
  /** Files that the exporter of the machine reads. */
  textfiles: string
  /** Its own folder. */
  folder: string
}

type Heal = () => Promise<unknown>
/** Breaks something; gives what heals it. */
export type Break = (world: World) => Promise<Heal>

const sql = ({ ownerUrl }: World, text: string) => asOwner(ownerUrl, client => client.query(text))

/** Breaks by a statement, and heals by another. */
const statements =
  (broken: string, healed: string): Break =>
  async world => {
    await sql(world, broken)
    return () => sql(world, healed)
  }
const hidden = (table: string): [broken: string, healed: string] => {
  const [schema, name] = table.split('.')
  return [
    `alter table ${table} rename to ${name}_hidden`,
    `alter table ${schema}.${name}_hidden rename to ${name}`,
  ]
}

const request = ({ up: { ready } }: World, method: string, path: string, body?: object) =>
  fetch(`${ready.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${ready.api_key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
    .then(answer => answer.arrayBuffer())
    .catch(() => null)

let people = 0
const addPeople = async (world: World, many: number) => {
  for (let count = 0; count < many; count++)
    await request(world, 'POST', '/v1/users', { email: `alert-${process.pid}-${++people}@example.org` })
}

/** Asks again and again until it is stopped, so many at a time. */
function asking(ask: (turn: number) => Promise<unknown>, { atOnce = 1, restMs = 40 } = {}): Heal {
  let isOver = false
  const one = async (start: number) => {
    for (let turn = start; !isOver; turn += atOnce) {
      await ask(turn)
      await pause(restMs)
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, (_, start) => one(start)))
  return () => {
    isOver = true
    return all
  }
}

/** Requests of which one of `of` fails. */
const failing =
  (of: number, options: { atOnce?: number; restMs?: number }): Break =>
  async world => {
    const [broken, healed] = hidden('commerce.orders')
    await sql(world, broken)
    const path = (turn: number) => (turn % of === 0 ? '/v1/orders' : '/v1/me')
    const stop = asking(turn => request(world, 'GET', path(turn)), options)
    return async () => {
      await sql(world, healed)
      await stop()
    }
  }

const pidOf = ({ up }: World, part: string) => up.now().pids[part]!
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The supervisor has replaced it.
  }
}

/** Nobody can take channels: the statement that does finds a column gone. */
const [noClaims, claims] = [
  'alter table webhooks.channels rename column failures to failures_hidden',
  'alter table webhooks.channels rename column failures_hidden to failures',
] as const
const subscribe = (world: World) =>
  request(world, 'POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['user.created'] })

const taskRow = (status: string, rest: string) =>
  `insert into users.tasks (school_id, queue, id, payload, status, due_at, failed_at, request_id, created_at)
   select 'sch_alerts', 'nobody', 'job_' || n, '{}', '${status}', now() - interval '1 hour', ${rest}`
const noTasks = `delete from users.tasks where queue = 'nobody'`

/** As `lms backup check --metrics` writes it. */
export const tellOfBackup = (textfiles: string, problems: readonly string[]): void =>
  writeFileSync(join(textfiles, 'backup.prom'), metricsText({ problems, age: 60, archiveAge: 60 }))

export const breaks: Readonly<Record<string, Break>> = {
  AnswersFail: failing(2, {}),
  AnswersFailSlowly: failing(100, { atOnce: 4, restMs: 60 }),
  ProcessDown: async world => {
    const pid = pidOf(world, 'analytics')
    signal(pid, 'SIGSTOP')
    return async () => signal(pid, 'SIGCONT')
  },
  ConnectionsShort: async world => {
    const locker = new pg.Client({ connectionString: world.ownerUrl })
    await locker.connect()
    await locker.query('begin; lock table users.users in access exclusive mode')
    const stop = asking(() => request(world, 'GET', '/v1/users'), { atOnce: 40 })
    return async () => {
      await locker.end()
      await stop()
    }
  },
  ProcessStalls: async world => {
    const pid = pidOf(world, 'analytics')
    const stop = asking(
      async () => {
        signal(pid, 'SIGSTOP')
        await pause(650)
        signal(pid, 'SIGCONT')
      },
      { restMs: 250 },
    )
    return stop
  },
  OutboxWaits: statements(
    `insert into users.outbox (id, school_id, subject, payload, request_id, created_at)
     values ('evt_alerts', 'sch_alerts', 'events.sch_alerts.user.created', '{}', '', now() - interval '10 minutes')`,
    `delete from users.outbox where id = 'evt_alerts'`,
  ),
  MessagesSetAside: statements(
    `insert into users.outbox_set_aside (school_id, position, id, subject, payload, request_id, created_at, set_aside_at)
     values ('sch_alerts', 1, 'evt_aside', 'events.sch_alerts.user.created', '{}', '', now(), now())`,
    `delete from users.outbox_set_aside where id = 'evt_aside'`,
  ),
  NoLeader: statements(
    `update users.leases set holder = 'nobody', expires_at = now() + interval '1 hour' where name = 'relay'`,
    `delete from users.leases where holder = 'nobody'`,
  ),
  JournalBehind: async world => {
    await sql(
      world,
      `update webhooks.leases set holder = 'nobody', expires_at = now() + interval '1 hour' where name = 'journal'`,
    )
    await addPeople(world, 5)
    return () => sql(world, `delete from webhooks.leases where holder = 'nobody'`)
  },
  ReactionsWait: async world => {
    const [broken, healed] = hidden('crm.inbox')
    await sql(world, broken)
    await addPeople(world, 6)
    return () => sql(world, healed)
  },
  DeliveriesWait: async world => {
    await subscribe(world)
    await sql(world, noClaims)
    await addPeople(world, 1)
    await eventually('a due channel', async () => {
      const late = `update webhooks.channels set wake_at = now() - interval '5 minutes', leased_until = null
        where wake_at is not null and active and not suspended`
      return ((await sql(world, late)).rowCount ?? 0) > 0
    })
    return () => sql(world, claims)
  },
  FirstAttemptsLate: async world => {
    await subscribe(world)
    await sql(world, noClaims)
    await addPeople(world, 5)
    await pause(3000)
    await sql(world, claims)
    return async () => {}
  },
  TasksWait: statements(taskRow('ready', "null, '', now() from generate_series(1, 1) n"), noTasks),
  TasksFail: statements(taskRow('failed', "now(), '', now() from generate_series(1, 12) n"), noTasks),
  ReadingsFail: statements(...hidden('webhooks.health')),
  DiskFull: async ({ folder }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk])
    writeFileSync(join(disk, 'large'), Buffer.alloc(15.5 * 1024 * 1024))
    return async () => {
      rmSync(join(disk, 'large'))
      await pause(2500)
      execFileSync('umount', [disk])
    }
  },
  PostgresDown: statements(
    `alter role alerts_watcher nologin; select pg_terminate_backend(pid) from pg_stat_activity where usename = 'alerts_watcher'`,
    'alter role alerts_watcher login',
  ),
  BackupFails: async ({ textfiles }) => {
    tellOfBackup(textfiles, ['There is no backup.'])
    return async () => tellOfBackup(textfiles, [])
  },
  CertificateExpires: async ({ secure }) => {
    secure.setSecureContext(selfSigned('school.example', 3))
    return async () => secure.setSecureContext(selfSigned('school.example', 90))
  },
}
