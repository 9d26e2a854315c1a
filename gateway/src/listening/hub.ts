// All rooms with listeners in this gateway. Listeners have places of their own, and cost services nothing.
import { common, Refused } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import type { Change } from '../cache/feed.ts'
import { type Excess, Shares, type SharesOptions } from '../limits/shares.ts'
import type { Entered, Listener } from './listener.ts'
import { type Hear, LiveRoom, type Source } from './live-room.ts'

const pingMs = 15_000
const ping = Buffer.from(': ping\n\n')
/** Cuts that are remembered for those who are entering. */
const maxCuts = 10_000

interface OpenRoom {
  room: Promise<LiveRoom>
  /** Listeners, and those who are about to be. */
  holders: number
}

export class Hub {
  readonly #shares: Shares
  readonly #rooms = new Map<string, OpenRoom>()
  /** When somebody last lost a right, by registration, person or school, in turns of `#turn`. */
  readonly #cuts = new LRUCache<string, number>({ max: maxCuts })
  #turn = 0
  #allCutAt = 0
  readonly #pinging = setInterval(() => this.beat(), pingMs).unref()

  readonly #hear: Hear

  constructor(bounds: SharesOptions, hear: Hear) {
    this.#shares = new Shares(bounds)
    this.#hear = hear
  }

  /** Clients that listen now. */
  get listeners(): number {
    return this.#shares.taken
  }

  /** Takes the place of a listener; returns what gives it back. Refuses where there is none. */
  takePlace(school: string, network: string): () => void {
    const excess = this.#shares.take(school, network)
    if (excess) throw crowded(excess)
    return () => this.#shares.give(school, network)
  }

  /** Asks whose stream it is, again if a right was lost meanwhile. */
  async enter<E extends Entered>(ask: () => Promise<E>): Promise<E> {
    for (;;) {
      const began = ++this.#turn
      const entered = await ask()
      if (this.#lastCut(entered) < began) return entered
    }
  }

  /** Has a listener hear a room until its client leaves. The caller has entered it in this very turn. */
  async listen(
    key: string,
    source: Source,
    { listener, after, closed }: { listener: Listener; after: number | null; closed: Promise<void> },
  ): Promise<void> {
    const began = ++this.#turn
    const entry = this.#hold(key, source)
    try {
      const room = await entry.room
      await room.join(listener, after)
      if (this.#lastCut(listener.entered) > began) listener.end()
      await closed
      room.leave(listener)
    } finally {
      this.#release(key, entry)
    }
  }

  /** Ends the streams of those whose right a change may have ended. */
  invalidate(school: string, { kind, id, status }: Change): void {
    if (kind === 'entry') this.#cut(school, id ?? null)
    else if (kind === 'unknown' || (kind === 'school' && status !== 'active')) this.#cut(school, null)
  }

  /** Messages may have been missed: everybody comes back, and asks anew. */
  cutAll(): void {
    this.#allCutAt = ++this.#turn
    for (const { room } of this.#rooms.values())
      room.then(
        open => open.close(),
        () => {},
      )
    this.#rooms.clear()
  }

  /** Shows every client, and whatever is in between, that its stream is alive; looks for messages that got lost. */
  beat(): void {
    this.#eachRoom(room => {
      room.send(ping)
      room.refresh().catch(() => {})
    })
  }

  close(): void {
    clearInterval(this.#pinging)
    this.cutAll()
  }

  #lastCut({ school, registration, user }: Entered): number {
    const ofOne = [school, registration, user].map(name => this.#cuts.get(name) ?? 0)
    return Math.max(this.#allCutAt, ...ofOne)
  }

  #cut(school: string, id: string | null): void {
    this.#cuts.set(id ?? school, ++this.#turn)
    this.#eachRoom((room, key) => {
      if (!key.startsWith(`${school} `)) return
      // A person's words may be erased.
      if (id?.startsWith('usr_')) room.forget()
      for (const listener of room.listeners) {
        const { registration, user } = listener.entered
        if (id === null || id === registration || id === user) listener.end()
      }
    })
  }

  #eachRoom(act: (room: LiveRoom, key: string) => void): void {
    for (const [key, { room }] of this.#rooms)
      room.then(
        open => act(open, key),
        () => {},
      )
  }

  #hold(key: string, source: Source): OpenRoom {
    const entry = this.#rooms.get(key) ?? { room: LiveRoom.open(source, this.#hear), holders: 0 }
    this.#rooms.set(key, entry)
    entry.holders++
    return entry
  }

  #release(key: string, entry: OpenRoom): void {
    if (--entry.holders > 0) return
    if (this.#rooms.get(key) === entry) this.#rooms.delete(key)
    entry.room.then(
      room => room.close(),
      () => {},
    )
  }
}

const crowded = (of: Excess) =>
  of === 'member'
    ? new Refused(common.rate_limited, 'Too many from your address listen to rooms of this school.')
    : new Refused(common.unavailable, 'Too many listen to rooms of this school. Come back in a moment.')
