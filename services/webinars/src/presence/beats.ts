// Beats of the participants of this process, gathered and written every few seconds: one statement for each session, which
// ORs the bits in. A process that is killed loses those of the last seconds: nobody more than one slot.
import { common, Refused } from '@lms/contract'
import type { PersonSlots } from './presence.store.ts'
import { rowsOf } from './slots.rules.ts'

/** Seconds between two writes: less than a slot, so that a kill costs nobody two. */
export const writeSeconds = 5
/** Maximum people whose beats wait; more are refused, and beat again. */
const maxWaiting = 100_000
/** People of one statement. */
const atOnce = 2000
/** Sessions that are written at a time: beats take no more connections than this. */
const writers = 2

export type BeatKind = 'live' | 'watched'

/** Beats of one session. */
export interface Gathered {
  kind: BeatKind
  school: string
  session_id: string
  people: readonly PersonSlots[]
}

interface OfSession extends Omit<Gathered, 'people'> {
  slots: Map<string, Set<number>>
}

export class Beats {
  readonly #write: (gathered: Gathered) => Promise<void>
  readonly #failed: (error: unknown) => void
  #waiting = new Map<string, OfSession>()
  #count = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(write: (gathered: Gathered) => Promise<void>, failed: (error: unknown) => void) {
    this.#write = write
    this.#failed = failed
  }

  /** Whether so many wait that participants should beat more slowly. */
  get isBusy(): boolean {
    return this.#count > maxWaiting / 2
  }

  /** Takes a beat. Refuses with unavailable while too many wait. */
  take(beat: Omit<Gathered, 'people'> & { user_id: string; slot: number }): void {
    if (this.#count >= maxWaiting) throw new Refused(common.unavailable)
    this.#add(beat, beat.user_id, [beat.slot])
  }

  /** Writes what waits. What cannot be written waits for the next time: bits that are set twice are set once. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const batches = [...this.#waiting.values()].flatMap(batchesOf)
    this.#waiting = new Map()
    this.#count = 0
    const next = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        await this.#write(gatheredOf(batch)).catch(error => {
          this.#failed(error)
          for (const [user, slots] of batch!.slots) this.#add(batch!, user, slots)
        })
    }
    await Promise.all(Array.from({ length: writers }, next))
  }

  #add({ kind, school, session_id }: Omit<Gathered, 'people'>, user: string, more: Iterable<number>): void {
    const key = `${kind} ${school} ${session_id}`
    const { slots } = getOr(this.#waiting, key, () => ({ kind, school, session_id, slots: new Map() }))
    const before = slots.size
    const own = getOr(slots, user, () => new Set<number>())
    for (const slot of more) own.add(slot)
    this.#count += slots.size - before
  }
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = make()
  map.set(key, created)
  return created
}

/** The people of a session in pieces, in the order of their ids: as others write them, so that nobody waits in a circle. */
function batchesOf({ slots, ...session }: OfSession): OfSession[] {
  const people = [...slots].sort(([one], [other]) => (one < other ? -1 : 1))
  return Array.from({ length: Math.ceil(people.length / atOnce) }, (_, index) => ({
    ...session,
    slots: new Map(people.slice(index * atOnce, (index + 1) * atOnce)),
  }))
}

const gatheredOf = ({ slots, ...session }: OfSession): Gathered => ({
  ...session,
  people: [...slots].map(([user_id, own]) => ({ user_id, rows: rowsOf(own) })),
})
