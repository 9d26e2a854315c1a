// An outbox, a stream and readers in memory, and a clock that the test advances.
import type { Outbox, OutboxRow, Standing } from '../outbox.ts'
import type { Message, Outcome } from '../publisher.ts'
import { Relay, type RelayOptions } from '../relay.ts'
import { isAudit } from '../subjects.ts'

export const event = (position: number, subject = 'events.sch_1.order.paid'): OutboxRow => ({
  position,
  id: `msg_${position}`,
  subject,
  payload: '{}',
  requestId: 'r',
})
export const eventsOf = (...positions: number[]) => positions.map(position => event(position))
export const unread = (position: number) => event(position, 'internal.sch_1.invalidate.users')
export const record = (position: number) => event(position, 'internal.sch_1.audit.users')

/** Rows that exist independently of any relay. */
export class World {
  now = 0
  rows: OutboxRow[] = []
  leader: Relay | null = null
  /** Every message in the order in which the stream stored it, duplicates included. */
  published: string[] = []
  errors: string[] = []
  takes = (_: Message): boolean => true
  /** Messages that the stream can never accept. */
  unfit = (_: Message): boolean => false
  aside: OutboxRow[] = []
  /** What each reader has stored of the stream; null: it is unavailable. */
  readonly readers: Record<'journal' | 'audit', Set<string> | null> = { journal: new Set(), audit: new Set() }
  /** Messages that are in the journal and still come to a reaction. */
  readonly coming = new Set<string>()
  /** Whether readers store published messages. */
  reads = true
  /** Maximum rows of one read by position. */
  readAtOnce = Number.POSITIVE_INFINITY
  requestTimes: number[] = []
  lookups = 0
  /** How often a sweep has read the existing rows. */
  walks = 0
  beforeLook = () => {}

  commit(...rows: OutboxRow[]) {
    this.rows = [...this.rows, ...rows].sort((one, other) => one.position - other.position)
  }

  relay(options: Partial<RelayOptions> = {}): Relay {
    const within = (position: number, ranges: readonly { from: number; to: number }[]) =>
      ranges.some(({ from, to }) => from <= position && position <= to)
    const outbox: Outbox = {
      next: async ({ high, gaps }, limit) => {
        this.lookups++
        this.beforeLook()
        if (this.leader !== relay) return null
        const matches = this.rows.filter(({ position }) => position > high || within(position, gaps))
        return matches.slice(0, limit)
      },
      standing: async (after, till, limit) => {
        this.walks++
        return this.rows.filter(({ position }) => position > after && position <= till).slice(0, limit)
      },
      read: async positions =>
        this.rows.filter(({ position }) => positions.includes(position)).slice(0, this.readAtOnce),
      setAside: async positions => {
        const goes = ({ position }: OutboxRow) => positions.includes(position)
        this.aside.push(...this.rows.filter(goes))
        this.rows = this.rows.filter(row => !goes(row))
      },
      remove: async positions => {
        this.rows = this.rows.filter(({ position }) => !positions.includes(position))
      },
    }
    const asking = (reader: 'journal' | 'audit') => async (rows: readonly Standing[]) => {
      this.requestTimes.push(this.now)
      const storedIds = this.readers[reader]
      if (!storedIds) throw new Error(`the ${reader} is unavailable`)
      const entered = rows.map(({ id }) => id).filter(id => storedIds.has(id))
      return {
        stored: entered.filter(id => !this.coming.has(id)),
        waiting: entered.filter(id => this.coming.has(id)),
      }
    }
    const [journal, audit] = [asking('journal'), asking('audit')]
    const relay: Relay = new Relay({
      outbox,
      publish: async messages => {
        const outcomes = messages.map((message): Outcome => {
          if (this.unfit(message)) return 'never'
          return this.takes(message) ? 'stored' : 'refused'
        })
        const storedMessages = messages.filter((_, index) => outcomes[index] === 'stored')
        this.published.push(...storedMessages.map(({ id }) => id))
        for (const { id, subject } of this.reads ? storedMessages : [])
          this.readers[isAudit(subject) ? 'audit' : 'journal']?.add(id)
        return outcomes
      },
      readerOf: subject => {
        if (subject.startsWith('events.')) return journal
        return isAudit(subject) ? audit : null
      },
      onError: error => void this.errors.push(String(error)),
      now: () => this.now,
      batch: 10,
      ...options,
    })
    this.leader ??= relay
    return relay
  }

  /** Advances time as the loops do: a read each quarter of a second, a sweep each second. */
  async advance(seconds: number, ...relays: Relay[]) {
    for (const till = this.now + seconds * 1000; this.now < till; this.now += 250)
      for (const relay of relays) {
        while ((await relay.publishOnce().catch(error => this.errors.push(String(error)))) === 'more');
        if (this.now % 1000 === 0) await relay.sweepOnce()
      }
  }

  get standing() {
    return this.rows.map(({ position }) => position)
  }
}
