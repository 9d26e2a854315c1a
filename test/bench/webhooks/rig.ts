// The webhooks service alone, as a process on Postgres and NATS of its own, with a receiver beside it. Events are
// published as a relay does; subscriptions are made in SQL, thousands at a time where it takes that.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId } from '@lms/contract'
import { connectBus, type Message, operatorUser, Publisher } from '@lms/events'
import { freePorts } from '@lms/local'
import { configOf, environmentOf, type HostConfig, migrate, newInstallation, Vault } from '@lms/service-host'
import { eventually, startServers } from '@lms/testing'
import { webhooksService } from '@lms/webhooks/service'
import pg from 'pg'
import { behindSql, waitsSql } from '../../../services/webhooks/src/deliveries/waiting-deliveries.ts'
import { cpuOf } from '../cpu.ts'
import type { Memory } from './collect.ts'
import type { Seen } from './receiver.ts'

export interface Receiver {
  origin: string
  counts(): Promise<Record<string, number>>
  /** What was seen since the last time. */
  take(): Promise<Record<string, Seen>>
}

export interface Rig {
  config: HostConfig
  owner: pg.Pool
  receiver: Receiver
  pids: Readonly<Record<'webhooks' | 'postgres' | 'nats', number>>
  publish(events: readonly Message[]): Promise<void>
  /** A new school with a subscription to every event for each of these paths of the receiver, or of another origin. */
  school(paths: readonly string[], settings?: { ordered?: boolean; origin?: string }): Promise<string>
  /** Ends the school's subscriptions and what waits for them, so that the next section is alone. */
  retire(school: string): Promise<void>
  /** The memory of the service after a collection of garbage. */
  memory(): Promise<Memory>
  /** CPU milliseconds used so far. */
  cpu(): Record<'webhooks' | 'postgres' | 'nats', number>
  stop(): Promise<void>
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts a receiver; `children` gets its process. */
export async function startReceiver(children: ChildProcess[]): Promise<Receiver> {
  const child = fork(pathOf('receiver.ts'), { execArgv: ['--no-warnings'] })
  children.push(child)
  const [port] = await once(child, 'message')
  const ask = async (what: 'count' | 'take') => {
    const answer = once(child, 'message')
    child.send(what)
    return (await answer)[0]
  }
  return { origin: `http://127.0.0.1:${port}`, counts: () => ask('count'), take: () => ask('take') }
}

/** Starts everything. With `profile`, the service leaves a CPU profile in that folder when it ends. */
export async function startRig(profile?: string): Promise<Rig> {
  const servers = await startServers({ durable: true, services: [webhooksService] })
  const children: ChildProcess[] = []
  const [port] = await freePorts(1)
  const installation = newInstallation(['webhooks'])
  const vault = new Vault(installation.secretKeys)
  const ownerUrl = servers.postgres.url
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  const addresses = { webhooks: `http://127.0.0.1:${port}` }
  const at = { port: port!, ownerUrl, natsUrl: servers.nats.url, addresses }
  const config = configOf(installation, 'webhooks', at, {
    logLevel: 'warn',
    natsPassword: servers.natsPassword('webhooks'),
  })
  await migrate(webhooksService, ownerUrl, vault)
  const receiver = await startReceiver(children)
  const service = fork(pathOf('../../../services/webhooks/src/main.ts'), {
    env: {
      ...process.env,
      ...environmentOf(config),
      NODE_ENV: 'production',
      LMS_WEBHOOK_ALLOW_LOOPBACK: '1',
    },
    execArgv: [
      '--no-warnings',
      '--expose-gc',
      '--import',
      new URL('collect.ts', import.meta.url).href,
      ...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []),
    ],
  })
  const exited = once(service, 'exit')
  const credential = { user: operatorUser, password: servers.natsPassword(operatorUser) }
  const bus = await connectBus({ url: servers.nats.url, credential })
  const publisher = new Publisher(bus)
  const pids = { webhooks: service.pid!, postgres: servers.postgres.pid, nats: servers.nats.pid }
  const stop = async () => {
    service.kill('SIGTERM')
    await exited
    publisher.close()
    await bus.close()
    await owner.end()
    for (const child of children) child.disconnect()
    await servers.stop()
  }
  const ready = async () => (await fetch(`${addresses.webhooks}/readyz`)).ok
  await eventually('the service', ready, 30_000).catch(async error => {
    await stop()
    throw error
  })
  return {
    config,
    owner,
    receiver,
    pids,
    stop,
    publish: events => publishAll(publisher, events),
    school: async (paths, { ordered = false, origin = receiver.origin } = {}) => {
      const school = newId('sch')
      const urls = paths.map(path => origin + path)
      const secret = new Vault(config.secretKeys).seal('whsec_bench')
      await subscribe(owner, { school, urls, secret, ordered })
      return school
    },
    retire: async school => {
      await owner.query('update webhooks.subscriptions set active = false where school_id = $1', [school])
      await owner.query('update webhooks.channels set active = false where school_id = $1', [school])
      await owner.query('delete from webhooks.due where school_id = $1', [school])
    },
    memory: async () => {
      const answer = once(service, 'message')
      service.send('memory')
      return (await answer)[0]
    },
    cpu: () => ({
      webhooks: cpuOf([pids.webhooks]),
      postgres: cpuOf([pids.postgres]),
      nats: cpuOf([pids.nats]),
    }),
  }
}

/** Publishes in batches; rejects if the stream does not take an event. */
export async function publishAll(publisher: Publisher, events: readonly Message[]): Promise<void> {
  for (let from = 0; from < events.length; from += 500) {
    const outcomes = await publisher.publish(events.slice(from, from + 500))
    if (outcomes.some(outcome => outcome !== 'stored')) throw new Error('The stream did not take the events.')
  }
}

interface Subscribed {
  school: string
  urls: readonly string[]
  secret: string
  ordered: boolean
}

async function subscribe(owner: pg.Pool, { school, urls, secret, ordered }: Subscribed) {
  const rows = [urls.map(() => newId('whk')), urls]
  await owner.query(
    `insert into webhooks.subscriptions
       (school_id, id, url, events, active, secret, ordered, version, created_at, updated_at)
     select $1, w.id, w.url, '["*"]', true, $2, $5, 1, now(), now() from unnest($3::text[], $4::text[]) w(id, url)`,
    [school, secret, ...rows, ordered],
  )
  await owner.query(
    `insert into webhooks.channels (school_id, webhook_id, active, suspended)
     select $1, id, true, false from unnest($2::text[]) id`,
    [school, rows[0]],
  )
}

const waitingSql = `(select 1 from webhooks.due where school_id = $1 limit 1)
  union all
  (select 1 from ${behindSql} join webhooks.events e on ${waitsSql} where l.school_id = $1 limit 1)`

/** Resolves when the receiver has got so many under the paths, and nothing of the school waits any more. */
export async function untilDelivered(rig: Rig, school: string, count: number, withinMs = 120_000) {
  await eventually(`${count} arrivals`, async () => sumOf(await rig.receiver.counts()) >= count, withinMs)
  await untilNothingWaits(rig, school, withinMs)
}

/** Resolves when everything of the school is delivered and logged. */
export async function untilNothingWaits(rig: Rig, school: string, withinMs = 120_000) {
  await eventually(
    'the log',
    async () => {
      const { rows } = await rig.owner.query(waitingSql, [school])
      return rows.length === 0
    },
    withinMs,
  )
}

export const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** An open loop: `start` is called `rate` times a second, whatever becomes of it. Resolves when all have ended. */
export async function paced(rate: number, seconds: number, start: (index: number) => Promise<unknown>) {
  const began = performance.now()
  const running: Promise<unknown>[] = []
  const total = rate * seconds
  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000))
      while (running.length < due) running.push(start(running.length))
      if (running.length < total) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  await Promise.all(running)
}
