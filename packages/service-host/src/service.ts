// A service is declared as lists: its public operations and events, its data, its reactions, its jobs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  BodyOf,
  Caller,
  Contract,
  DerivedMetric,
  Envelope,
  EventsOf,
  EventType,
  IsList,
  Operation,
  PathOf,
  Prefix,
  Relation,
  Resource,
  ReturnsOf,
} from '@lms/contract'
import type { BusUse } from '@lms/events'
import type { AnyEntity } from './database/columns.ts'
import type { MigrationSpec } from './database/migration.ts'
import type { RowPage } from './database/read-page.ts'
import type { Followed } from './directory/follower.ts'
import type { PersonalData } from './directory/personal-data.ts'
import type { Setting } from './kernel/config.ts'
import type { DocumentAnswer } from './kernel/document-answer.ts'
import type { EventSink } from './kernel/event-sink.ts'
import type { hostOperations, LimitEntry } from './kernel/host.contract.ts'
import type { Metric, Sample } from './kernel/metric.ts'
import type { ListQuery } from './list/list-query.ts'
import type { AnswerAfter } from './tasks/answer-after.ts'
import type { TaskHandler } from './tasks/handler.ts'
import type { DayCount } from './work/day-count.ts'
import type { SealedRows } from './work/reseal-rows.ts'
import type { Runtime, SchoolRuntime } from './work/runtime.ts'
import type { StoreClasses, StoresOf } from './work/stores.ts'
import type { UnitOfWork } from './work/unit-of-work.ts'
import type { Work } from './work/work.ts'

export interface Input<O> extends Work<EventsOf<O>> {
  /** Requests from programs of the installation do not count in a school's share of connections. */
  readonly runtime: O extends Operation<any, 'I', any, any, any, any> ? Runtime : SchoolRuntime
  readonly path: PathOf<O>
  readonly body: BodyOf<O>
  /** The parsed query of a list; meaningless for other operations. */
  readonly query: ListQuery
  readonly caller: Caller
  readonly client: Client
  /** The declared media type that the client prefers to JSON: answer with a `DocumentAnswer` of it. Null for JSON. */
  readonly document: string | null
  /** For a client that prefers `text/event-stream`, where that is declared: what happens before the answer. Else null. */
  readonly events: EventSink | null
  /** Charges the sender for milliseconds of a thread that worked for the request. */
  readonly charge: (milliseconds: number) => void
}

/** The origin of a request, from the gateway. */
export interface Client {
  /** IP address; null if unknown. */
  readonly address: string | null
  /** `User-Agent` as it was sent; null if there was none. */
  readonly agent: string | null
  /** `Origin` as it was sent: the page of another site that a browser sends the request for; null if there was none. */
  readonly origin: string | null
}

export type Handled<O> = IsList<O> extends true ? RowPage<ReturnsOf<O> & { id: string }> : ReturnsOf<O>
/** A handler that has the answer itself. */
export type DirectHandler<O, Stores> = (input: Input<O>, stores: Stores) => Promise<Handled<O>> | Handled<O>
/** That of a change may have it come after a call outside (`answerAfter`). */
export type Handler<O, Stores> = (
  input: Input<O>,
  stores: Stores,
) => Promise<HandlerResult<O>> | HandlerResult<O>
type HandlerResult<O> =
  | Handled<O>
  | DocumentAnswer
  | (O extends Operation<any, 'C' | 'A' | 'U' | 'M', any, any, any, any> ? AnswerAfter<Handled<O>> : never)

/**
 * Reads related objects for `expand`: a map from id to object, with only those that the caller may see. The host cuts
 * them to the fields of the relation.
 */
export type Expander<Stores, T = any> = (
  ids: readonly string[],
  stores: Stores,
  input: { caller: Caller; runtime: SchoolRuntime; requestId: string },
) => Promise<ReadonlyMap<string, T>>

type RelationsOf<O> =
  O extends Operation<any, any, any, any, any, infer L> ? (L extends { expands: infer E } ? E : never) : never
type NamesOf<E> = E extends unknown ? keyof E : never
type RelatedAt<E, N> = E extends unknown
  ? N extends keyof E
    ? E[N] extends Relation<infer T>
      ? T
      : never
    : never
  : never
/** An expander for every relation of a resource's lists; a missing one does not compile. */
type Expanders<R extends Resource, Stores> = {
  readonly [N in NamesOf<RelationsOf<R[keyof R]>>]: Expander<Stores, RelatedAt<RelationsOf<R[keyof R]>, N>>
}
export type ExpandersIfAny<R extends Resource, Stores> = [NamesOf<RelationsOf<R[keyof R]>>] extends [never]
  ? []
  : [expand: Expanders<R, Stores>]

export interface Implementation<Stores = any> {
  readonly operations: Resource
  readonly handlers: Readonly<Record<string, Handler<any, Stores>>>
  readonly expand: Readonly<Record<string, Expander<Stores>>>
}

/** An event of this or another service that this service processes exactly once. */
export interface Reaction<Stores = any> {
  /** The name of the durable consumer: stable, and unique in the service. */
  readonly name: string
  readonly to: EventType
  /**
   * Whether the host first brings everything up to date that the service copies from others (`follows`, groups). Events act
   * in any order: such a reaction acts by what is true now.
   */
  readonly knowsPresent?: boolean
  /** Whether it leaves out what came in with an import (`data.imported`). */
  readonly ignoresImports?: true
  readonly run: (input: Work & { event: Envelope<any> }, stores: Stores) => Promise<void>
}

/** A type of events in a school. */
export interface Listened {
  readonly school_id: string
  readonly type: string
}

interface BatchOf<Prepared> {
  events: readonly Envelope<any>[]
  prepared: Prepared
  /** The request that caused one of them: what follows from it alone is traced there. */
  requestOf: (event: Pick<Envelope, 'id'>) => string
}

/**
 * Events of several types that this service processes together, each exactly once and by school. One consumer reads the
 * whole stream for it, so that a batch has the order of the stream, and costs one transaction for each school.
 */
export interface BatchReaction<Stores = any, Prepared = any> {
  /** The name of the durable consumer: stable, and unique in the service. */
  readonly name: string
  readonly to: readonly EventType[]
  /**
   * Of these types in these schools, those on which something acts there; the others cost no transaction, and leave no row
   * in the inbox. Absent: all of them. Asked again whether an event is still to be processed, so an event may come late to
   * what has begun to listen since.
   */
  readonly wanted?: (listened: readonly Listened[], runtime: Pick<Runtime, 'system'>) => Promise<Listened[]>
  /**
   * What comes within this time goes together, in milliseconds: a longer one makes effects later, and each of them
   * cheaper. Default: 20.
   */
  readonly restMs?: number
  /**
   * Whether nothing changes when an event acts again. Then nobody asks first which ones have acted, which saves the round
   * trip.
   */
  readonly repeatable?: true
  /** Whether it leaves out what came in with an import (`data.imported`): it tells people, or acts on them. */
  readonly ignoresImports?: true
  /** Reads what the batch needs from other services, before the transaction. */
  readonly prepare: (
    events: readonly Envelope<any>[],
    ctx: { school: string; runtime: SchoolRuntime },
  ) => Promise<Prepared>
  /** Writes the effects of those events that have none yet; of `repeatable` ones, of all. */
  readonly run: (input: Work & BatchOf<Prepared>, stores: Stores) => Promise<void>
}

/** A long-running part with a loop of its own: journal writer, dispatcher. */
export interface Worker {
  readonly name: string
  /** Its bus use besides publishing; anything else is refused. */
  readonly bus?: Partial<Pick<BusUse, 'consumes' | 'reads' | 'listens'>>
  start(runtime: Runtime): Promise<{ stop(): Promise<void> }>
}

/** Metrics of a service beside those of the host. */
export interface ServiceMetrics {
  /** The part that they are about, for the count of readings that failed. */
  readonly name: string
  readonly metrics: readonly Metric[]
  /** Reads those that nobody counts; absent if all are counted. From indexes only, and at most every five seconds. */
  readonly read?: (runtime: Runtime) => Promise<readonly Sample[]>
}

/** A request in pieces, from the gateway for a school. */
export interface StreamInput {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: Readonly<Record<string, string>>
  readonly school: string
  readonly runtime: Runtime
  /** Ends when the client leaves. */
  readonly signal: AbortSignal
}
/** Reads and answers in pieces. It leaves a body that it refuses unread, and does not destroy the request. */
export type StreamHandler = (input: StreamInput) => Promise<void>

export interface Service<C extends StoreClasses = any> {
  readonly contract: Contract
  readonly entities: readonly AnyEntity[]
  /** Read by `migrate` only: `migrationsIn(new URL('../migrations/', import.meta.url))`. */
  readonly migrations: () => Promise<readonly MigrationSpec[]>
  readonly stores: C
  readonly implementations: readonly Implementation[]
  readonly reactions?: readonly Reaction[]
  readonly batchReactions?: readonly BatchReaction[]
  readonly tasks?: readonly TaskHandler[]
  /** Its encrypted columns. The host encrypts them again, each hour, when the key ring has a new first key. */
  readonly sealed?: readonly SealedRows[]
  readonly workers?: readonly Worker[]
  readonly metrics?: readonly ServiceMetrics[]
  /** Subjects of core NATS that its units of work publish after their commit, besides those of the host. */
  readonly publishes?: readonly string[]
  /** Streams of which it removes messages: those of schools that are erased. */
  readonly purges?: BusUse['purges']
  /** Environment variables of its own. */
  readonly settings?: readonly Setting[]
  /** Whether it has a directory of people (`peopleSql`), which the host keeps up to date from their events. */
  readonly keepsPeople?: boolean
  /** Rows of other services that it copies, and before which operations the host brings the copy up to date. */
  readonly follows?: readonly Followed[]
  /**
   * Its data about people. From these the host answers before a merge or an erasure and for an export, and reacts to the
   * events of people. A service that emits these events itself moves and erases in the transaction of the change.
   */
  readonly personalData?: readonly PersonalData<StoresOf<C>>[]
  /**
   * For `GET /v1/limits`: how much is used of a maximum, by the reason of its refusal, where a handler written by hand
   * counts it. Those of `crudHandlers` are counted already.
   */
  readonly used?: Readonly<
    Record<string, (stores: StoresOf<C>, most: number, now: string) => Promise<number>>
  >
  /** Limits besides those that its operations declare. */
  readonly limits?: (
    stores: StoresOf<C>,
    ctx: { readonly work: UnitOfWork; readonly runtime: SchoolRuntime },
  ) => Promise<readonly LimitEntry[]>
  /** What a school has used on a day, counted from rows: such a figure is lost or doubled by no restart. */
  readonly usage?: { readonly [M in DerivedMetric]?: DayCount }
  /**
   * Rebuilds what no archive has, when the rows of a school have returned from one, and arms what follows from them. Says what
   * the school has to set again. It may run twice.
   */
  readonly restored?: (
    ctx: Pick<Work, 'work' | 'runtime'>,
    stores: StoresOf<C>,
  ) => Promise<readonly string[]> | readonly string[]
  /** Objects that other services may reference (`objectOwners`): those of the ids that exist, with their states and people. */
  readonly objects?: {
    readonly [P in Prefix]?: (
      ids: readonly string[],
      stores: StoresOf<C>,
    ) => Promise<readonly { id: string; status?: string | null; user_id?: string | null }[]>
  }
  /** Files behind signed links (`downloadPath`), by the prefix of their objects (`fileOwners`); null where there is none. */
  readonly files?: {
    readonly [P in Prefix]?: (
      id: string,
      stores: StoresOf<C>,
      runtime: Runtime,
    ) => Promise<ReturnsOf<(typeof hostOperations)['file']> | null>
  }
  /**
   * What the gateway carries as bytes instead of JSON, by method and path: `PUT /streams/files/{token}`. That of a GET
   * answers HEAD, too.
   */
  readonly streams?: Readonly<Record<`${'GET' | 'PUT'} /streams/${string}`, StreamHandler>>
  /** References of this service to others (`namedBy`): ids of the first few objects that reference one. */
  readonly naming?: {
    readonly [P in Prefix]?: (id: string, stores: StoresOf<C>) => Promise<readonly string[]>
  }
}
