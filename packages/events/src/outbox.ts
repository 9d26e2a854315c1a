// The outbox of a service as the relay and the sweep need it; the host implements it in SQL.
import type { Message, Outcome } from './publisher.ts'

export interface OutboxRow extends Message {
  /** Rises with every row. It is taken before the commit, so a lower position may become visible later. */
  position: number
}

/** The positions between two, both included. */
export interface Range {
  from: number
  to: number
}

/**
 * Bytes of payloads that one read returns, as the database stores them; the row that reaches the maximum is the last
 * one.
 */
export const batchBytes = 2 * 1024 * 1024

export interface Outbox {
  /**
   * Rows inside the gaps and above `high`, lowest position first, up to a number of rows and {@link batchBytes}. Null
   * if another replica leads.
   */
  next(read: { high: number; gaps: readonly Range[] }, limit: number): Promise<OutboxRow[] | null>
  /** Rows above `after` up to `till`, lowest position first. */
  standing(after: number, till: number, limit: number): Promise<Standing[]>
  /** The rows among these that still exist, lowest position first, up to {@link batchBytes}. */
  read(positions: readonly number[]): Promise<OutboxRow[]>
  /** Sets aside rows that can never be published. */
  setAside(positions: readonly number[]): Promise<void>
  /** Deletes rows. The deletion need not reach the disk at once: a restored row is published and confirmed again. */
  remove(positions: readonly number[]): Promise<void>
}

export type Standing = Pick<OutboxRow, 'position' | 'id' | 'subject'>

/** What became of messages at their readers, as ids. The readers miss all others. */
export interface Confirmed {
  /** All readers have stored them. */
  stored: readonly string[]
  /** Some have stored them, and the rest still get them from the bus, or cannot be asked. */
  waiting: readonly string[]
}

/** Asks the readers of these messages. */
export type Confirm = (rows: readonly Standing[]) => Promise<Confirmed>

/** The dependencies of the parts of a relay. */
export interface RelayPorts {
  outbox: Outbox
  /** Returns the outcome of each message. */
  publish(messages: readonly Message[]): Promise<Outcome[]>
  /** The reader that stores messages of this subject; null if none does. The same function for the same reader. */
  readerOf(subject: string): Confirm | null
  /** Receives every fault; the relay continues. */
  onError(error: unknown): void
  /** Receives how many messages the sweep has published again. */
  onAgain(count: number): void
  /** Milliseconds of a monotonic clock. */
  now(): number
}

/**
 * Publishes rows, and deletes those whose subject no reader confirms. Messages that the stream can never accept are set
 * aside and reported, and delay nothing. `done` says of each row whether it is finished.
 */
export async function publishRows(
  { outbox, publish, readerOf, onError }: RelayPorts,
  rows: readonly OutboxRow[],
): Promise<{ done: boolean[]; removed: number }> {
  const outcomes = await publish(rows)
  const never = rows.filter((_, index) => outcomes[index] === 'never')
  if (never.length) {
    await outbox.setAside(never.map(({ position }) => position))
    onError(new Error(`The stream can never accept these messages, so they are set aside: ${idsOf(never)}.`))
  }
  const read = rows.filter(({ subject }, index) => outcomes[index] === 'stored' && readerOf(subject) === null)
  if (read.length) await outbox.remove(read.map(({ position }) => position))
  return { done: outcomes.map(outcome => outcome !== 'refused'), removed: read.length + never.length }
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id).join(', ')

/** The error of refused messages; null if the stream accepted all. */
export function refusal(done: readonly boolean[]): Error | null {
  const refused = done.filter(one => !one).length
  return refused ? new Error(`The stream did not accept ${refused} of ${done.length} messages.`) : null
}

/** Whether a read may have ended because of its bytes. The database adds four bytes to each row. */
export const isCut = (rows: readonly OutboxRow[]): boolean =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload) + 4, 0) >= batchBytes
