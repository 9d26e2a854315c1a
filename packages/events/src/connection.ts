// The NATS connection of a program, and the two streams.
import { setTimeout as pause } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { AuthorizationError, connect, type NatsConnection } from '@nats-io/transport-node'
import { inboxOf, streams } from './subjects.ts'

/** The user of a connection; a program's user has its name. */
export interface BusCredential {
  user: string
  password: string
}

export interface Bus {
  nats: NatsConnection
  /** The inbox for answers to this program. */
  inbox: string
  js: JetStreamClient
  manager: JetStreamManager
  /** Creates missing streams: a server that lost its storage has none. */
  ensureStreams(): Promise<void>
  close(): Promise<void>
}

const oldestServer = [2, 9, 10] as const
const second = 1_000_000_000
const day = 24 * 3600 * second

export interface BusOptions {
  /** One or more addresses, separated by commas. */
  url: string
  credential: BusCredential
  replicas?: number
  /** False: rejects if no server answers at first, instead of waiting for one. */
  wait?: boolean
  /** Called once, with the cause, if no server answers at first, or the servers have no leader. */
  onUnavailable?(error: Error): void
}

/** Connects, reconnects for ever, and creates missing streams. Rejects if the server refuses the credential. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { credential, replicas = 1, onUnavailable } = options
  let isTold = false
  const tell = (error: Error) => {
    if (!isTold) onUnavailable?.(error)
    isTold = true
  }
  const nats = await connectFirst(options, tell)
  const version = nats.info?.version ?? '0'
  if (isOlder(version)) {
    await nats.close()
    throw new Error(`The NATS server is version ${version}; at least ${oldestServer.join('.')} is needed.`)
  }
  const manager = await managerOf(nats, options, tell)
  return {
    nats,
    inbox: inboxOf(credential.user),
    manager,
    js: jetstream(nats),
    ensureStreams: () => ensureStreams(manager, replicas),
    close: () => nats.drain().catch(() => {}),
  }
}

/** JetStream with its streams: the servers of a cluster have none until they have elected a leader. */
async function managerOf(
  nats: NatsConnection,
  { replicas = 1, wait = true }: BusOptions,
  tell: (error: Error) => void,
): Promise<JetStreamManager> {
  for (;;) {
    try {
      const manager = await jetstreamManager(nats)
      await ensureStreams(manager, replicas)
      return manager
    } catch (error) {
      if (!wait || !isWithoutLeader(error)) {
        await nats.close()
        throw error
      }
      tell(error as Error)
      await pause(250 + Math.random() * 250)
    }
  }
}

/** No answer in time, nobody who could answer, or an answer that says so. */
const isWithoutLeader = (error: unknown): boolean =>
  error instanceof JetStreamApiError
    ? error.status === 503
    : ['TimeoutError', 'RequestError', 'NoRespondersError', 'JetStreamNotEnabled'].includes(
        (error as Error).name,
      )

async function connectFirst(
  { url, credential, wait = true }: BusOptions,
  tell: (error: Error) => void,
): Promise<NatsConnection> {
  const { user, password } = credential
  for (;;) {
    try {
      return await connect({
        servers: url.split(','),
        name: `lms ${user}`,
        user,
        pass: password,
        inboxPrefix: inboxOf(user),
        timeout: 3000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        reconnectJitter: 250,
        // A server with new passwords refuses returning clients for a while.
        ignoreAuthErrorAbort: true,
        // A server that is cut off is left after 10 to 15 s: until then nothing that is published leaves this process.
        pingInterval: 5000,
        maxPingOut: 2,
      })
    } catch (error) {
      if (error instanceof AuthorizationError && !isLate(error))
        throw new Error(
          `NATS at ${url} refuses the credential of ${user}. Start it with the users of this installation.`,
          {
            cause: error,
          },
        )
      if (!wait) throw error
      tell(error as Error)
      await pause(250 + Math.random() * 250)
    }
  }
}

/** A server that is too busy to read the credential in time says so by the same class of error. */
const isLate = ({ message }: AuthorizationError): boolean => /authentication timeout/i.test(message)

/** Whether a server of this version (`2.9.10-beta`) is too old. */
export const isOlder = (version: string): boolean => {
  const parts = version.split(/[.-]/).map(Number)
  for (const [index, least] of oldestServer.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part < least
  }
  return false
}

/** `discard: new`: a full stream refuses messages, so the relay keeps its rows and nothing is lost. */
export async function ensureStreams(manager: JetStreamManager, replicas: number): Promise<void> {
  for (const { name, subjects } of Object.values(streams)) {
    const settings = {
      subjects: [...subjects],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      // Shorter than the sweep waits: a stream that has lost a message with its leader may remember its id all the same.
      duplicate_window: 45 * second,
      max_age: 7 * day,
      max_msg_size: 1024 * 1024,
      num_replicas: replicas,
    }
    const existing = await manager.streams.info(name).catch(() => null)
    if (!existing) await manager.streams.add({ name, ...settings }).catch(ignoreTwin)
  }
}

// Two processes that start together may both add a stream. The second finds it there, which is fine.
const ignoreTwin = (error: Error) => {
  if (!/already in use/.test(error.message)) throw error
}
