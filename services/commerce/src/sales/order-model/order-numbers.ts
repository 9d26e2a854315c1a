// Order numbers rise within a school, possibly with gaps. They are taken before the order's transaction, several at
// once for all waiting requests, so that no creation locks the school's counter until its commit.
import { type SchoolRuntime, step } from '@lms/service-host'

type Waiter = { resolve(number: number): void; reject(error: unknown): void }

class Numbers {
  readonly #runtime: SchoolRuntime
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(runtime: SchoolRuntime) {
    this.#runtime = runtime
  }

  next(school: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(school)
      if (waiting) return void waiting.push({ resolve, reject })
      this.#waiting.set(school, [{ resolve, reject }])
      void this.#serve(school)
    })
  }

  async #serve(school: string): Promise<void> {
    for (;;) {
      const waiters = this.#waiting.get(school)!
      if (waiters.length === 0) return void this.#waiting.delete(school)
      this.#waiting.set(school, [])
      try {
        const last = await this.#take(school, waiters.length)
        waiters.forEach(({ resolve }, index) => {
          resolve(last - waiters.length + 1 + index)
        })
      } catch (error) {
        for (const { reject } of waiters) reject(error)
      }
    }
  }

  async #take(school: string, count: number): Promise<number> {
    const take = async (text: string) => {
      const steps = [withoutWaiting(school), step(text, [school, String(count)])]
      const [, result] = await this.#runtime.database.of(school).run(steps)
      return result!.rows[0]
    }
    const [last] = (await take(increase)) ?? (await take(begin))!
    return Number(last)
  }
}

/** Sets the school. Not waiting for the disk loses nothing: the commit of an order with a number also writes this one. */
const withoutWaiting = (school: string) =>
  step(`select set_config('app.school_id', $1, true), set_config('synchronous_commit', 'off', true)`, [
    school,
  ])
const increase = `update "commerce"."order_numbers" set last = last + $2::bigint where school_id = $1 returning last`
/** The school's first order; two may come at once. */
const begin = `insert into "commerce"."order_numbers" as n (school_id, last) values ($1, 1000 + $2::bigint)
  on conflict (school_id) do update set last = n.last + $2::bigint returning last`

const numbersOf = new WeakMap<SchoolRuntime, Numbers>()

/** The next order number of the school. Never call it inside an open transaction: it takes a connection of its own. */
export function nextOrderNumber(runtime: SchoolRuntime, school: string): Promise<number> {
  let numbers = numbersOf.get(runtime)
  if (!numbers) {
    numbers = new Numbers(runtime)
    numbersOf.set(runtime, numbers)
  }
  return numbers.next(school)
}
