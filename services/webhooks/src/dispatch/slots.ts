// Slots for simultaneous work: the bounds of each school and lane, and their turns.
import type { Lane } from './lane.ts'

export interface SlotBounds {
  /** In all. */
  parallel: number
  /** Of one school. */
  schoolParallel: number
  /** Of a lane, at present. */
  laneParallel(lane: Lane): number
}

/**
 * A school takes another slot while it has fewer than are free, and a lane while it has fewer than its school may still
 * take. So any number of schools that release nothing leave as many slots free as each of them has, and a later one
 * finds some. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6/2, 1998.)
 */
export class Slots {
  readonly #bounds: SlotBounds
  #taken = 0
  readonly #bySchool = new Map<string, number>()
  readonly #byLane = new Map<Lane, number>()
  /** Lanes that were refused a slot, by school; both in the order of their turns. */
  readonly #waiting = new Map<string, Set<Lane>>()

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds
  }

  get taken(): number {
    return this.#taken
  }

  /** Takes a slot for a lane if the bounds allow it. */
  take(lane: Lane): boolean {
    const room = this.#roomOf(lane.key.school)
    const own = this.#byLane.get(lane) ?? 0
    if (room <= 0 || own >= this.#bounds.laneParallel(lane) || (own > 0 && own >= room)) return false
    this.#count(lane, 1)
    return true
  }

  release(lane: Lane): void {
    this.#count(lane, -1)
  }

  /** Whether a lane has its maximum, however much is free: then it waits for no turn. */
  isFull(lane: Lane): boolean {
    return (this.#byLane.get(lane) ?? 0) >= this.#bounds.laneParallel(lane)
  }

  /** Queues a lane behind those of its school, and a school behind the others. */
  wait(lane: Lane): void {
    const { school } = lane.key
    const lanes = this.#waiting.get(school)
    if (lanes) lanes.add(lane)
    else this.#waiting.set(school, new Set([lane]))
  }

  /** Takes a slot for the next in turn, by school and then by lane, and removes it from the queue; null if none may. */
  next(): Lane | null {
    for (const [school, lanes] of this.#waiting) {
      if (this.#roomOf(school) <= 0) continue
      for (const lane of lanes) {
        if (!this.take(lane)) continue
        lanes.delete(lane)
        this.#waiting.delete(school)
        if (lanes.size > 0) this.#waiting.set(school, lanes)
        return lane
      }
    }
    return null
  }

  /** How many more a school may take now. */
  #roomOf(school: string): number {
    const { parallel, schoolParallel } = this.#bounds
    const own = this.#bySchool.get(school) ?? 0
    const free = parallel - this.#taken
    return Math.min(schoolParallel - own, own === 0 ? free : free - own)
  }

  #count(lane: Lane, by: number): void {
    this.#taken += by
    add(this.#bySchool, lane.key.school, by)
    add(this.#byLane, lane, by)
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
