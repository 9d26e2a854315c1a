// The context of a running service: databases, bus, log, clock, other services.
import {
  type Caller,
  type ClientOf,
  clientOf,
  common,
  type EventRef,
  type Id,
  Refused,
  type Resource,
  type Transport,
} from '@lms/contract'
import type { Bus } from '@lms/events'
import type { Logger } from 'pino'
import { Agent } from 'undici'
import type { Database } from '../database/database.ts'
import type { Leases } from '../database/lease.ts'
import type { SharedDatabase } from '../database/shared.ts'
import type { Clock, HostConfig } from '../kernel/config.ts'
import type { Metering } from '../kernel/metering.ts'
import type { Metrics } from '../kernel/metric.ts'
import { traceHeaders } from '../kernel/telemetry.ts'
import { type TokenSigner, tokenHeader } from '../kernel/token.ts'
import type { UsageCounts } from '../kernel/usage-counts.ts'
import type { Vault } from '../kernel/vault.ts'

/** A service that the answer depends on, and those of its reactions that matter; all if absent. */
export interface EventReader {
  readonly service: string
  readonly reactions?: readonly string[]
}

/**
 * Asks whether services, this one among them if it is named, have processed events, and what has followed from these.
 * Names, of each event, those that are still to be processed: itself, or what has followed from it; an event of which all
 * is processed is absent. A service that the installation lacks has seen everything.
 */
export type Unseen = (
  causes: readonly EventRef[],
  readers: readonly EventReader[],
  scope: { school: string; requestId: string },
) => Promise<Map<string, Id<'evt'>[]>>

/** Events of some services, by their types. */
export interface EventSources {
  readonly sources: readonly string[]
  readonly types: readonly string[]
}

/** How far a wait has come in the outbox of each service; what is absent is processed. */
export type CatchUpPlace = { service: string; after: number; until: number | null }[]

/**
 * Whether readers have processed everything that was committed in a school when the wait began: null if they have, else
 * where the wait has come, to be asked again with. It looks at a bounded part at a time.
 */
export type CatchUp = (
  position: CatchUpPlace | null,
  events: EventSources & { readonly readers: readonly EventReader[] },
  scope: { school: string; requestId: string },
) => Promise<CatchUpPlace | null>

/**
 * Of the events of a school that readers have still to process, the first ones of each service: what is in front of all of
 * them is processed. An event that failed and comes again is among them.
 */
export type FirstUnseen = (
  events: EventSources & { readonly readers: readonly EventReader[] },
  scope: { school: string; requestId: string },
) => Promise<EventRef[]>

/** An event, and when it happened. */
export type StandingEvent = EventRef & { readonly at: string }

/** The events about each of these people that are committed and may not have had all their effects: the causes of a question about now. */
export type StandingOf = (
  about: readonly Id<'usr'>[],
  events: EventSources,
  scope: { school: string; requestId: string },
) => Promise<Map<Id<'usr'>, StandingEvent[]>>

export interface Runtime {
  readonly service: string
  /** Counts what the service and the host declare. */
  readonly metrics: Metrics
  /** Name of this process among the replicas, for leases. */
  readonly instance: string
  readonly config: HostConfig
  readonly clock: Clock
  readonly log: Logger
  /** Under the service's own role, shared fairly between schools. */
  readonly database: SharedDatabase
  /** Under the role of the workers across schools. */
  readonly system: Database
  readonly bus: Bus
  readonly leases: Leases
  readonly vault: Vault
  /** The usage of schools on their budgets; the host adds the cost of requests. */
  readonly metering: Metering
  /** What schools use, of what no row tells; null where no service keeps it. */
  readonly usage: Pick<UsageCounts, 'add'> | null
  /** Which causes of a question the services that know the answer have still to see. */
  readonly unseen: Unseen
  readonly catchUp: CatchUp
  readonly firstUnseen: FirstUnseen
  readonly standingOf: StandingOf
  /** Wakes the relay: rows were committed. */
  notify(): void
  /** Wakes the task runner: due tasks were committed. */
  wakeTasks(): void
  /**
   * A typed client of another service, as this service, for one school (or none). With a `caller` it reads lists as this
   * caller, which only the service of exports may.
   */
  client<T extends Record<string, Resource>>(service: string, resources: T, scope: ClientScope): ClientOf<T>
}

/** The context of requests from a school's callers: shared connections, with no way past the shares. */
export type SchoolRuntime = Omit<Runtime, 'system'>

export interface ClientScope {
  school: string | null
  requestId: string
  caller?: Caller
  /** Who of the platform team it is for; the gateway alone knows. */
  operator?: string
}

/** The requirements for calls to other services: their addresses, and the name of the caller. */
export type ClientConfig = Pick<HostConfig, 'serviceAddresses' | 'signing'>

const deadline = 5000
const agent = new Agent({
  keepAliveTimeout: 30_000,
  headersTimeout: deadline,
  bodyTimeout: deadline,
  connect: { timeout: 2000 },
})

/** A transport to another service: its own token, a deadline, and 503 if the service is unavailable. */
export function serviceTransport(
  config: ClientConfig,
  signer: TokenSigner,
  service: string,
  { school, requestId, caller, operator }: ClientScope,
): Transport {
  const base = config.serviceAddresses[service]
  return async ({ method, path, headers, body }) => {
    if (!base) throw new Error(`LMS_SERVICES has no address for ${service}.`)
    const token = caller
      ? signer.sign(service, { kind: 'caller', caller }, JSON.stringify(caller))
      : signer.sign(
          service,
          { kind: 'service', service: config.signing.name, school, ...(operator && { operator }) },
          `${school ?? '-'}${operator ? ` ${operator}` : ''}`,
        )
    const answer = await agent
      .request({
        origin: base,
        path,
        method: method as 'GET',
        headers: { [tokenHeader]: token, 'x-request-id': requestId, ...traceHeaders(), ...headers },
        body: body ?? null,
      })
      .then(async response => ({
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: await response.body.text(),
      }))
      .catch(() => null)
    // A service without its database, or another dependency, counts as unavailable.
    if (answer === null || answer.status === 503)
      throw new Refused(
        common.unavailable,
        `The ${service} service is unavailable for a moment. Repeat the request.`,
      )
    return answer
  }
}

export const makeServiceClient =
  (config: ClientConfig, signer: TokenSigner): Runtime['client'] =>
  (service, resources, scope) =>
    clientOf(resources, serviceTransport(config, signer, service, scope))
