// A resource is one value: what a folder of a service contributes to it. A service is a list of them.
import type { Resource } from '@lms/contract'
import type { Implementation, Service } from './service.ts'
import type { StoreClasses, StoresOf } from './work/stores.ts'

type Lists =
  | 'entities'
  | 'reactions'
  | 'batchReactions'
  | 'tasks'
  | 'sealed'
  | 'workers'
  | 'metrics'
  | 'publishes'
  | 'purges'
type Records = 'used' | 'usage' | 'objects' | 'files' | 'streams'

/** What a resource, or the service itself, contributes. */
export interface ServiceResource<C extends StoreClasses = any>
  extends Partial<
    Pick<Service<C>, Lists | Records | 'settings' | 'personalData' | 'naming' | 'restored' | 'limits'>
  > {
  /** What answers its operations: `builder.implement`. */
  readonly handlers?: readonly Implementation[]
  /** Those of its operations before which the host brings up to date what the service copies from others (`follows`). */
  readonly knowsPresent?: readonly Resource[]
}

/** Resources, and areas of several. */
export type ServiceResources<C extends StoreClasses> = readonly (
  | ServiceResource<C>
  | readonly ServiceResource<C>[]
)[]

/** The resources as one. Throws where two of them say the same, such as how much is used of one maximum. */
export function joinResources<C extends StoreClasses>(resources: ServiceResources<C>) {
  const all = resources.flat() as readonly ServiceResource<C>[]
  const list = <K extends keyof ServiceResource<C>>(key: K) =>
    all.flatMap(one => (one[key] ?? []) as never[]) as unknown as NonNullable<ServiceResource<C>[K]>
  const record = <K extends Records>(key: K) => onlyOnce(key, all) as NonNullable<Service<C>[K]>
  return {
    handlers: list('handlers'),
    knowsPresent: list('knowsPresent'),
    entities: list('entities'),
    reactions: list('reactions'),
    batchReactions: list('batchReactions'),
    tasks: list('tasks'),
    sealed: list('sealed'),
    workers: list('workers'),
    metrics: list('metrics'),
    publishes: list('publishes'),
    purges: list('purges'),
    settings: list('settings'),
    personalData: list('personalData'),
    used: record('used'),
    usage: record('usage'),
    objects: record('objects'),
    files: record('files'),
    ...joinStreams(record('streams')),
    naming: joinNaming(all),
    ...joinRestored(all),
    ...joinLimits(all),
  }
}

function onlyOnce<C extends StoreClasses>(kind: Records, all: readonly ServiceResource<C>[]): object {
  const entries = all.flatMap(one => Object.entries(one[kind] ?? {}))
  const names = entries.map(([name]) => name)
  const repeated = names.find((name, at) => names.indexOf(name) < at)
  if (repeated) throw new Error(`Two resources say ${kind}.${repeated}.`)
  return Object.fromEntries(entries)
}

const joinStreams = (streams: NonNullable<Service['streams']>): Pick<Service, 'streams'> =>
  Object.keys(streams).length ? { streams } : {}

/** Several resources may reference objects of one kind. */
function joinNaming<C extends StoreClasses>(all: readonly ServiceResource<C>[]): Service<C>['naming'] {
  type Naming = (id: string, stores: StoresOf<C>) => Promise<readonly string[]>
  const byPrefix = Map.groupBy(
    all.flatMap(({ naming }) => Object.entries(naming ?? {}) as [string, Naming][]),
    ([prefix]) => prefix,
  )
  const together =
    (several: readonly Naming[]): Naming =>
    async (id, stores) =>
      (await Promise.all(several.map(naming => naming(id, stores)))).flat()
  return Object.fromEntries(
    [...byPrefix].map(([prefix, several]) => [prefix, together(several.map(([, naming]) => naming))]),
  )
}

/** One after the other, in the order of the list. */
function joinRestored<C extends StoreClasses>(
  all: readonly ServiceResource<C>[],
): Pick<Service<C>, 'restored'> {
  const several = all.flatMap(({ restored }) => restored ?? [])
  if (several.length === 0) return {}
  return {
    restored: async (ctx, stores) => {
      const steps: string[] = []
      for (const restored of several) steps.push(...(await restored(ctx, stores)))
      return steps
    },
  }
}

function joinLimits<C extends StoreClasses>(all: readonly ServiceResource<C>[]): Pick<Service<C>, 'limits'> {
  const several = all.flatMap(({ limits }) => limits ?? [])
  if (several.length === 0) return {}
  return {
    limits: async (stores, ctx) => (await Promise.all(several.map(limits => limits(stores, ctx)))).flat(),
  }
}
