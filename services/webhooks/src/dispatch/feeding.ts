// Gives lanes their deliveries: first due ones of the queue, then events before their cursors. Lanes of a school with
// about the same progress share one read of the journal.
import type { Clock } from '@lms/service-host'
import { deliveryIdOf } from '../deliveries/delivery-id.ts'
import type { Due } from './due.ts'
import type { FreshEvents } from './fresh-events.ts'
import type { Lane } from './lane.ts'
import type { Asked, QueueStore, Taken, TakenEvent } from './queue.store.ts'

const lanesAtOnce = 100
/** Journal reads in one statement. */
const readsAtOnce = 8
/** Lanes of a school whose positions are at most this far apart share a read. */
const together = 500
/** Maximum events of one read. */
const maxEvents = 500

interface JournalRead {
  asked: Asked
  lanes: Lane[]
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

  /** Fills the queues of those lanes that want more. */
  async feed(lanes: readonly Lane[]): Promise<void> {
    const hungry = lanes.filter(({ wants }) => wants > 0)
    for (const lane of hungry) lane.fetches(performance.now())
    const due = hungry.filter(({ moreDue }) => moreDue)
    for (let at = 0; at < due.length; at += lanesAtOnce) await this.#fetchDue(due.slice(at, at + lanesAtOnce))
    const reads = readsOf(
      hungry.filter(({ wants, moreEvents }) => wants > 0 && moreEvents),
      lanes,
    ).filter(read => !this.#isFresh(read))
    for (let at = 0; at < reads.length; at += readsAtOnce)
      await this.#readJournal(reads.slice(at, at + readsAtOnce))
  }

  async #fetchDue(lanes: readonly Lane[]): Promise<void> {
    const asked = lanes.map(({ room }) => room)
    // A lane notified during the fetch is fetched for again.
    for (const lane of lanes) lane.moreDue = false
    const { found, cut } = await this.#store.due(lanes, asked, this.#clock.now()).catch(error => {
      for (const lane of lanes) lane.moreDue = true
      throw error
    })
    lanes.forEach((lane, index) => {
      const rows = found.get(lane.key.webhook) ?? []
      const taken = lane.moreEvents ? besideEvents(rows, asked[index]!) : rows
      const isWhole =
        taken.length < asked[index]! && taken.length === rows.length && !cut.has(lane.key.webhook)
      if (!lane.mayTake || !isWhole) lane.moreDue = true
      if (lane.mayTake) for (const due of taken) lane.take(due)
    })
  }

  /** Whether the events that this process has just entered answer a read. */
  #isFresh(read: JournalRead): boolean {
    const taken = this.#fresh.taken(read.asked, performance.now())
    if (!taken) return false
    const knows = ({ target, key }: Lane) => target?.version === taken.versions.get(key.webhook)
    if (!read.lanes.every(knows)) return false
    for (const lane of read.lanes) lane.moreEvents = false
    handOut(read, taken)
    return true
  }

  async #readJournal(reads: readonly JournalRead[]): Promise<void> {
    const lanes = reads.flatMap(read => read.lanes)
    for (const lane of lanes) lane.moreEvents = false
    const taken = await this.#store.taken(reads.map(({ asked }) => asked)).catch(error => {
      for (const lane of lanes) lane.moreEvents = true
      throw error
    })
    for (const [index, read] of reads.entries()) handOut(read, taken[index]!)
  }
}

/** Retries, and first attempts for half of the room: a long replay delays events no further. */
function besideEvents(rows: readonly Due[], asked: number): readonly Due[] {
  let firsts = Math.ceil(asked / 2)
  return rows.filter(({ attempts }) => attempts > 0 || firsts-- > 0)
}

/**
 * The reads of the journal: lanes of one school with near positions together, and all its other lanes that can take
 * more from there.
 */
export function readsOf(hungry: readonly Lane[], all: readonly Lane[]): JournalRead[] {
  const reads: JournalRead[] = []
  for (const [school, lanes] of Map.groupBy(hungry, ({ key }) => key.school)) {
    const rising = [...lanes].sort((one, other) => placeOf(one) - placeOf(other))
    for (let at = 0; at < rising.length; ) {
      const after = placeOf(rising[at]!)
      const near = (lane: Lane) => placeOf(lane) >= after && placeOf(lane) <= after + together
      const count = rising.slice(at).filter(near).length
      const takers = all.filter(
        lane => lane.key.school === school && lane.mayTake && lane.room > 0 && near(lane),
      )
      const most = Math.min(maxEvents, Math.max(...rising.slice(at, at + count).map(({ room }) => room)))
      reads.push({
        asked: { school, after, lanes: takers.map(({ key }) => key), most },
        lanes: takers,
      })
      at += count
    }
  }
  return reads
}

const placeOf = ({ progress }: Lane) => progress?.looked ?? Number.POSITIVE_INFINITY

/** Gives the events to the lanes that take them, as far as each has room. */
export function handOut({ asked, lanes }: JournalRead, { events, till, more, versions }: Taken): void {
  const open = new Map<number, Lane>()
  for (const lane of lanes) {
    // A notification meanwhile asks it to read again.
    if (!lane.mayTake || placeOf(lane) < asked.after) lane.moreEvents = true
    // Events entered after a change of a subscription are sent by the changed one, even if the news of the change comes
    // later.
    else if (lane.target?.version !== versions.get(lane.key.webhook)) lane.reload()
    else open.set(lane.key.number, lane)
  }
  for (const event of events)
    for (const number of event.takers) {
      const lane = open.get(number)
      if (!lane?.progress?.isNew(event.sequence)) continue
      if (lane.room === 0) {
        lane.progress.lookedTo(event.sequence - 1)
        lane.moreEvents = true
        open.delete(number)
      } else lane.take(firstOf(event, lane))
    }
  for (const lane of open.values()) {
    lane.progress?.lookedTo(till)
    if (more) lane.moreEvents = true
  }
}

const firstOf = ({ id, sequence, enteredAt, event }: TakenEvent, { key: { number } }: Lane): Due => ({
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
