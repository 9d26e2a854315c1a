// Large answers. Of each school one is read and written at a time, in pieces, so that other requests run between them.
// Unread answers take memory, of which a school has a share.
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { listBounds } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import { Turns } from '../database/turns.ts'
import type { ListQuery } from '../list/list-query.ts'
import { ClientLeft } from './body.ts'
import type { Part } from './fields.ts'

/** An answer of at least this many bytes is large. */
export const largeBytes = 256 * 1024
/** Characters of a piece: about a millisecond of work. */
export const pieceLength = 64 * 1024
/**
 * Milliseconds that an answer keeps its turn while the client reads: a quick reader gets no second answer beside the
 * first.
 */
const readingMs = 100
/** After a large answer, this many consecutive small ones show that the query is small again. */
const untilSmall = 8

// Most requests wait before they have read anything, so a place in the queue is cheap.
const waits = { waitingOfQueue: 64, waiting: 256, waitMs: 10_000 }

/** The large answers of a process; a school is a queue. */
export class LargeAnswers {
  /** Answers, of up to 8 MB each, that are being written or read. */
  readonly #holding = new Turns({ slots: 32, ...waits })
  readonly #writing = new Turns({ slots: 2, ...waits })
  /** How many small answers a list still has to give before it counts as small. */
  readonly #doubts = new LRUCache<string, number>({ max: 10_000 })

  of(school: string, response: ServerResponse): LargeAnswer {
    const take = async (): Promise<Releases> => {
      const holding = await this.#holding.take(school)
      try {
        return { holding, writing: await this.#writing.take(school) }
      } catch (error) {
        holding()
        throw error
      }
    }
    return new LargeAnswer(school, response, take, this.#doubts)
  }
}

interface Releases {
  holding(): void
  writing(): void
}

/** The places of one answer, if it needs any. */
export class LargeAnswer {
  readonly #school: string
  readonly #response: ServerResponse
  readonly #take: () => Promise<Releases>
  readonly #doubts: LRUCache<string, number>
  #list: string | null = null
  #releases: Releases | null = null
  #isLarge = false

  constructor(
    school: string,
    response: ServerResponse,
    take: () => Promise<Releases>,
    doubts: LRUCache<string, number>,
  ) {
    this.#school = school
    this.#response = response
    this.#take = take
    this.#doubts = doubts
  }

  /**
   * Before anything is read: waits for a turn if the answer may be large. It may be if the same list was large lately.
   * For an unknown list it may be if it has relations or more items than the default. Refuses with TooBusy.
   */
  async begin(route: string, { limit, expand }: Pick<ListQuery, 'limit' | 'expand'>): Promise<void> {
    this.#list = `${this.#school} ${route} ${limit} ${expand.join()}`
    const mayBeLarge = expand.length > 0 || limit > listBounds.usualItems
    if (this.#doubts.get(this.#list) ?? mayBeLarge) await this.#enter()
  }

  /** The answer has become large: waits for a turn, unless it has one. Refuses with TooBusy, throws ClientLeft. */
  async grow(): Promise<void> {
    this.#isLarge = true
    await this.#enter()
  }

  async #enter(): Promise<void> {
    this.#releases ??= await this.#take()
    if (this.#response.destroyed) throw new ClientLeft('the client left before its answer was written')
  }

  /** At the end, however it came: releases the places, at once or when a large answer is read. */
  leave(): void {
    this.#learn()
    if (!this.#releases) return
    const { holding, writing } = this.#releases
    const isOnItsWay = this.#isLarge && this.#response.headersSent && !this.#response.destroyed
    const late = isOnItsWay ? setTimeout(writing, readingMs) : undefined
    const free = () => {
      clearTimeout(late)
      holding()
      writing()
    }
    if (isOnItsWay) this.#response.once('close', free)
    else free()
  }

  /** A failed answer does not count as small. */
  #learn(): void {
    const { headersSent, destroyed } = this.#response
    if (this.#list === null || !(this.#isLarge || (headersSent && !destroyed))) return
    const remaining = this.#isLarge ? untilSmall : (this.#doubts.get(this.#list) ?? 1) - 1
    this.#doubts.set(this.#list, Math.max(0, remaining))
  }
}

let before: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop without another large answer. Otherwise the work of several would delay the next
 * step of a small request together.
 */
export function ownTurn(): Promise<void> {
  before = before.then(() => setImmediate())
  return before
}

/** A growing text: whole while it is small, else in pieces. */
export class Pieces {
  readonly #done: Buffer[] = []
  #texts: string[] = []
  #length = 0

  /** Adds a part; returns whether enough was encoded to let others run. Bytes are a piece as they are. */
  add(part: Part): boolean {
    if (typeof part !== 'string') {
      this.#end()
      this.#done.push(part)
      return false
    }
    this.#texts.push(part)
    this.#length += part.length
    if (this.#length < pieceLength) return false
    this.#end()
    return true
  }

  #end(): void {
    if (this.#length > 0) this.#done.push(Buffer.from(this.#texts.join('')))
    this.#texts = []
    this.#length = 0
  }

  /** The whole text. */
  contents(): string | Buffer[] {
    if (this.#done.length === 0) return this.#texts.join('')
    this.#end()
    return this.#done
  }
}
