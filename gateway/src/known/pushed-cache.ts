// What the gateway remembers of other services, and forgets as soon as it is told that it changed.
//
// An entry counts for a minute while messages of change arrive, for a second while they do not. What was being loaded
// when a change was told is given to those who wait for it, but not kept: it may have been read before the change.
import { LRUCache } from 'lru-cache'

/** Something found, or null where it is known that there is nothing. */
type Found<V> = V | null

interface Entry<V> {
  group: string
  found: Found<V>
  /** When loading began. */
  at: number
}
interface Load<V> {
  group: string
  stale: boolean
  promise: Promise<Found<V>>
}

export interface PushedCacheOptions {
  most: number
  /** Whether messages of change arrive. */
  live(): boolean
  /** Milliseconds of a clock that is never set back. */
  now?: () => number
  keepMs?: number
  /** How long an entry counts while messages do not arrive. */
  blindMs?: number
  /** How long it counts that there is nothing. */
  absentMs?: number
}

export class PushedCache<V extends object> {
  readonly #options: Required<PushedCacheOptions>
  readonly #entries: LRUCache<string, Entry<V>>
  readonly #groups = new Map<string, Set<string>>()
  readonly #loads = new Map<string, Load<V>>()

  constructor(options: PushedCacheOptions) {
    this.#options = {
      now: () => performance.now(),
      keepMs: 60_000,
      blindMs: 1000,
      absentMs: 1000,
      ...options,
    }
    this.#entries = new LRUCache({
      max: options.most,
      dispose: ({ group }, key, reason) => reason !== 'set' && this.#leaveGroup(group, key),
    })
  }

  /** What is remembered, or undefined where it must be loaded. */
  get(key: string): Found<V> | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const { now, live, keepMs, blindMs, absentMs } = this.#options
    const most = entry.found === null ? absentMs : live() ? keepMs : blindMs
    return now() - entry.at < most ? entry.found : undefined
  }

  /** Whether something was found, and nothing has been told since; it may be too old to count. */
  has(key: string): boolean {
    return (this.#entries.peek(key)?.found ?? null) !== null
  }

  /** Loads, once for all who ask meanwhile. What is forgotten for the group while loading is not kept. */
  load(key: string, group: string, ask: () => Promise<Found<V>>): Promise<Found<V>> {
    const running = this.#loads.get(key)
    if (running && !running.stale) return running.promise
    const at = this.#options.now()
    const load: Load<V> = { group, stale: false, promise: Promise.resolve(null) }
    this.#loads.set(key, load)
    load.promise = ask()
      .then(found => {
        if (!load.stale) this.#store(key, { group, found, at })
        return found
      })
      .finally(() => {
        if (this.#loads.get(key) === load) this.#loads.delete(key)
      })
    return load.promise
  }

  /** Forgets entries of a group; without `which` all of them. */
  invalidate(group: string, which: (found: Found<V>, key: string) => boolean = () => true): void {
    for (const load of this.#loads.values()) if (load.group === group) load.stale = true
    for (const key of [...(this.#groups.get(group) ?? [])]) {
      const entry = this.#entries.peek(key)
      if (entry && which(entry.found, key)) this.#entries.delete(key)
    }
  }

  /** Forgets everything. */
  clear(): void {
    for (const load of this.#loads.values()) load.stale = true
    this.#entries.clear()
  }

  #store(key: string, entry: Entry<V>) {
    this.#entries.set(key, entry)
    const group = this.#groups.get(entry.group)
    if (group) group.add(key)
    else this.#groups.set(entry.group, new Set([key]))
  }

  #leaveGroup(name: string, key: string) {
    const group = this.#groups.get(name)
    group?.delete(key)
    if (group?.size === 0) this.#groups.delete(name)
  }
}
