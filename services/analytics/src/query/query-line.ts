// One query of a school at a time in a process: a dashboard asks for its figures at once. The others wait for their turn,
// without a connection.

/** Queries of a school that may wait, and how long one waits, in milliseconds. */
const maxWaiting = 8
export const patienceMs = 10_000

type Release = () => void

export class QueryLine {
  /** Those who wait behind a running query, by school. */
  readonly #waiting = new Map<string, Set<() => void>>()

  /** Takes the turn of the school; null if too many wait, or it took too long. Call what it gives at the end. */
  async enter(school: string): Promise<Release | null> {
    const waiting = this.#waiting.get(school)
    if (!waiting) this.#waiting.set(school, new Set())
    else if (waiting.size >= maxWaiting || !(await turnIn(waiting))) return null
    return () => this.#next(school)
  }

  #next(school: string): void {
    const [first] = this.#waiting.get(school)!
    if (first) first()
    else this.#waiting.delete(school)
  }
}

/** Whether the turn came in time. */
const turnIn = (waiting: Set<() => void>): Promise<boolean> =>
  new Promise(resolve => {
    const end = (came: boolean) => {
      clearTimeout(timer)
      waiting.delete(go)
      resolve(came)
    }
    const go = () => end(true)
    const timer = setTimeout(end, patienceMs, false)
    waiting.add(go)
  })

const lines = new WeakMap<object, QueryLine>()

/** The line of a running service. */
export function queryLineOf(service: object): QueryLine {
  const line = lines.get(service) ?? new QueryLine()
  lines.set(service, line)
  return line
}
