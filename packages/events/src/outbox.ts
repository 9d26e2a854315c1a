// The outbox of a service, as the relay and the sweep need it; the host implements it in SQL.
import type { Message } from './publisher.ts'

export interface OutboxRow extends Message {
  /** Rises with every row; taken before the transaction commits, so a lower one may be seen later. */
  position: number
}

/** Positions from one to another, both included. */
export interface Range {
  from: number
  to: number
}

export interface Outbox {
  /** Rows inside the gaps and above `high`, lowest position first; null where another replica leads. */
  next(read: { high: number; gaps: readonly Range[] }, limit: number): Promise<OutboxRow[] | null>
  /** What stands above `after` up to `till`, lowest position first. */
  standing(after: number, till: number, limit: number): Promise<Standing[]>
  /** Those of these rows that still stand. */
  read(positions: readonly number[]): Promise<OutboxRow[]>
  /** Need not reach the disk at once: a row that comes back is published and confirmed again. */
  remove(positions: readonly number[]): Promise<void>
}

export type Standing = Pick<OutboxRow, 'position' | 'id' | 'subject'>

/** Asks the reader of a kind of messages which of these ids it has kept. */
export type Confirm = (ids: string[]) => Promise<string[]>

/** What the parts of a relay work with. */
export interface Means {
  outbox: Outbox
  /** Tells for each message whether the stream has stored it. */
  publish(messages: readonly Message[]): Promise<boolean[]>
  /** Who keeps messages of this subject; null where nobody does for good. The same function for the same reader. */
  readerOf(subject: string): Confirm | null
  /** Told of every fault; the work goes on. */
  onError(error: unknown): void
  /** Milliseconds of a clock that never goes back. */
  now(): number
}

/** Publishes rows; those that nobody confirms have then reached where they are to be, and go. */
export async function publishRows(
  { outbox, publish, readerOf }: Means,
  rows: readonly OutboxRow[],
): Promise<{ stored: boolean[]; gone: number }> {
  const stored = rows.length ? await publish(rows) : []
  const done = rows.filter(({ subject }, index) => stored[index] && readerOf(subject) === null)
  if (done.length) await outbox.remove(done.map(({ position }) => position))
  return { stored, gone: done.length }
}

/** What to say where the stream refuses; null where it took all. */
export function refusal(stored: readonly boolean[]): Error | null {
  const refused = stored.filter(one => !one).length
  return refused ? new Error(`The stream did not take ${refused} of ${stored.length} messages.`) : null
}
