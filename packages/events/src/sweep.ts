// The sweep: lets go of what its reader has kept, and publishes again what the reader misses. It walks the outbox itself
// and remembers no row, so it takes up as well what no relay ever saw: a transaction that committed after its gap was
// given up, rows that came back with a lost commit, messages that the stream refused for long.
import { type Confirm, publishRows, type RelayPorts, refusal, type Standing } from './outbox.ts'

/** Readers are asked for what was published so long ago at least: they have most of it by then. */
const settleMs = 500
const page = 1000
/** After so many pages of which nothing could go, a walk goes on at the next tick. */
const idlePages = 5
const longestPauseMs = 60_000

/** How far the relay was at a moment. */
interface Mark {
  at: number
  high: number
}

interface Walk {
  /** How far it has come. */
  position: number
  till: Mark
  /** What is missed above the one and up to the other is published again. */
  again: { above: number; till: number }
  /** Rows that it had to leave. */
  left: number
}

const never: Mark = { at: Number.NEGATIVE_INFINITY, high: 0 }

export class Sweep {
  readonly #ports: RelayPorts
  readonly #graceMs: number
  /** One for each tick of the time of grace. */
  #marks: Mark[] = []
  #publishedAt = Number.NEGATIVE_INFINITY
  #walk: Walk | null = null
  #last: Pick<Walk, 'till' | 'left'> = { till: never, left: 0 }
  /** Up to here everything missed was published again, in a round that began then. */
  #round: { began: number; till: number }
  /** How far up each reader has kept anything, and when it was last seen to. */
  readonly #readers = new Map<Confirm, Mark>()
  readonly #away = new Map<Confirm, { failures: number; until: number }>()

  constructor(ports: RelayPorts, graceMs: number) {
    this.#ports = ports
    this.#graceMs = graceMs
    this.#round = { began: ports.now(), till: 0 }
  }

  /** The relay has published something. */
  stir(): void {
    this.#publishedAt = this.#ports.now()
  }

  /** To be called about each second, with how far the relay is. */
  async tick(high: number): Promise<void> {
    this.#mark(high)
    this.#walk ??= this.#begin()
    for (let idle = 0; this.#walk && idle < idlePages; ) {
      const gone = await this.#page(this.#walk)
      if (gone === 0) idle++
    }
  }

  #mark(high: number): void {
    const now = this.#ports.now()
    this.#marks.push({ at: now, high })
    while (this.#marks[1] && this.#marks[1].at <= now - this.#graceMs) this.#marks.shift()
  }

  /** How far the relay was so long ago. */
  #ago(ms: number): Mark {
    const moment = this.#ports.now() - ms
    return this.#marks.findLast(({ at }) => at <= moment) ?? never
  }

  /** A new walk; null where the last one left nothing and nothing was published since. */
  #begin(): Walk | null {
    const now = this.#ports.now()
    const isRound = now - this.#round.began >= this.#graceMs
    const isQuiet = this.#last.left === 0 && this.#publishedAt < this.#last.till.at
    if (isQuiet && !isRound) return null
    const again = { above: isRound ? 0 : this.#round.till, till: this.#ago(this.#graceMs).high }
    this.#round = { began: isRound ? now : this.#round.began, till: again.till }
    return { position: 0, till: this.#ago(settleMs), again, left: 0 }
  }

  /** One page of a walk; gives how many rows could go. */
  async #page(walk: Walk): Promise<number> {
    const rows = await this.#ports.outbox.standing(walk.position, walk.till.high, page)
    let gone = 0
    for (const [reader, group] of Map.groupBy(rows, ({ subject }) => this.#ports.readerOf(subject)))
      gone += await this.#settle(reader, group, walk)
    walk.left += rows.length - gone
    walk.position = rows.at(-1)?.position ?? walk.till.high
    if (rows.length < page) {
      this.#last = walk
      this.#walk = null
    }
    return gone
  }

  async #settle(reader: Confirm | null, rows: readonly Standing[], { again }: Walk): Promise<number> {
    // What nobody keeps went as soon as it was published; what still stands was not, or came back.
    const kept = reader ? await this.#ask(reader, rows) : new Set<string>()
    if (kept === null) return 0
    const positionsOf = (some: readonly Standing[]) => some.map(({ position }) => position)
    const [done, missed] = [rows.filter(({ id }) => kept.has(id)), rows.filter(({ id }) => !kept.has(id))]
    if (done.length) await this.#ports.outbox.remove(positionsOf(done))
    const isLost = this.#lostOf(reader, done)
    const late = missed.filter(
      ({ position }) => position > again.above && position <= again.till && isLost(position),
    )
    return done.length + (late.length ? await this.#publishAgain(positionsOf(late)) : 0)
  }

  /**
   * Which of the missed are lost: readers go by the order of the stream, so one that keeps something now and then and
   * has come no further than here is only behind, and what is published again would put it further behind.
   */
  #lostOf(reader: Confirm | null, kept: readonly Standing[]): (position: number) => boolean {
    if (!reader) return () => true
    const now = this.#ports.now()
    let { at, high } = this.#readers.get(reader) ?? never
    if (kept.length) [at, high] = [now, Math.max(high, kept.at(-1)!.position)]
    this.#readers.set(reader, { at, high })
    return position => position < high || now - at >= this.#graceMs
  }

  async #publishAgain(positions: readonly number[]): Promise<number> {
    let all = 0
    for (let left = positions; left.length > 0; ) {
      const rows = await this.#ports.outbox.read(left)
      const { done, gone } = await publishRows(this.#ports, rows)
      const refused = refusal(done)
      if (refused) this.#ports.onError(refused)
      all += gone
      const last = rows.at(-1)?.position
      left = last === undefined || refused ? [] : left.filter(position => position > last)
    }
    return all
  }

  /** What the reader has kept; null where it is away. Then it is asked ever more seldom, and others are asked on. */
  async #ask(reader: Confirm, rows: readonly Standing[]): Promise<ReadonlySet<string> | null> {
    const now = this.#ports.now()
    const away = this.#away.get(reader)
    if (away && now < away.until) return null
    try {
      const kept = await reader(rows)
      this.#away.delete(reader)
      return new Set(kept)
    } catch (error) {
      const failures = (away?.failures ?? 0) + 1
      const pause = Math.min(1000 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2)
      this.#away.set(reader, { failures, until: now + pause })
      this.#ports.onError(error)
      return null
    }
  }
}
