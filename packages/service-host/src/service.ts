// A service is declared as lists: what it shows, what it keeps, what it reacts to, what it does by the clock.
import type {
  BodyOf,
  Caller,
  Contract,
  Envelope,
  EventsOf,
  EventType,
  Held,
  Id,
  IsList,
  Operation,
  PathOf,
  Prefix,
  RelatedKey,
  Relation,
  Resource,
  ReturnsOf,
} from '@lms/contract'
import type { BusUse } from '@lms/events'
import type { AnyEntity } from './database/columns.ts'
import type { MigrationSpec } from './database/migration.ts'
import type { RowPage } from './database/read-page.ts'
import { personEntity } from './directory/people.ts'
import type { Setting } from './kernel/config.ts'
import type { ListQuery } from './list/list-query.ts'
import type { RunTask, RunTasks, Task, TaskFailed, TaskHandler } from './tasks/task.ts'
import type { Runtime, SchoolRuntime } from './work/runtime.ts'
import type { StoreClasses, StoresOf } from './work/stores.ts'
import type { Work } from './work/work.ts'

export interface Input<O> extends Work<EventsOf<O>> {
  /** What programs of the installation ask may go past a school's share of connections. */
  readonly runtime: O extends Operation<any, 'I', any, any, any, any> ? Runtime : SchoolRuntime
  readonly path: PathOf<O>
  readonly body: BodyOf<O>
  /** The parsed query of a list; of no meaning for other operations. */
  readonly query: ListQuery
  readonly caller: Caller
  readonly client: Client
}

/** Where a request came from, as the gateway tells. */
export interface Client {
  /** IP address; null where none was told. */
  readonly address: string | null
  /** `User-Agent` as it was sent; null where there was none. */
  readonly agent: string | null
}

export type Handled<O> = IsList<O> extends true ? RowPage<ReturnsOf<O> & { id: string }> : ReturnsOf<O>
export type Handler<O, Stores> = (input: Input<O>, stores: Stores) => Promise<Handled<O>> | Handled<O>

/**
 * Brings related objects for `expand`: a map from id to object, only of what the caller may see. The host cuts them to
 * what the relation declares.
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
type ExpandersIfAny<R extends Resource, Stores> = [NamesOf<RelationsOf<R[keyof R]>>] extends [never]
  ? []
  : [expand: Expanders<R, Stores>]

export interface Implementation<Stores = any> {
  readonly operations: Resource
  readonly handlers: Readonly<Record<string, Handler<any, Stores>>>
  readonly expand: Readonly<Record<string, Expander<Stores>>>
}

/** An event of this or another service that this service acts on, exactly once. */
export interface Reaction<Stores = any> {
  /** Names the durable consumer: stable, unique in the service. */
  readonly name: string
  readonly to: EventType
  readonly run: (input: Work & { event: Envelope<any> }, stores: Stores) => Promise<void>
}

/** Something done by the clock, by one replica at a time. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  readonly run: (runtime: Runtime) => Promise<void>
}

/** A long-running part with a loop of its own: journal writer, dispatcher. */
export interface Worker {
  readonly name: string
  /** What it does on the bus besides publishing: it may do nothing else there. */
  readonly bus?: Partial<Pick<BusUse, 'consumes' | 'reads' | 'listens'>>
  start(runtime: Runtime): Promise<{ stop(): Promise<void> }>
}

/** One kind of thing that a service holds about people. */
export interface PersonalData<Stores = any> extends Omit<Held, 'count'> {
  /** How many of them a person has. */
  readonly count: (userId: string, stores: Stores) => Promise<number>
  /** Them as the API shows them, by their ids: at most `most` after one. */
  readonly items: (
    userId: string,
    page: { after: string | null; most: number },
    stores: Stores,
  ) => Promise<readonly { id: string }[]>
  /**
   * Passes what a person had to the one they were joined into; nobody adds to it meanwhile. `erased`: the other has been
   * anonymized. The service keeps a directory of people.
   */
  readonly move?: (
    people: { from: string; into: Id<'usr'>; erased: boolean },
    work: Work,
    stores: Stores,
  ) => Promise<void> | void
  /** Takes away what is personal. Tells nothing: the one event of an erasure is user.anonymized. */
  readonly erase?: (userId: string, work: Work, stores: Stores) => Promise<void> | void
}

export interface Service<C extends StoreClasses = any> {
  readonly contract: Contract
  readonly entities: readonly AnyEntity[]
  /** Read by who migrates alone: `migrationsIn(new URL('../migrations/', import.meta.url))`. */
  readonly migrations: () => Promise<readonly MigrationSpec[]>
  readonly stores: C
  readonly resources: readonly Implementation[]
  readonly reactions?: readonly Reaction[]
  readonly tasks?: readonly TaskHandler[]
  readonly jobs?: readonly Job[]
  readonly workers?: readonly Worker[]
  /** Variables of its own that an installation may set. */
  readonly settings?: readonly Setting[]
  /** It keeps a directory of people (`peopleSql`), which the host has follow their events. */
  readonly keepsPeople?: boolean
  /** What it holds about people. The host answers for it before a merge or an erasure, and for an export. */
  readonly personalData?: readonly PersonalData<StoresOf<C>>[]
  /** What other services may name (`keepers`): those of the ids that exist, with their states. */
  readonly objects?: {
    readonly [P in Prefix]?: (
      ids: readonly string[],
      stores: StoresOf<C>,
    ) => Promise<readonly { id: string; status?: string | null }[]>
  }
  /** What this service names in others (`namedBy`): ids of the first few objects that name one. */
  readonly naming?: {
    readonly [P in Prefix]?: (id: string, stores: StoresOf<C>) => Promise<readonly string[]>
  }
}

/** A builder that ties the handlers, reactions and tasks of one service to its stores. */
export function defineService<const C extends StoreClasses>(stores: C) {
  type Stores = StoresOf<C>
  return {
    stores,
    /** A handler for every operation of a resource and an expander for every relation; a missing one does not compile. */
    implement: <const R extends Resource>(
      operations: R,
      handlers: { [N in keyof R]: Handler<R[N], Stores> },
      ...[expand]: ExpandersIfAny<R, Stores>
    ): Implementation<Stores> => ({ operations, handlers, expand: expand ?? {} }),
    personalData: (kind: PersonalData<Stores>): PersonalData<Stores> => kind,
    reaction: <T, N extends string, K extends RelatedKey>(
      name: string,
      to: EventType<N, T, K>,
      run: (input: Work & { event: Envelope<T> }, stores: Stores) => Promise<void>,
    ): Reaction<Stores> => ({ name, to, run }),
    /** What a task does, a step at a time. */
    task: <T extends Task>(
      task: T,
      run: RunTask<T, Stores>,
      { failed = null }: { failed?: TaskFailed<T, Stores> | null } = {},
    ): TaskHandler<Stores> => ({ task, run, runMany: null, failed }),
    /** What tasks of one school do that are run together. */
    batch: <T extends Task>(
      task: T,
      runMany: RunTasks<T, Stores>,
      { failed = null }: { failed?: TaskFailed<T, Stores> | null } = {},
    ): TaskHandler<Stores> => ({ task, run: null, runMany, failed }),
    /** `entities` are those of tables besides the stores' own. */
    build: ({
      entities = [],
      ...spec
    }: Omit<Service<C>, 'stores' | 'entities'> & Partial<Pick<Service<C>, 'entities'>>): Service<C> => ({
      ...spec,
      stores,
      entities: [
        ...entitiesOf(stores),
        ...(spec.keepsPeople ? [personEntity(spec.contract.service)] : []),
        ...entities,
      ],
    }),
  }
}

/** The entities of stores that are made by `storeOf`. */
const entitiesOf = (stores: StoreClasses): AnyEntity[] =>
  Object.values(stores).flatMap(store => (hasTable(store) ? [store.table.entity] : []))
const hasTable = (store: object): store is { table: { entity: AnyEntity } } => 'table' in store
