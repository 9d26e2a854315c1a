// The outbox of a service, as the relay and the sweep need it; the host implements it in SQL.
import type { Message, Outcome } from './publisher.ts'

export interface OutboxRow extends Message {
  /** Rises with every row; taken before the transaction commits, so a lower one may be seen later. */
  position: number
}

/** Positions from one to another, both included. */
export interface Range {
  from: number
  to: number
}

/** Payloads that are read at a time, in bytes as the database stores them; the row that reaches it is the last one. */
export const batchBytes = 2 * 1024 * 1024

export interface Outbox {
  /**
   * Rows inside the gaps and above `high`, lowest position first: so many at most, and no more than {@link batchBytes}.
   * Null where another replica leads.
   */
  next(read: { high: number; gaps: readonly Range[] }, limit: number): Promise<OutboxRow[] | null>
  /** What stands above `after` up to `till`, lowest position first. */
  standing(after: number, till: number, limit: number): Promise<Standing[]>
  /** Those of these rows that still stand, lowest position first, and no more than {@link batchBytes}. */
  read(positions: readonly number[]): Promise<OutboxRow[]>
  /** Takes rows that can never be published out of the way, and keeps them apart. */
  setAside(positions: readonly number[]): Promise<void>
  /** Need not reach the disk at once: a row that comes back is published and confirmed again. */
  remove(positions: readonly number[]): Promise<void>
}

export type Standing = Pick<OutboxRow, 'position' | 'id' | 'subject'>

/** Asks the readers of a kind of messages which of these they have all kept; gives their ids. */
export type Confirm = (rows: readonly Standing[]) => Promise<string[]>

/** What the parts of a relay work with. */
export interface RelayPorts {
  outbox: Outbox
  /** Tells of each message what became of it. */
  publish(messages: readonly Message[]): Promise<Outcome[]>
  /** Who keeps messages of this subject; null where nobody does for good. The same function for the same reader. */
  readerOf(subject: string): Confirm | null
  /** Told of every fault; the work goes on. */
  onError(error: unknown): void
  /** Milliseconds of a clock that never goes back. */
  now(): number
}

/**
 * Publishes rows; those that nobody confirms have then reached where they are to be, and go. Those that the stream can
 * never take are set aside and told, and hold up nothing. `done` says of each whether it need not be tried again.
 */
export async function publishRows(
  { outbox, publish, readerOf, onError }: RelayPorts,
  rows: readonly OutboxRow[],
): Promise<{ done: boolean[]; gone: number }> {
  const outcomes = rows.length ? await publish(rows) : []
  const never = rows.filter((_, index) => outcomes[index] === 'never')
  if (never.length) {
    await outbox.setAside(never.map(({ position }) => position))
    onError(new Error(`The stream can never accept these messages, so they are set aside: ${idsOf(never)}.`))
  }
  const read = rows.filter(({ subject }, index) => outcomes[index] === 'stored' && readerOf(subject) === null)
  if (read.length) await outbox.remove(read.map(({ position }) => position))
  return { done: outcomes.map(outcome => outcome !== 'refused'), gone: read.length + never.length }
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id).join(', ')

/** What to say where the stream refuses; null where it took all. */
export function refusal(done: readonly boolean[]): Error | null {
  const refused = done.filter(one => !one).length
  return refused ? new Error(`The stream did not accept ${refused} of ${done.length} messages.`) : null
}

/** Whether a reading may have ended because of its bytes. Each row is stored with four of its own. */
export const isCut = (rows: readonly OutboxRow[]): boolean =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload) + 4, 0) >= batchBytes
