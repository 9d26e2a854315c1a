// One room with listeners in this gateway. It hears of each change once, makes its frame once, and writes one buffer to
// all. The numbers of the changes have no gaps, so that a lost message shows.
import type { Listener } from './listener.ts'

/** A change as its listeners get it. */
export interface Frame {
  readonly number: number
  readonly bytes: Buffer
}

/** Frames after a number; `from` is the number after which none is missing. */
export interface Missed {
  readonly last: number
  readonly from: number
  readonly frames: readonly Frame[]
}

/** Where a room hears of its changes. */
export interface Source {
  /** The subject of its messages on the bus. */
  readonly subject: string
  /** The changes of a message, some by their number alone: they are to be read. */
  changesOf(message: string): readonly (Frame | number)[]
  /** Reads what is kept after a number. */
  read(after: number): Promise<Missed>
}

/** Begins to hear a subject; resolves when nothing is missed from here on. Rejects while the bus is away. */
export type Hear = (subject: string, receive: (message: string) => void) => Promise<() => void>

/** What a gateway keeps of a room for those who come back. */
const maxKept = 500
const maxBytes = 256 * 1024
/** Changes by themselves that wait for the ones before them. */
const maxEarly = 500
/** What comes within this time is sent together, and a gap is not asked for earlier. */
const joinMs = 100
const againMs = 1000

const reset = (last: number) => Buffer.from(`event: reset\nid: ${last}\ndata: {}\n\n`)

export class LiveRoom {
  readonly #source: Source
  readonly #listeners = new Set<Listener>()
  /** The newest frames, without a gap after `#from`. */
  #recentFrames: Frame[] = []
  #bytes = 0
  #from = 0
  #last = 0
  readonly #early = new Map<number, Frame | null>()
  #pending: Buffer[] = []
  #flushing: NodeJS.Timeout | null = null
  #asking: NodeJS.Timeout | null = null
  #reading: Promise<void> | null = null
  #missing: Promise<Missed> | null = null
  #leave: () => void = () => {}
  #closed = false

  private constructor(source: Source) {
    this.#source = source
  }

  static async open(source: Source, hear: Hear): Promise<LiveRoom> {
    const room = new LiveRoom(source)
    room.#leave = await hear(source.subject, message => room.#receive(source.changesOf(message)))
    try {
      await room.refresh()
    } catch (error) {
      room.close()
      throw error
    }
    return room
  }

  get listeners(): ReadonlySet<Listener> {
    return this.#listeners
  }

  /** Adds a listener that has everything up to a number; null: nothing that was before is sent. */
  async join(listener: Listener, after: number | null): Promise<void> {
    if (after !== null && after > this.#last) await this.refresh()
    const missed = after === null ? null : await this.#missedAfter(after)
    if (listener.isGone) return
    // What waits is in what it has missed, too.
    this.#flush()
    listener.begin()
    if (missed && after !== null) {
      const laterFrames = this.#recentFrames.filter(({ number }) => number > missed.last)
      const isWhole = missed.from <= after && after <= this.#last
      const frames = [...missed.frames.filter(({ number }) => number > after), ...laterFrames]
      listener.catchUp(isWhole ? Buffer.concat(frames.map(({ bytes }) => bytes)) : reset(this.#last))
    }
    this.#listeners.add(listener)
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  send(buffer: Buffer): void {
    for (const listener of this.#listeners) listener.send(buffer)
  }

  /** Reads what no message has told; one read for all that ask meanwhile. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    return this.#reading
  }

  /** Forgets the kept frames: those who come back get what the service has now. */
  forget(): void {
    this.#recentFrames = []
    this.#bytes = 0
    this.#from = this.#last
  }

  close(): void {
    this.#closed = true
    this.#leave()
    clearTimeout(this.#flushing ?? undefined)
    clearTimeout(this.#asking ?? undefined)
    for (const listener of this.#listeners) listener.end()
  }

  #receive(changes: readonly (Frame | number)[]): void {
    for (const change of changes) {
      const number = typeof change === 'number' ? change : change.number
      if (number <= this.#last || this.#early.size >= maxEarly) continue
      this.#early.set(number, typeof change === 'number' ? null : change)
    }
    this.#goOn()
  }

  /** Takes the next frames in their order. What only the service knows, and what is missing, is read. */
  #goOn(): void {
    for (;;) {
      const frame = this.#early.get(this.#last + 1)
      if (!frame) break
      this.#early.delete(frame.number)
      this.#append(frame)
    }
    if (this.#early.size > 0) this.#askIn(joinMs)
  }

  #askIn(ms: number): void {
    if (this.#closed) return
    this.#asking ??= setTimeout(() => {
      this.#asking = null
      this.refresh().catch(() => this.#askIn(againMs))
    }, ms)
  }

  async #read(): Promise<void> {
    const isFirst = this.#last === 0 && this.#recentFrames.length === 0
    const { last, from, frames } = await this.#source.read(this.#last)
    if (this.#closed) return
    if (from > this.#last) {
      this.forget()
      this.#from = from
      if (!isFirst) this.#queue(reset(last))
    }
    for (const frame of frames) if (frame.number > this.#last) this.#append(frame)
    this.#last = Math.max(this.#last, last)
    for (const number of this.#early.keys()) if (number <= this.#last) this.#early.delete(number)
    this.#goOn()
  }

  #append(frame: Frame): void {
    this.#recentFrames.push(frame)
    this.#bytes += frame.bytes.length
    while (this.#recentFrames.length > maxKept || this.#bytes > maxBytes) {
      const { number, bytes } = this.#recentFrames.shift()!
      this.#from = number
      this.#bytes -= bytes.length
    }
    this.#last = frame.number
    this.#queue(frame.bytes)
  }

  #queue(bytes: Buffer): void {
    if (this.#listeners.size === 0) return
    this.#pending.push(bytes)
    this.#flushing ??= setTimeout(() => this.#flush(), joinMs)
  }

  #flush(): void {
    clearTimeout(this.#flushing ?? undefined)
    this.#flushing = null
    if (this.#pending.length === 0) return
    const all = Buffer.concat(this.#pending)
    this.#pending = []
    this.send(all)
  }

  /** What came after a number: of what is kept here, or of one read for all who ask meanwhile. */
  async #missedAfter(after: number): Promise<Missed> {
    if (after >= this.#from) return { last: this.#last, from: this.#from, frames: this.#recentFrames }
    this.#missing ??= this.#source.read(0).finally(() => (this.#missing = null))
    return this.#missing
  }
}
