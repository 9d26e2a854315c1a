// Slots for simultaneous work: the bounds of each school and channel, and their turns.
import type { Channel } from './delivery-queue.ts'

export interface SlotBounds {
  /** In all. */
  parallel: number
  /** Of one school. */
  schoolParallel: number
  /** Of a channel, at present. */
  channelParallel(channel: Channel): number
}

/**
 * A school takes another slot while it has fewer than are free, and a channel while it has fewer than its school may still
 * take. So any number of schools that release nothing leave as many slots free as each of them has, and a later one
 * finds some. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6/2, 1998.)
 */
export class Slots {
  readonly #bounds: SlotBounds
  #used = 0
  readonly #bySchool = new Map<string, number>()
  readonly #byChannel = new Map<Channel, number>()
  /** Channels that were refused a slot, by school; both in the order of their turns. */
  readonly #waiting = new Map<string, Set<Channel>>()

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds
  }

  get taken(): number {
    return this.#used
  }

  /** Takes a slot for a channel if the bounds allow it. */
  take(channel: Channel): boolean {
    const room = this.#roomOf(channel.key.school)
    const own = this.#byChannel.get(channel) ?? 0
    if (room <= 0 || own >= this.#bounds.channelParallel(channel) || (own > 0 && own >= room)) return false
    this.#count(channel, 1)
    return true
  }

  release(channel: Channel): void {
    this.#count(channel, -1)
  }

  /** Whether a channel has its maximum, however much is free: then it waits for no turn. */
  isFull(channel: Channel): boolean {
    return (this.#byChannel.get(channel) ?? 0) >= this.#bounds.channelParallel(channel)
  }

  /** Queues a channel behind those of its school, and a school behind the others. */
  wait(channel: Channel): void {
    const { school } = channel.key
    const channels = this.#waiting.get(school)
    if (channels) channels.add(channel)
    else this.#waiting.set(school, new Set([channel]))
  }

  /** Takes a slot for the next in turn, by school and then by channel, and removes it from the queue; null if none may. */
  next(): Channel | null {
    for (const [school, channels] of this.#waiting) {
      if (this.#roomOf(school) <= 0) continue
      for (const channel of channels) {
        if (!this.take(channel)) continue
        channels.delete(channel)
        this.#waiting.delete(school)
        if (channels.size > 0) this.#waiting.set(school, channels)
        return channel
      }
    }
    return null
  }

  /** How many more a school may take now. */
  #roomOf(school: string): number {
    const { parallel, schoolParallel } = this.#bounds
    const own = this.#bySchool.get(school) ?? 0
    const free = parallel - this.#used
    return Math.min(schoolParallel - own, own === 0 ? free : free - own)
  }

  #count(channel: Channel, by: number): void {
    this.#used += by
    add(this.#bySchool, channel.key.school, by)
    add(this.#byChannel, channel, by)
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
