// Turns at a bounded number of places. A queue (a school) gets at most as many places as are still free; waiting ones
// take turns by queue; and the number of waiting ones is bounded. So one queue gets half of the places, two queues a third
// each, and a fraction always stays free for the next: dynamic thresholds (Choudhury and Hahne, "Dynamic Queue Length
// Thresholds for Shared-Memory Packet Switches"). A fixed share would be small for a queue alone, or leave nothing once
// a few queues have theirs.

export interface TurnLimits {
  slots: number
  /** The maximum number that may wait, in one queue and in all. */
  waitingOfQueue: number
  waiting: number
  /** Maximum milliseconds of a wait. */
  waitMs: number
}

/** No place became free in time, or too many wait already. Nothing was done; a repetition may succeed in a moment. */
export class TooBusy extends Error {
  constructor(queue: string) {
    super(`Too many requests wait in the queue ${queue}.`)
    this.name = 'TooBusy'
  }
}

interface Waiter {
  grant(): void
  refuse(): void
}
interface Queue {
  active: number
  /** In the order of arrival. */
  readonly waiting: Set<Waiter>
}

export class Turns {
  readonly #limits: TurnLimits
  #free: number
  #waiting = 0
  /** Queues with a place or a waiting request. */
  readonly #queues = new Map<string, Queue>()
  /** Waiting queues, in the order of their turns. */
  readonly #turns = new Set<string>()

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#free = limits.slots
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting
  }

  /** Takes a place; returns the function that releases it. Refuses with TooBusy. */
  take(name: string): Promise<() => void> {
    const queue = this.#queues.get(name) ?? { active: 0, waiting: new Set() }
    this.#queues.set(name, queue)
    if (this.#mayEnter(queue)) return Promise.resolve(this.#enter(name, queue))
    return this.#wait(name, queue)
  }

  #mayEnter = (queue: Queue): boolean => queue.active < this.#free

  #enter(name: string, queue: Queue): () => void {
    this.#free--
    queue.active++
    let isActive = true
    return () => {
      if (!isActive) return
      isActive = false
      this.#free++
      queue.active--
      this.#settle(name, queue)
      this.#serve()
    }
  }

  #wait(name: string, queue: Queue): Promise<() => void> {
    const { waitingOfQueue, waiting, waitMs } = this.#limits
    if (queue.waiting.size >= waitingOfQueue) return Promise.reject(new TooBusy(name))
    if (this.#waiting >= waiting && !this.#makeRoom(queue)) return Promise.reject(new TooBusy(name))
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late)
        queue.waiting.delete(waiter)
        this.#waiting--
      }
      const waiter: Waiter = {
        grant: () => {
          leave()
          resolve(this.#enter(name, queue))
          this.#settle(name, queue)
        },
        refuse: () => {
          leave()
          reject(new TooBusy(name))
          this.#settle(name, queue)
        },
      }
      const late = setTimeout(waiter.refuse, waitMs)
      queue.waiting.add(waiter)
      this.#waiting++
      this.#settle(name, queue)
    })
  }

  /**
   * Drops the last request of the longest queue, unless that is this queue itself: longest queue drop (McKenney,
   * "Stochastic Fairness Queueing"). A queue with many waiting requests therefore does not exclude queues with few.
   */
  #makeRoom(queue: Queue): boolean {
    const longest = [...this.#queues.values()].reduce((one, other) =>
      other.waiting.size > one.waiting.size ? other : one,
    )
    if (longest.waiting.size <= queue.waiting.size + 1) return false
    ;[...longest.waiting].at(-1)!.refuse()
    return true
  }

  /** Puts the queue into its turn, or removes it when it is empty. */
  #settle(name: string, queue: Queue): void {
    if (queue.waiting.size > 0) this.#turns.add(name)
    else this.#turns.delete(name)
    if (queue.active === 0 && queue.waiting.size === 0) this.#queues.delete(name)
  }

  #serve(): void {
    for (;;) {
      const name = this.#next()
      if (name === undefined) return
      // With more waiting requests, the queue goes behind all others.
      this.#turns.delete(name)
      const [first] = this.#queues.get(name)!.waiting
      first!.grant()
    }
  }

  #next(): string | undefined {
    for (const name of this.#turns) if (this.#mayEnter(this.#queues.get(name)!)) return name
    return undefined
  }
}
