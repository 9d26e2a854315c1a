// One connection to NATS per process part, and the two streams all of it lives in.
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { streams } from './subjects.ts'

export interface Bus {
  nats: NatsConnection
  js: JetStreamClient
  manager: JetStreamManager
  /** Makes the streams that are missing: a server that lost its storage has none. */
  ensureStreams(): Promise<void>
  close(): Promise<void>
}

const oldestServer = [2, 9, 10] as const
const second = 1_000_000_000
const day = 24 * 3600 * second

/**
 * Connects, reconnects for ever, and makes sure that the streams are there. With `wait: false` it rejects where no
 * server is there at first, in place of waiting for one.
 */
export async function connectBus({
  url,
  name,
  replicas = 1,
  wait = true,
}: {
  url: string
  name: string
  replicas?: number
  wait?: boolean
}): Promise<Bus> {
  const nats = await connect({
    servers: url.split(','),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    waitOnFirstConnect: wait,
    pingInterval: 10_000,
  })
  const version = nats.info?.version ?? '0'
  if (isOlder(version)) {
    await nats.close()
    throw new Error(`The NATS server is version ${version}; at least ${oldestServer.join('.')} is needed.`)
  }
  const manager = await jetstreamManager(nats)
  await ensureStreams(manager, replicas)
  return {
    nats,
    manager,
    js: jetstream(nats),
    ensureStreams: () => ensureStreams(manager, replicas),
    close: () => nats.drain().catch(() => {}),
  }
}

const isOlder = (version: string) => {
  const parts = version.split(/[.-]/).map(Number)
  for (const [index, least] of oldestServer.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}

/** `discard: new`: a full stream refuses, so the relay keeps its rows; nothing is lost. */
export async function ensureStreams(manager: JetStreamManager, replicas: number): Promise<void> {
  for (const { name, subjects } of Object.values(streams)) {
    const settings = {
      subjects: [...subjects],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      duplicate_window: 120 * second,
      max_age: 7 * day,
      max_msg_size: 1024 * 1024,
      num_replicas: replicas,
    }
    const found = await manager.streams.info(name).catch(() => null)
    if (!found) await manager.streams.add({ name, ...settings }).catch(ignoreTwin)
  }
}

// Two processes that start together may both add; the second finds the stream there, which is what it wanted.
const ignoreTwin = (error: Error) => {
  if (!/already in use/.test(error.message)) throw error
}
