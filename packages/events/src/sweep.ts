// The sweep: deletes rows that their reader has stored, and publishes again what the reader misses. It walks the outbox
// itself and remembers no row. It therefore also finds rows that the relay never saw: of a transaction that committed
// after its gap was given up, rows restored by a lost commit, messages that the stream refused for long.
import { Absences } from './absences.ts'
import {
  type Confirm,
  type Confirmed,
  publishRows,
  type RelayPorts,
  refusal,
  type Standing,
} from './outbox.ts'

/** Readers are asked only about rows that were published at least this long ago: they have most of them by then. */
const settleMs = 500
const page = 1000
/** After this many pages without a deletion, a walk continues at the next tick. */
const idlePages = 5
/** Once in this time what waits counts as missed, too: a consumer says only that something is outstanding, and not what. */
const doubtMs = 24 * 3600_000

/** The position of the relay at a time. */
interface Mark {
  at: number
  high: number
}

interface Walk {
  /** The position of the walk. */
  position: number
  till: Mark
  /** Missed rows above the one and up to the other are published again; `all`: those that wait, too. */
  again: { above: number; till: number; all: boolean }
  /** Rows that it could not delete. */
  left: number
}

const never: Mark = { at: Number.NEGATIVE_INFINITY, high: 0 }
const nothing: Confirmed = { stored: [], waiting: [] }

export class Sweep {
  readonly #ports: RelayPorts
  readonly #graceMs: number
  /** One for each tick of the grace period. */
  #marks: Mark[] = []
  #publishedAt = Number.NEGATIVE_INFINITY
  #walk: Walk | null = null
  #last: Pick<Walk, 'till' | 'left'> = { till: never, left: 0 }
  /** Everything missed up to here was published again, in a round that began at this time. */
  #round: { began: number; till: number }
  #doubted: number
  /** The highest position that each reader has stored, and when it last stored anything. */
  readonly #readers = new Map<Confirm | null, Mark>()
  readonly #absences: Absences<Confirm>

  constructor(ports: RelayPorts, graceMs: number) {
    this.#ports = ports
    this.#graceMs = graceMs
    this.#absences = new Absences(ports.now)
    this.#round = { began: ports.now(), till: 0 }
    this.#doubted = ports.now()
  }

  /** The relay has published rows. */
  notify(): void {
    this.#publishedAt = this.#ports.now()
  }

  /** To be called about once a second, with the position of the relay. */
  async tick(high: number): Promise<void> {
    this.#mark(high)
    this.#walk ??= this.#begin()
    for (let idle = 0; this.#walk && idle < idlePages; ) {
      const removed = await this.#page(this.#walk)
      if (removed === 0) idle++
    }
  }

  #mark(high: number): void {
    const now = this.#ports.now()
    this.#marks.push({ at: now, high })
    while (this.#marks[1] && this.#marks[1].at <= now - this.#graceMs) this.#marks.shift()
  }

  /** The position of the relay this long ago. */
  #ago(ms: number): Mark {
    const moment = this.#ports.now() - ms
    return this.#marks.findLast(({ at }) => at <= moment) ?? never
  }

  /** A new walk; null if the last one left nothing and nothing was published since. */
  #begin(): Walk | null {
    const now = this.#ports.now()
    const isRound = now - this.#round.began >= this.#graceMs
    const isQuiet = this.#last.left === 0 && this.#publishedAt < this.#last.till.at
    if (isQuiet && !isRound) return null
    const all = isRound && now - this.#doubted >= doubtMs
    if (all) this.#doubted = now
    const again = { above: isRound ? 0 : this.#round.till, till: this.#ago(this.#graceMs).high, all }
    this.#round = { began: isRound ? now : this.#round.began, till: again.till }
    return { position: 0, till: this.#ago(settleMs), again, left: 0 }
  }

  /** One page of a walk; returns the number of deleted rows. */
  async #page(walk: Walk): Promise<number> {
    const rows = await this.#ports.outbox.standing(walk.position, walk.till.high, page)
    let removed = 0
    for (const [reader, group] of Map.groupBy(rows, ({ subject }) => this.#ports.readerOf(subject)))
      removed += await this.#settle(reader, group, walk)
    walk.left += rows.length - removed
    walk.position = rows.at(-1)?.position ?? walk.till.high
    if (rows.length < page) {
      this.#last = walk
      this.#walk = null
    }
    return removed
  }

  async #settle(reader: Confirm | null, rows: readonly Standing[], { again }: Walk): Promise<number> {
    // Rows without a reader are deleted when published; rows that still exist were not published, or were restored.
    const confirmation = reader ? await this.#ask(reader, rows) : nothing
    if (confirmation === null) return 0
    const [stored, waiting] = [new Set(confirmation.stored), new Set(confirmation.waiting)]
    const positionsOf = (some: readonly Standing[]) => some.map(({ position }) => position)
    const done = rows.filter(({ id }) => stored.has(id))
    if (done.length) await this.#ports.outbox.remove(positionsOf(done))
    const rest = rows.filter(({ id }) => !stored.has(id))
    const isLost = this.#lostOf(reader, { done, waiting: rest.filter(({ id }) => waiting.has(id)) })
    const late = rest.filter(
      ({ id, position }) =>
        (again.all || !waiting.has(id)) &&
        position > again.above &&
        position <= again.till &&
        isLost(position),
    )
    return done.length + (late.length ? await this.#publishAgain(positionsOf(late)) : 0)
  }

  /**
   * Which missed rows are lost: readers follow the order of the stream. A reader that has stored something lately, but
   * nothing from here on, is only behind, and publishing again would put it further behind. Where there is no reader,
   * nobody ever stores anything.
   */
  #lostOf(
    reader: Confirm | null,
    { done, waiting }: { done: readonly Standing[]; waiting: readonly Standing[] },
  ): (position: number) => boolean {
    const now = this.#ports.now()
    let { at, high } = this.#readers.get(reader) ?? never
    const last = Math.max(done.at(-1)?.position ?? 0, waiting.at(-1)?.position ?? 0)
    // What waits was stored once, and is seen in every walk.
    if (done.length || last > high) at = now
    high = Math.max(high, last)
    this.#readers.set(reader, { at, high })
    return position => position < high || now - at >= this.#graceMs
  }

  async #publishAgain(positions: readonly number[]): Promise<number> {
    let all = 0
    for (let remaining = positions; remaining.length > 0; ) {
      const rows = await this.#ports.outbox.read(remaining)
      const { done, removed } = await publishRows(this.#ports, rows)
      const refused = refusal(done)
      if (refused) this.#ports.onError(refused)
      all += removed
      this.#ports.onAgain(rows.length)
      const last = rows.at(-1)?.position
      remaining = last === undefined || refused ? [] : remaining.filter(position => position > last)
    }
    return all
  }

  /** What the reader has; null if it is unavailable. Then it is asked ever less often, while others are asked on. */
  async #ask(reader: Confirm, rows: readonly Standing[]): Promise<Confirmed | null> {
    if (this.#absences.has(reader)) return null
    try {
      const answer = await reader(rows)
      this.#absences.answered(reader)
      return answer
    } catch (error) {
      this.#absences.failed(reader)
      this.#ports.onError(error)
      return null
    }
  }
}
