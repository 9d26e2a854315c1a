// Gives channels their deliveries: first due ones of the queue, then events before their cursors. Channels of a school with
// about the same progress share one read of the journal.
import type { Clock } from '@lms/service-host'
import { deliveryIdOf } from '../deliveries/delivery-id.ts'
import type { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import type { FreshEvents } from './fresh-events.ts'
import type { QueueStore, ReadEvent, ReadRequest, ReadResult } from './queue.store.ts'

const channelsAtOnce = 100
/** Journal reads in one statement. */
const readsAtOnce = 8
/** Channels of a school whose positions are at most this far apart share a read. */
const together = 500
/** Maximum events of one read. */
const maxEvents = 500

interface JournalRead {
  request: ReadRequest
  channels: Channel[]
}

export class Feeding {
  readonly #store: QueueStore
  readonly #fresh: FreshEvents
  readonly #clock: Clock

  constructor(store: QueueStore, fresh: FreshEvents, clock: Clock) {
    this.#store = store
    this.#fresh = fresh
    this.#clock = clock
  }

  /** Fills the queues of those channels that want more. */
  async feed(channels: readonly Channel[]): Promise<void> {
    const hungry = channels.filter(({ wants }) => wants > 0)
    for (const channel of hungry) channel.fetches(performance.now())
    const due = hungry.filter(({ moreDue }) => moreDue)
    for (let at = 0; at < due.length; at += channelsAtOnce)
      await this.#fetchDue(due.slice(at, at + channelsAtOnce))
    const reads = readsOf(
      hungry.filter(({ wants, moreEvents }) => wants > 0 && moreEvents),
      channels,
    ).filter(read => !this.#isFresh(read))
    for (let at = 0; at < reads.length; at += readsAtOnce)
      await this.#readJournal(reads.slice(at, at + readsAtOnce))
  }

  async #fetchDue(channels: readonly Channel[]): Promise<void> {
    const limits = channels.map(({ room }) => room)
    // A channel notified during the fetch is fetched for again.
    for (const channel of channels) channel.moreDue = false
    const { deliveries, cut } = await this.#store.due(channels, limits, this.#clock.now()).catch(error => {
      for (const channel of channels) channel.moreDue = true
      throw error
    })
    channels.forEach((channel, index) => {
      const rows = deliveries.get(channel.key.webhook) ?? []
      const accepted = channel.moreEvents ? besideEvents(rows, limits[index]!) : rows
      const isWhole =
        accepted.length < limits[index]! && accepted.length === rows.length && !cut.has(channel.key.webhook)
      if (!channel.mayTake || !isWhole) channel.moreDue = true
      if (channel.mayTake) for (const due of accepted) channel.take(due)
    })
  }

  /** Whether the events that this process has just entered answer a read. */
  #isFresh(read: JournalRead): boolean {
    const result = this.#fresh.taken(read.request, performance.now())
    if (!result) return false
    const knows = ({ target, key }: Channel) => target?.version === result.versions.get(key.webhook)
    if (!read.channels.every(knows)) return false
    for (const channel of read.channels) channel.moreEvents = false
    handOut(read, result)
    return true
  }

  async #readJournal(reads: readonly JournalRead[]): Promise<void> {
    const channels = reads.flatMap(read => read.channels)
    for (const channel of channels) channel.moreEvents = false
    const results = await this.#store.readEvents(reads.map(({ request }) => request)).catch(error => {
      for (const channel of channels) channel.moreEvents = true
      throw error
    })
    for (const [index, read] of reads.entries()) handOut(read, results[index]!)
  }
}

/** Retries, and first attempts for half of the room: a long replay delays events no further. */
function besideEvents(rows: readonly Due[], limit: number): readonly Due[] {
  let firsts = Math.ceil(limit / 2)
  return rows.filter(({ attempts }) => attempts > 0 || firsts-- > 0)
}

/**
 * The reads of the journal: channels of one school with near positions together, and all its other channels that can take
 * more from there.
 */
export function readsOf(hungry: readonly Channel[], all: readonly Channel[]): JournalRead[] {
  const reads: JournalRead[] = []
  for (const [school, channels] of Map.groupBy(hungry, ({ key }) => key.school)) {
    const rising = [...channels].sort((one, other) => placeOf(one) - placeOf(other))
    for (let at = 0; at < rising.length; ) {
      const after = placeOf(rising[at]!)
      const near = (channel: Channel) => placeOf(channel) >= after && placeOf(channel) <= after + together
      const count = rising.slice(at).filter(near).length
      const takers = all.filter(
        channel => channel.key.school === school && channel.mayTake && channel.room > 0 && near(channel),
      )
      const most = Math.min(maxEvents, Math.max(...rising.slice(at, at + count).map(({ room }) => room)))
      reads.push({
        request: { school, after, channels: takers.map(({ key }) => key), most },
        channels: takers,
      })
      at += count
    }
  }
  return reads
}

const placeOf = ({ progress }: Channel) => progress?.looked ?? Number.POSITIVE_INFINITY

/** Gives the events to the channels that take them, as far as each has room. */
export function handOut(
  { request, channels }: JournalRead,
  { events, till, more, versions }: ReadResult,
): void {
  const open = new Map<number, Channel>()
  for (const channel of channels) {
    // A notification meanwhile asks it to read again.
    if (!channel.mayTake || placeOf(channel) < request.after) channel.moreEvents = true
    // Events entered after a change of a subscription are sent by the changed one, even if the news of the change comes
    // later.
    else if (channel.target?.version !== versions.get(channel.key.webhook)) channel.reload()
    else open.set(channel.key.number, channel)
  }
  for (const event of events)
    for (const number of event.takers) {
      const channel = open.get(number)
      if (!channel?.progress?.isNew(event.sequence)) continue
      if (channel.room === 0) {
        channel.progress.lookedTo(event.sequence - 1)
        channel.moreEvents = true
        open.delete(number)
      } else channel.take(firstOf(event, channel))
    }
  for (const channel of open.values()) {
    channel.progress?.lookedTo(till)
    if (more) channel.moreEvents = true
  }
}

const firstOf = ({ id, sequence, enteredAt, event }: ReadEvent, { key: { number } }: Channel): Due => ({
  id: deliveryIdOf({ enteredAt: Date.parse(enteredAt), number, sequence }),
  at: enteredAt,
  first: sequence,
  attempts: 0,
  manual: false,
  replayed: false,
  eventId: id,
  object: null,
  event,
})
