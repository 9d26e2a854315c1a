// Publishes to the gateways what schools have spent of their budgets: summed up for a moment, so that it costs a change
// nothing.
import { type Cost, noCost, sumOf } from '@lms/contract'
import { longTurnMs, type Running } from './turn-watch.ts'

const flushMs = 100

/** A message to the gateways may get lost: then a budget is a little larger, and nothing waits for it. */
export class Metering {
  readonly #publish: (message: string) => void
  #spent: Record<string, Cost> = {}
  #timer: NodeJS.Timeout | null = null

  /** `publish` gets costs by school as JSON. */
  constructor(publish: (message: string) => void) {
    this.#publish = publish
  }

  /** Adds the usage of a school. */
  add(school: string, cost: Cost): void {
    if (cost.event + cost.delivery + cost.task === 0) return
    const before = this.#spent[school]
    this.#spent[school] = before ? sumOf(before, cost) : cost
    this.#timer ??= setTimeout(() => this.flush(), flushMs)
  }

  /** Publishes the rest, at the end. */
  flush(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = null
    const message = JSON.stringify(this.#spent)
    this.#spent = {}
    this.#publish(message)
  }
}

/** Work that no request waits for: a long turn of it counts as the tasks that could have run meanwhile. */
export const workOf = (
  { operation, school, requestId }: Pick<Running, 'operation' | 'school' | 'requestId'>,
  metering: Pick<Metering, 'add'>,
): Running => ({
  ...{ operation, school, requestId },
  charge: milliseconds => {
    if (school) metering.add(school, { ...noCost, task: Math.ceil(milliseconds / longTurnMs) })
  },
})
