// A cache of facts from other services, invalidated by their messages.
//
// An entry is valid for a minute while messages of change arrive, and for a second while they do not. A value that was
// loading during an invalidation goes to its waiters, but not into the cache: it may have been read before the change.
import { LRUCache } from 'lru-cache'
import { FairStore } from './fair-store.ts'

/** A value, or null if it is known that there is none. */
type Cached<V> = V | null

interface Entry<V> {
  group: string
  value: Cached<V>
  /** When loading began. */
  at: number
}
interface Load<V> {
  group: string
  stale: boolean
  promise: Promise<Cached<V>>
}

export interface PushedCacheOptions<V> {
  /** Maximum entries; with `bytesOf` maximum bytes, shared by the groups (`FairStore`). */
  most: number
  bytesOf?: (value: V) => number
  /** Whether messages of change arrive. */
  live(): boolean
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  keepMs?: number
  /** How long an entry is valid while messages do not arrive. */
  blindMs?: number
  /** How long the absence of a value is valid. */
  absentMs?: number
  /** How long this value is valid at most; with 0 it goes only to its waiters. */
  keepMsOf?: (value: V) => number
}

interface Entries<V> {
  get(key: string): Entry<V> | undefined
  peek(key: string): Entry<V> | undefined
  set(key: string, entry: Entry<V>): void
  delete(key: string): void
  clear(): void
}

export class PushedCache<V extends object> {
  readonly #options: Required<Omit<PushedCacheOptions<V>, 'bytesOf'>>
  readonly #entries: Entries<V>
  readonly #groups = new Map<string, Set<string>>()
  readonly #loads = new Map<string, Load<V>>()

  constructor({ bytesOf, ...options }: PushedCacheOptions<V>) {
    this.#options = {
      now: () => performance.now(),
      keepMs: 60_000,
      blindMs: 1000,
      absentMs: 1000,
      keepMsOf: () => Number.POSITIVE_INFINITY,
      ...options,
    }
    const { most } = options
    const leave = ({ group }: Entry<V>, key: string) => this.#leaveGroup(group, key)
    this.#entries = bytesOf
      ? new FairStore<Entry<V>>({
          most,
          groupOf: ({ group }) => group,
          bytesOf: ({ value }) => (value === null ? 0 : bytesOf(value)),
          dispose: leave,
        })
      : new LRUCache({ max: most, dispose: (entry, key, reason) => reason !== 'set' && leave(entry, key) })
  }

  /** The cached value, or undefined if it must be loaded. */
  get(key: string): Cached<V> | undefined {
    return this.#validFor(this.#entries.get(key), 0)
  }

  /** The value, also if it expired less than this time ago: for when none can be loaded. */
  late(key: string, graceMs: number): Cached<V> | undefined {
    return this.#validFor(this.#entries.peek(key), graceMs)
  }

  #validFor(entry: Entry<V> | undefined, graceMs: number): Cached<V> | undefined {
    if (!entry) return undefined
    const { value, at } = entry
    const { now, live, keepMs, blindMs, absentMs, keepMsOf } = this.#options
    const most = value === null ? absentMs : Math.min(live() ? keepMs : blindMs, keepMsOf(value))
    return now() - at < most + graceMs ? value : undefined
  }

  /** Whether a value was found and not invalidated since; it may have expired. */
  has(key: string): boolean {
    return (this.#entries.peek(key)?.value ?? null) !== null
  }

  /** Loads once for all waiters. A value whose group is invalidated while loading is not cached. */
  load(key: string, group: string, ask: () => Promise<Cached<V>>): Promise<Cached<V>> {
    const running = this.#loads.get(key)
    if (running && !running.stale) return running.promise
    const at = this.#options.now()
    const load: Load<V> = { group, stale: false, promise: Promise.resolve(null) }
    this.#loads.set(key, load)
    load.promise = ask()
      .then(value => {
        if (!load.stale && (value === null || this.#options.keepMsOf(value) > 0))
          this.#store(key, { group, value, at })
        return value
      })
      .finally(() => {
        if (this.#loads.get(key) === load) this.#loads.delete(key)
      })
    return load.promise
  }

  /** Invalidates entries of a group; without `which` all of them. */
  invalidate(group: string, which: (value: Cached<V>, key: string) => boolean = () => true): void {
    for (const load of this.#loads.values()) if (load.group === group) load.stale = true
    for (const key of [...(this.#groups.get(group) ?? [])]) {
      const entry = this.#entries.peek(key)
      if (entry && which(entry.value, key)) this.#entries.delete(key)
    }
  }

  /** Invalidates everything. */
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
