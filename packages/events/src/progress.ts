// How far an outbox is published, in constant memory: everything up to `high`, except the gaps. Rows do not commit in
// the order of their positions, so a missing position may still appear.
import type { Range } from './outbox.ts'

/** A gap is watched for longer than a transaction may live after its first write. The sweep finds later rows. */
const gapMs = 30_000
/** The maximum number of watched gaps, the newest ones: more than transactions are open at a time. */
const maxGaps = 200
/** A message that the stream refuses delays those behind it for this long. Then it is left to the sweep. */
const refusedMs = 30_000

interface Gap extends Range {
  since: number
}

export class Progress {
  high = 0
  gaps: readonly Gap[] = []
  #refusedSince: number | null = null

  /** Records the outcome of rows that were read: positions, lowest first, and whether the stream has each. */
  note(positions: readonly number[], stored: readonly boolean[], now: number): void {
    const done = positions.slice(0, this.#passed(stored, now))
    const reached = Math.max(this.high, done.at(-1) ?? 0)
    this.gaps = [...this.gaps, { from: this.high + 1, to: reached, since: now }]
      .flatMap(gap => without(gap, done))
      .filter(({ since }) => now - since < gapMs)
      .slice(-maxGaps)
    this.high = reached
  }

  /**
   * How many of the rows are finished: those before the first refused one; all, if that one has been refused for long.
   */
  #passed(stored: readonly boolean[], now: number): number {
    const refused = stored.indexOf(false)
    if (refused < 0) {
      this.#refusedSince = null
      return stored.length
    }
    this.#refusedSince ??= now
    // A stream that accepts nothing at all is full or unavailable; then no message is skipped.
    const isTheMessage = now - this.#refusedSince >= refusedMs && stored.includes(true)
    return isTheMessage ? stored.length : refused
  }
}

/** The rest of a gap without these positions, lowest first. */
function without({ from, to, since }: Gap, positions: readonly number[]): Gap[] {
  const remaining: Gap[] = []
  let next = from
  for (const position of positions) {
    if (position < next || position > to) continue
    if (position > next) remaining.push({ from: next, to: position - 1, since })
    next = position + 1
  }
  if (next <= to) remaining.push({ from: next, to, since })
  return remaining
}
