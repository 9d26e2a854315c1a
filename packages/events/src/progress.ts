// How far an outbox is published, in a form that does not grow with it: everything up to `high`, but for the gaps. Rows
// commit in another order than they took their positions, so a position that is missing may still come.
import type { Range } from './outbox.ts'

/** A gap is watched for longer than a transaction may live once it has written; what comes later the sweep finds. */
const gapMs = 30_000
/** So many gaps are watched, the newest: as many as transactions may be under way, and some. */
const mostGaps = 200
/** What the stream refuses holds up what is behind it for so long, then it is left to the sweep. */
const refusedMs = 30_000

interface Gap extends Range {
  since: number
}

export class Progress {
  high = 0
  gaps: readonly Gap[] = []
  #refusedSince: number | null = null

  /** Takes up what became of the rows that were read: positions, lowest first, and whether the stream has each. */
  note(positions: readonly number[], stored: readonly boolean[], now: number): void {
    const done = positions.slice(0, this.#passed(stored, now))
    const reached = Math.max(this.high, done.at(-1) ?? 0)
    this.gaps = [...this.gaps, { from: this.high + 1, to: reached, since: now }]
      .flatMap(gap => without(gap, done))
      .filter(({ since }) => now - since < gapMs)
      .slice(-mostGaps)
    this.high = reached
  }

  /** How many of the rows are done with: those before the first refused; all, where that one is refused for long. */
  #passed(stored: readonly boolean[], now: number): number {
    const refused = stored.indexOf(false)
    if (refused < 0) {
      this.#refusedSince = null
      return stored.length
    }
    this.#refusedSince ??= now
    // A stream that takes nothing at all has no space, or is away: then nothing is passed over.
    const isTheMessage = now - this.#refusedSince >= refusedMs && stored.includes(true)
    return isTheMessage ? stored.length : refused
  }
}

/** What is left of a gap without these positions, lowest first. */
function without({ from, to, since }: Gap, positions: readonly number[]): Gap[] {
  const left: Gap[] = []
  let next = from
  for (const position of positions) {
    if (position < next || position > to) continue
    if (position > next) left.push({ from: next, to: position - 1, since })
    next = position + 1
  }
  if (next <= to) left.push({ from: next, to, since })
  return left
}
