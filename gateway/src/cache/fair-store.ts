// Entries of many schools in bounded memory. When it is full, the school with the most bytes loses the entry that it used
// least recently: no school takes memory from one that has less (longest queue drop: Suter et al., Design considerations
// for supporting TCP with per-flow queueing, 1998).

export interface FairStoreOptions<V> {
  /** Maximum bytes of all entries. */
  readonly most: number
  readonly groupOf: (entry: V) => string
  readonly bytesOf: (entry: V) => number
  /** An entry was deleted, not replaced. */
  readonly dispose: (entry: V, key: string) => void
}

interface Group {
  bytes: number
  /** The one used least recently first. */
  readonly keys: Set<string>
}

export class FairStore<V> {
  readonly #options: FairStoreOptions<V>
  readonly #entries = new Map<string, V>()
  readonly #groups = new Map<string, Group>()
  #bytes = 0

  constructor(options: FairStoreOptions<V>) {
    this.#options = options
  }

  /** Bytes of all entries, with what each costs besides its own. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const { keys } = this.#groups.get(this.#options.groupOf(entry))!
    keys.delete(key)
    keys.add(key)
    return entry
  }

  peek(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Stores an entry, and makes room for it; one larger than everything is not stored. */
  set(key: string, entry: V): void {
    this.#remove(key)
    const { most, groupOf } = this.#options
    const bytes = this.#costOf(key, entry)
    const name = groupOf(entry)
    const group = this.#groups.get(name) ?? { bytes: 0, keys: new Set() }
    this.#groups.set(name, group)
    this.#entries.set(key, entry)
    group.keys.add(key)
    group.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > most) this.delete(this.#largest().keys.values().next().value!)
  }

  delete(key: string): void {
    const entry = this.#remove(key)
    if (entry !== undefined) this.#options.dispose(entry, key)
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key)
  }

  #remove(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const name = this.#options.groupOf(entry)
    const group = this.#groups.get(name)!
    const bytes = this.#costOf(key, entry)
    this.#entries.delete(key)
    group.keys.delete(key)
    group.bytes -= bytes
    this.#bytes -= bytes
    if (group.keys.size === 0) this.#groups.delete(name)
    return entry
  }

  #largest(): Group {
    let largest: Group | null = null
    for (const group of this.#groups.values()) if (group.bytes > (largest?.bytes ?? -1)) largest = group
    return largest!
  }

  /** An entry costs its key and the objects around it, too: many small entries are no way around the bound. */
  #costOf(key: string, entry: V): number {
    return this.#options.bytesOf(entry) + key.length * 2 + 1024
  }
}
