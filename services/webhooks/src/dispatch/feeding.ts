// Brings lanes what they are to send: first what is due in the queue, then events that lie before their cursors. Lanes of a
// school that have come equally far share one look at the journal.
import type { Clock } from '@lms/service-host'
import { deliveryIdOf } from '../deliveries/delivery-id.ts'
import type { Due } from './due.ts'
import type { Lane } from './lane.ts'
import type { Asked, QueueStore, Taken, TakenEvent } from './queue.store.ts'

const lanesAtOnce = 100
/** Looks at the journal that one statement takes. */
const readsAtOnce = 8
/** Lanes of a school whose places are no farther apart share a look. */
const together = 500
/** Events of one look. */
const mostEvents = 500

interface JournalRead {
  asked: Asked
  lanes: Lane[]
}

export class Feeding {
  readonly #store: QueueStore
  readonly #clock: Clock

  constructor(store: QueueStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Fills the queues of those of the lanes that want more. */
  async feed(lanes: readonly Lane[]): Promise<void> {
    const hungry = lanes.filter(({ wants }) => wants > 0)
    for (const lane of hungry) lane.fetches(performance.now())
    const due = hungry.filter(({ moreDue }) => moreDue)
    for (let at = 0; at < due.length; at += lanesAtOnce) await this.#fetchDue(due.slice(at, at + lanesAtOnce))
    const reads = readsOf(
      hungry.filter(({ wants, moreEvents }) => wants > 0 && moreEvents),
      lanes,
    )
    for (let at = 0; at < reads.length; at += readsAtOnce)
      await this.#readJournal(reads.slice(at, at + readsAtOnce))
  }

  async #fetchDue(lanes: readonly Lane[]): Promise<void> {
    const asked = lanes.map(({ room }) => room)
    // Poked while it is being fetched for, a lane is fetched for again.
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

/** Retries, and of first attempts so many that events have half of the room: a long replay delays them, no more. */
function besideEvents(rows: readonly Due[], asked: number): readonly Due[] {
  let firsts = Math.ceil(asked / 2)
  return rows.filter(({ attempts }) => attempts > 0 || firsts-- > 0)
}

/** Who asks the journal for what: neighbors of one school together, with all its lanes that can take more from there on. */
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
      const most = Math.min(mostEvents, Math.max(...rising.slice(at, at + count).map(({ room }) => room)))
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

/** Gives the events to the lanes that take them, to each as far as it has room. */
export function handOut({ asked, lanes }: JournalRead, { events, till, more, versions }: Taken): void {
  const open = new Map<number, Lane>()
  for (const lane of lanes) {
    // It has been told to look anew meanwhile.
    if (!lane.mayTake || placeOf(lane) < asked.after) lane.moreEvents = true
    // What is entered after a subscription was changed is sent as it is then, though the news of it comes later.
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
