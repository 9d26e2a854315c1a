// Declares a service: its stores, the builder that types what uses them, and the service from its resources.

import type { Envelope, EventType, RelatedKey, Resource } from '@lms/contract'
import type { AnyEntity } from './database/columns.ts'
import { groupPeopleEntities } from './directory/group-people.ts'
import { personEntity } from './directory/people.ts'
import type { PersonalData } from './directory/personal-data.ts'
import { joinResources, type ServiceResource, type ServiceResources } from './resource.ts'
import type { BatchReaction, ExpandersIfAny, Handler, Implementation, Reaction, Service } from './service.ts'
import type { ExternalSteps, ResultOf } from './tasks/external-call.ts'
import type { ExternalCall, TaskHandler } from './tasks/handler.ts'
import type { RunTask, RunTasks, Task, TaskFailed } from './tasks/task.ts'
import type { StoreClasses, StoresOf } from './work/stores.ts'
import type { Work } from './work/work.ts'

/** A service as its resources, and what is its own. */
interface ServiceSpec<C extends StoreClasses>
  extends Pick<Service<C>, 'contract' | 'migrations' | 'keepsPeople' | 'follows'>,
    ServiceResource<C> {
  readonly stores?: Partial<C>
  readonly resources?: ServiceResources<C>
}

/** A builder that types the handlers, reactions and tasks of one service by its stores. */
export function defineService<const C extends StoreClasses>(stores: C) {
  type Stores = StoresOf<C>
  return {
    stores,
    /**
     * A handler for every operation of a resource and an expander for every relation; a missing one does not compile.
     */
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
      { knowsPresent = false }: Pick<Reaction, 'knowsPresent'> = {},
    ): Reaction<Stores> => ({ name, to, run, knowsPresent }),
    batchReaction: <Prepared>(reaction: BatchReaction<Stores, Prepared>): BatchReaction<Stores, Prepared> =>
      reaction,
    /** The function of a task, one step at a time. */
    task: <T extends Task>(
      task: T,
      run: RunTask<T, Stores>,
      { failed = null }: { failed?: TaskFailed<T, Stores> | null } = {},
    ): TaskHandler<Stores> => ({ task, run, runMany: null, runAll: null, external: null, failed }),
    /** The function of tasks that run together for one school. */
    batch: <T extends Task>(
      task: T,
      runMany: RunTasks<T, Stores>,
      { failed = null }: { failed?: TaskFailed<T, Stores> | null } = {},
    ): TaskHandler<Stores> => ({ task, run: null, runMany, runAll: null, external: null, failed }),
    /** A task whose effect is outside; an operation can wait for its outcome (`answerAfter`). */
    externalCall: <T extends Task, Request, Outcome, Result extends ResultOf<T>>(
      task: T,
      steps: ExternalSteps<T, Stores, Request, Outcome, Result>,
    ): ExternalCall<T, Result, Stores> => ({
      task,
      run: null,
      runMany: null,
      runAll: null,
      external: steps,
      failed: steps.failed ?? null,
    }),
    /** What a folder of the service contributes to it; `entities` are those of tables without a store. */
    resource: (resource: ServiceResource<C>): ServiceResource<C> => resource,
    /**
     * The service from its resources, and from what is its own. `stores` are subclasses in place of stores of the builder:
     * for what handlers reach through their stores, and what is built on these handlers.
     */
    build: ({
      contract,
      migrations,
      keepsPeople = false,
      follows = [],
      stores: complete = {},
      resources = [],
      ...own
    }: ServiceSpec<C>): Service<C> => {
      const { handlers, knowsPresent, entities, ...joined } = joinResources<C>([own, ...resources])
      return {
        contract,
        migrations,
        keepsPeople,
        follows: follows.map(followed => ({ before: knowsPresent, ...followed })),
        ...joined,
        implementations: handlers,
        stores: { ...stores, ...complete },
        entities: [
          ...entitiesOf(stores),
          ...(keepsPeople ? directoryEntities(contract.service) : []),
          ...entities,
        ],
      }
    },
  }
}

const directoryEntities = (schema: string) => [personEntity(schema), ...groupPeopleEntities(schema)]

/** The entities of stores that `storeOf` made. */
const entitiesOf = (stores: StoreClasses): AnyEntity[] =>
  Object.values(stores).flatMap(store => (hasTable(store) ? [store.table.entity] : []))
const hasTable = (store: object): store is { table: { entity: AnyEntity } } => 'table' in store
