// Turns at a bounded number of places. A lane (a school) gets at most as many places as are still free; waiting ones
// take turns by lane; and the number of waiting ones is bounded. So one lane gets half of the places, two lanes a third
// each, and a fraction always stays free for the next: dynamic thresholds (Choudhury and Hahne, "Dynamic Queue Length
// Thresholds for Shared-Memory Packet Switches"). A fixed share would be small for a lane alone, or leave nothing once
// a few lanes have theirs.

export interface TurnLimits {
  places: number
  /** The maximum number that may wait, in one lane and in all. */
  waitingOfLane: number
  waiting: number
  /** Maximum milliseconds of a wait. */
  waitMs: number
}

/** No place became free in time, or too many wait already. Nothing was done; a repetition may succeed in a moment. */
export class TooBusy extends Error {
  constructor(lane: string) {
    super(`Too many requests wait in the lane ${lane}.`)
    this.name = 'TooBusy'
  }
}

interface Waiter {
  grant(): void
  refuse(): void
}
interface Lane {
  held: number
  /** In the order of arrival. */
  readonly waiting: Set<Waiter>
}

export class Turns {
  readonly #limits: TurnLimits
  #free: number
  #waiting = 0
  /** Lanes with a place or a waiting request. */
  readonly #lanes = new Map<string, Lane>()
  /** Waiting lanes, in the order of their turns. */
  readonly #turns = new Set<string>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#free = limits.places
  }

  /** Takes a place; returns the function that releases it. Refuses with TooBusy. */
  take(name: string): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? { held: 0, waiting: new Set() }
    this.#lanes.set(name, lane)
    if (this.#mayEnter(lane)) return Promise.resolve(this.#enter(name, lane))
    return this.#wait(name, lane)
  }

  #mayEnter = (lane: Lane): boolean => lane.held < this.#free

  #enter(name: string, lane: Lane): () => void {
    this.#free--
    lane.held++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#free++
      lane.held--
      this.#settle(name, lane)
      this.#serve()
    }
  }

  #wait(name: string, lane: Lane): Promise<() => void> {
    const { waitingOfLane, waiting, waitMs } = this.#limits
    if (lane.waiting.size >= waitingOfLane) return Promise.reject(new TooBusy(name))
    if (this.#waiting >= waiting && !this.#makeRoom(lane)) return Promise.reject(new TooBusy(name))
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late)
        lane.waiting.delete(waiter)
        this.#waiting--
      }
      const waiter: Waiter = {
        grant: () => {
          leave()
          resolve(this.#enter(name, lane))
          this.#settle(name, lane)
        },
        refuse: () => {
          leave()
          reject(new TooBusy(name))
          this.#settle(name, lane)
        },
      }
      const late = setTimeout(waiter.refuse, waitMs)
      lane.waiting.add(waiter)
      this.#waiting++
      this.#settle(name, lane)
    })
  }

  /**
   * Drops the last request of the longest lane, unless that is this lane itself: longest queue drop (McKenney,
   * "Stochastic Fairness Queueing"). A lane with many waiting requests therefore does not exclude lanes with few.
   */
  #makeRoom(lane: Lane): boolean {
    const longest = [...this.#lanes.values()].reduce((one, other) =>
      other.waiting.size > one.waiting.size ? other : one,
    )
    if (longest.waiting.size <= lane.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)!.refuse()
    return true
  }

  /** Puts the lane into its turn, or removes it when it is empty. */
  #settle(name: string, lane: Lane): void {
    if (lane.waiting.size > 0) this.#turns.add(name)
    else this.#turns.delete(name)
    if (lane.held === 0 && lane.waiting.size === 0) this.#lanes.delete(name)
  }

  #serve(): void {
    for (;;) {
      const name = this.#next()
      if (name === undefined) return
      // With more waiting requests, the lane goes behind all others.
      this.#turns.delete(name)
      const [first] = this.#lanes.get(name)!.waiting
      first!.grant()
    }
  }

  #next(): string | undefined {
    for (const name of this.#turns) if (this.#mayEnter(this.#lanes.get(name)!)) return name
    return undefined
  }
}
