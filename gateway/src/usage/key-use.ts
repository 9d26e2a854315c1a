// The last use of keys and sessions: sent to the users service at most once a minute for each key, many at once.
import { type Caller, formatTime, type Id, Refused } from '@lms/contract'
import { Flusher } from '@lms/service-host/front'
import { keyInternalApi } from '@lms/users/contract'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Ask } from '../cache/service-clients.ts'

const minute = 60_000
const flushMs = 5000
const maxAtOnce = 1000
/** Maximum waiting uses; others are recorded with the key's next use. */
const maxWaiting = 20_000

interface Use {
  school: Id<'sch'>
  key: Caller['key']
  at: number
}

export class KeyUse {
  readonly #ask: Ask
  readonly #now: () => number
  readonly #log: Logger
  readonly #noted = new LRUCache<string, number>({ max: 50_000 })
  #waiting: Use[] = []
  readonly #flusher = new Flusher(() => this.#send())

  /** `now` returns milliseconds since 1970. */
  constructor(ask: Ask, now: () => number, log: Logger) {
    this.#ask = ask
    this.#now = now
    this.#log = log
  }

  note({ key, school }: Caller): void {
    const now = this.#now()
    const last = this.#noted.get(key)
    if ((last !== undefined && now - last < minute) || this.#waiting.length >= maxWaiting) return
    this.#noted.set(key, now)
    this.#waiting.push({ school, key, at: now })
    this.#flusher.later(flushMs)
  }

  /** Sends the waiting uses. An unavailable service gets nothing: the next minute's use is enough. */
  flush(): Promise<void> {
    return this.#flusher.flush()
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    const bySchool = Map.groupBy(waiting, use => use.school)
    const batches = [...bySchool].flatMap(([school, uses]) =>
      Array.from({ length: Math.ceil(uses.length / maxAtOnce) }, (_, part) => ({
        school,
        uses: uses.slice(part * maxAtOnce, (part + 1) * maxAtOnce),
      })),
    )
    for (const [index, batch] of batches.entries()) {
      const error = await this.#sendOne(batch)
      if (error === null) continue
      this.#log.warn({ err: error }, 'the last use of keys could not be recorded')
      // Each of the others would wait for it as long, and the next minutes behind them.
      const lost = isUnavailable(error) ? batches.slice(index) : [batch]
      for (const { key } of lost.flatMap(({ uses }) => uses)) this.#noted.delete(key)
      if (isUnavailable(error)) return
    }
  }

  /** Sends uses of a school; the error where it could not. */
  async #sendOne({ school, uses }: { school: Id<'sch'>; uses: readonly Use[] }): Promise<unknown> {
    const scope = { school, requestId: '0'.repeat(32) }
    const { used } = this.#ask('users', { keyInternalApi }, scope).keyInternalApi
    const noted = uses.map(({ key, at }) => ({ key, at: formatTime(new Date(at)) }))
    return used({ body: { uses: noted } }).then(
      () => null,
      error => error,
    )
  }
}

const isUnavailable = (error: unknown) => error instanceof Refused && error.refusal.status === 503
