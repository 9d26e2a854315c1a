// Whether the services that know an answer have seen what led to the question: causes before effects.
import type { EventRef, Id } from '@lms/contract'
import { maxSeenAbout } from '../kernel/causes.contract.ts'
import { hostOperations } from '../kernel/host.contract.ts'
import type { Service } from '../service.ts'
import type { EventReader, Runtime, Unseen } from '../work/runtime.ts'
import { seenBy } from './processed-events.ts'

/** What follows from what follows, and so on: no chain of reactions of this system is longer. */
const longestChain = 5
/** The types to which a service reacts are asked again after this time: it may be another version by then. */
const typesKnownMs = 60_000

type Seen = Awaited<ReturnType<ReturnType<typeof seenBy>>>
type Scope = Parameters<Unseen>[2]
const all: Seen = { reacts_to: [], unseen: [], followed: [] }

/** The question of a running service. */
export function unseenAt(service: Service, runtime: Runtime): Unseen {
  const own = seenBy(service)
  const knownTypes = new Map<string, { types: ReadonlySet<string>; until: number }>()
  const now = () => runtime.clock.elapsed?.() ?? performance.now()

  async function ask(reader: EventReader, events: readonly EventRef[], scope: Scope): Promise<Seen> {
    const { service: name, reactions } = reader
    const chosen = reactions ? { reactions: [...reactions] } : {}
    if (name === runtime.service) return own({ events: [...events], ...chosen }, scope.school, runtime)
    if (!Object.hasOwn(runtime.config.serviceAddresses, name)) return all
    const key = [name, ...(reactions ?? [])].join(' ')
    const memory = knownTypes.get(key)
    const its = memory && memory.until > now() ? events.filter(({ type }) => memory.types.has(type)) : events
    if (its.length === 0) return all
    const { seen } = runtime.client(name, { hostOperations }, scope).hostOperations
    const answer = await seen({ body: { events: [...its], ...chosen } })
    knownTypes.set(key, { types: new Set(answer.reacts_to), until: now() + typesKnownMs })
    return answer as Seen
  }

  return async (causes, readers, scope) => {
    const unseen = new Map<string, Set<Id<'evt'>>>()
    /** The causes from which each event follows. */
    const roots = new Map(causes.map(({ id }) => [id as string, new Set<string>([id])]))
    if (readers.length === 0) return new Map()
    let next = [...new Map(causes.map(cause => [cause.id, cause])).values()]
    for (let depth = 0; next.length && depth < longestChain; depth++) {
      const parts = Array.from({ length: Math.ceil(next.length / maxSeenAbout) }, (_, part) =>
        next.slice(part * maxSeenAbout, (part + 1) * maxSeenAbout),
      )
      const answers = await Promise.all(
        readers.flatMap(reader => parts.map(events => ask(reader, events, scope))),
      )
      for (const id of answers.flatMap(answer => answer.unseen))
        for (const root of roots.get(id) ?? []) {
          const ids = unseen.get(root) ?? new Set()
          unseen.set(root, ids.add(id as Id<'evt'>))
        }
      const followed = answers.flatMap(answer => answer.followed)
      next = followed.filter(({ id }) => !roots.has(id)).map(({ id, type }) => ({ id, type }))
      for (const { id, cause_id } of followed)
        roots.set(id, new Set([...(roots.get(id) ?? []), ...(roots.get(cause_id) ?? [])]))
    }
    return new Map([...unseen].map(([root, ids]) => [root, [...ids]]))
  }
}
