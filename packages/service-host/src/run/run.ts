// Runs one service from its declaration: databases, bus, relay, HTTP, reactions, tasks, workers. Stopping it finishes
// running work and accepts nothing new.

import { randomBytes } from 'node:crypto'
import { usageReports } from '@lms/contract'
import {
  type Bus,
  connectBus,
  notifySubject,
  Publisher,
  Relay,
  type Running,
  spentSubject,
} from '@lms/events'
import type { Logger } from 'pino'
import { leaveUnnamed, limitAnswers } from '../database/batch.ts'
import { systemPoolSize } from '../database/connections.ts'
import { Database } from '../database/database.ts'
import { Leases } from '../database/lease.ts'
import { SharedDatabase } from '../database/shared.ts'
import { Snapshots } from '../database/snapshots.ts'
import { step } from '../database/statements.ts'
import { Copies } from '../directory/copies.ts'
import { serve } from '../http/server.ts'
import { answerWriter } from '../http/stored-answer.ts'
import { checkSettings, type HostConfig, readConfig } from '../kernel/config.ts'
import { shrinkHeap } from '../kernel/heap.ts'
import { connectionWait, relayAgain, relayFailures, relayMessages } from '../kernel/host-metrics.ts'
import { Metering } from '../kernel/metering.ts'
import { sendMetrics } from '../kernel/otlp-metrics.ts'
import { drainMs, endOnSignal, makeLog, waitForParent } from '../kernel/process.ts'
import { startTelemetry } from '../kernel/telemetry.ts'
import { TokenSigner, TokenVerifier } from '../kernel/token.ts'
import { watchTurns } from '../kernel/turn-watch.ts'
import { UsageCounts } from '../kernel/usage-counts.ts'
import { Vault } from '../kernel/vault.ts'
import type { Service } from '../service.ts'
import { Calls } from '../tasks/calls.ts'
import { TaskRunner } from '../tasks/runner.ts'
import { makeServiceClient, type Runtime } from '../work/runtime.ts'
import { lazyStores } from '../work/stores.ts'
import { startBatchReactions } from './batch-reactions.ts'
import { hostImplementation } from './host.handlers.ts'
import { metricsOf, readHostMetrics } from './metrics.ts'
import { ormOf } from './migrate.ts'
import { sqlOutbox } from './outbox.ts'
import { catchUpAt, firstUnseenAt, standingOfPeople } from './pending-effects.ts'
import { startReactions } from './reactions.ts'
import { readersOf } from './readers.ts'
import { unseenAt } from './unseen-causes.ts'
import { tasksOf } from './upkeep.ts'

export interface RunningService {
  service: string
  port: number
  runtime: Runtime
  /** Works off all due tasks, one after the other; for tests of a service without slots for tasks. */
  workOffTasks(): Promise<void>
  stop(): Promise<void>
}

async function openPool(
  service: Service,
  url: string,
  { max, log, config }: { max: number; log: Logger; config: HostConfig },
) {
  // Statements are written from the declarations themselves; an ORM that reads all of them takes a tenth of a second more.
  const orm = await ormOf(service.contract.service, [], url, {
    pool: { min: 0, max, idleTimeoutMillis: 30_000 },
    driverOptions: {
      connectionTimeoutMillis: 5000,
      application_name: `lms ${service.contract.service}`,
      keepAlive: true,
    },
    logger: (message: string) => log.warn(message),
  })
  const pool = await orm.em.getConnection().getNativeClient()
  limitAnswers(pool, config.databaseAnswerMs ?? 25_000)
  if (!config.namedStatements) leaveUnnamed(pool)
  return { pool, close: () => orm.close(true) }
}

/** Starts the service; resolves when it answers. */
export async function runService(service: Service, config: HostConfig): Promise<RunningService> {
  const name = service.contract.service
  checkSettings(service.settings ?? [], config)
  const log = makeLog(name, config.logLevel)
  const telemetry = await startTelemetry(config.otlpUrl)
  const endWatch = watchTurns(log)
  const metrics = metricsOf(service)
  const own = await openPool(service, config.databaseUrl, { max: config.poolSize, log, config })
  const system = await openPool(service, config.systemDatabaseUrl, {
    max: systemPoolSize(service.workers?.length ?? 0),
    log,
    config,
  })
  const database = new SharedDatabase(own.pool, config.poolSize, (pool, seconds) =>
    metrics.observe(connectionWait, { pool }, seconds),
  )
  const crossing = new Database(system.pool, async () => {
    const since = performance.now()
    const client = await system.pool.connect()
    metrics.observe(connectionWait, { pool: 'system' }, (performance.now() - since) / 1000)
    return client
  })
  const bus = await connectBus({
    url: config.natsUrl,
    credential: { user: name, password: config.natsPassword },
    replicas: config.streamReplicas,
    onUnavailable: error =>
      log.warn({ err: error, url: config.natsUrl }, 'NATS is unreachable; connecting again'),
  })
  const instance = `${name}-${randomBytes(4).toString('hex')}`
  const leases = new Leases(crossing, name, instance)
  const publisher = new Publisher(bus)
  const signer = new TokenSigner(config.signing, () => config.clock.now())
  const client = makeServiceClient(config, signer)
  const faults = {
    onError: (error: unknown) => {
      metrics.count(relayFailures, {})
      log.warn({ err: error }, 'the relay failed and continues')
    },
    now: () => config.clock.elapsed?.() ?? performance.now(),
  }
  const relay = new Relay({
    outbox: sqlOutbox(crossing, leases, name),
    publish: async messages => {
      const outcomes = await publisher.publish(messages)
      for (const outcome of outcomes) metrics.count(relayMessages, { outcome })
      return outcomes
    },
    onAgain: count => metrics.count(relayAgain, {}, count),
    readerOf: readersOf(client, Object.keys(config.serviceAddresses), faults),
    ...faults,
  })
  const notifications = bus.nats.subscribe(notifySubject(name), { callback: () => relay.notify() })
  const metering = new Metering(message => {
    // Closed, or about to be, if the service is just being stopped.
    if (!bus.nats.isClosed() && !bus.nats.isDraining()) bus.nats.publish(spentSubject(name), message)
  })
  const usage = Object.hasOwn(config.serviceAddresses, 'service')
    ? new UsageCounts({
        process: instance,
        send: body =>
          client(
            'service',
            { usageReports },
            { school: null, requestId: '0'.repeat(32) },
          ).usageReports.ofService({ body }),
        now: () => config.clock.now(),
        onUnavailable: error =>
          log.warn({ err: error }, 'the usage of schools could not be reported; it waits'),
      })
    : null
  const runtime: Runtime = {
    service: name,
    metrics,
    instance,
    config,
    clock: config.clock,
    log,
    database,
    system: crossing,
    bus,
    leases,
    vault: new Vault(config.secretKeys),
    metering,
    usage,
    wakeTasks: () => tasks.wake(),
    notify: () => (relay.leads ? relay.notify() : bus.nats.publish(notifySubject(name))),
    client,
    unseen: (...question) => unseen(...question),
    catchUp: (...wait) => catchUp(...wait),
    firstUnseen: (...question) => firstUnseen(...question),
    standingOf: (...question) => standingOf(...question),
  }
  readHostMetrics(service, runtime)
  const sending = sendMetrics(metrics, { otlpUrl: config.otlpUrl, service: name, log })
  const unseen = unseenAt(service, runtime)
  const catchUp = catchUpAt(runtime, unseen)
  const firstUnseen = firstUnseenAt(runtime, unseen)
  const standingOf = standingOfPeople(runtime)
  const handlers = tasksOf(service)
  const running = { Stores: lazyStores(service.stores), runtime, writeAnswer: answerWriter(service) }
  const tasks = new TaskRunner(handlers, running, Math.max(1, config.taskSlots))
  const calls = new Calls(new Set(handlers.map(({ task }) => task.name)), running)
  const copies = new Copies(service, runtime)
  const ready = () => readyParts(runtime)
  const snapshots = new Snapshots(database)
  const verifier = new TokenVerifier(name, config.trusted, () => config.clock.now())
  const listening = await serve(service, [hostImplementation(service, { ready, snapshots })], {
    runtime,
    verifier,
    calls,
    copies,
    ready,
  })
  relay.start()
  if (config.taskSlots > 0) tasks.start()
  const parts: Running[] = [startReactions(service, runtime, copies), startBatchReactions(service, runtime)]
  for (const worker of service.workers ?? []) parts.push(await worker.start(runtime))
  log.info({ port: listening.port }, 'ready')

  const stop = async () => {
    // The service that keeps usage takes its own report only while it answers.
    await usage?.flush()
    await listening.close(drainMs)
    await Promise.all([tasks.stop(), ...parts.map(part => part.stop())])
    await relay.stop()
    notifications.unsubscribe()
    metering.flush()
    await usage?.stop()
    await sending.stop()
    publisher.close()
    await leases.release('relay')
    await bus.close()
    await snapshots.end()
    await Promise.all([own.close(), system.close()])
    await telemetry.stop()
    endWatch()
  }
  return {
    service: name,
    port: listening.port,
    runtime,
    workOffTasks: () => tasks.workOff(),
    stop: once(stop),
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => (running ??= run())
}

async function readyParts({
  database,
  bus,
}: {
  database: SharedDatabase
  bus: Bus
}): Promise<Record<string, boolean>> {
  const answers = database.background.rows(step('select 1')).then(
    () => true,
    () => false,
  )
  return { database: await answers, nats: !bus.nats.isClosed() && bus.nats.info !== undefined }
}

/** The main function of a service: runs it until the process is asked to end. */
export async function main(service: Service): Promise<void> {
  await waitForParent()
  const running = await runService(service, readConfig(service.contract.service))
  endOnSignal(running.runtime.log, running.stop)
  shrinkHeap()
}
