// Turns at a bounded number of places. A lane (a school) holds at most its share of them, what waits goes round by
// lane, and only so much may wait: one lane, whatever it asks for, takes from the others no more than its share.

export interface TurnLimits {
  places: number
  /** Places that one lane can hold. */
  share: number
  /** How many may wait, of one lane and in all. */
  waitingOfLane: number
  waiting: number
  /** Milliseconds that one waits at most. */
  waitMs: number
}

/** No place came free in time, or too many wait already. Nothing was done; the same may succeed in a moment. */
export class TooBusy extends Error {
  constructor(lane: string) {
    super(`Too much of ${lane} waits for a connection to the database.`)
    this.name = 'TooBusy'
  }
}

interface Waiter {
  grant(): void
  refuse(): void
}
interface Lane {
  held: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiter>
}

export class Turns {
  readonly #limits: TurnLimits
  #free: number
  #waiting = 0
  /** Lanes that hold a place or wait for one. */
  readonly #lanes = new Map<string, Lane>()
  /** Lanes that wait and may have one more place, in the order of their turns. */
  readonly #ready = new Set<string>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#free = limits.places
  }

  /** Takes a place; gives what gives it back. Refuses with TooBusy. */
  take(name: string): Promise<() => void> {
    const lane = this.#lanes.get(name) ?? { held: 0, waiting: new Set() }
    this.#lanes.set(name, lane)
    if (this.#free > 0 && lane.held < this.#limits.share) return Promise.resolve(this.#enter(name, lane))
    return this.#wait(name, lane)
  }

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
   * Turns the last one of the longest lane away, unless that is this lane itself: longest queue drop (McKenney,
   * "Stochastic Fairness Queueing"), so that many who wait do not keep out those of whom few do.
   */
  #makeRoom(lane: Lane): boolean {
    const longest = [...this.#lanes.values()].reduce((one, other) =>
      other.waiting.size > one.waiting.size ? other : one,
    )
    if (longest.waiting.size <= lane.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)!.refuse()
    return true
  }

  /** Whether the lane is to have a turn, or is to be forgotten. */
  #settle(name: string, lane: Lane): void {
    if (lane.waiting.size > 0 && lane.held < this.#limits.share) this.#ready.add(name)
    else this.#ready.delete(name)
    if (lane.held === 0 && lane.waiting.size === 0) this.#lanes.delete(name)
  }

  #serve(): void {
    while (this.#free > 0) {
      const [name] = this.#ready
      if (name === undefined) return
      // Where it waits for more, it comes again after all others.
      this.#ready.delete(name)
      const [first] = this.#lanes.get(name)!.waiting
      first!.grant()
    }
  }
}
