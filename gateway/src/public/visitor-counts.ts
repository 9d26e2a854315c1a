// Visitors of pages, without cookies and consent: who has the same address and browser is one visitor of the day. Only their hash
// with the salt of the school and the day leaves this process. The service deletes the salt when the day is over: then nobody,
// neither the school nor the platform team, can say whose hash it was, or find the visitor of another day by it.
import { createHmac } from 'node:crypto'
import { maxPage, maxVisits, maxWord, visits } from '@lms/analytics/contract'
import type { ApiError } from '@lms/contract'
import { Flusher } from '@lms/service-host/front'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Ask } from '../cache/service-clients.ts'
import type { CompleteConfig } from '../config.ts'
import type { Exchange } from '../http/exchange.ts'
import { queryOf } from './visit-cookie.ts'

const flushMs = 2000
/** The pause before another try where the service does not answer. */
const pauseMs = 10_000
/** Visits that wait for a report, of all schools and of one; further ones are not counted. */
const maxWaiting = 20_000
const maxWaitingOfSchool = 5000
/** Characters of a browser's name that tell it from others. */
const maxAgent = 300
/** Tries of the last reports, at the end of the process. */
const lastTries = 3

type Report = Parameters<ReturnType<typeof clientOf>['count']>[0]['body']
type Counted = Report['visits'][number]
type Salt = Awaited<ReturnType<ReturnType<typeof clientOf>['salt']>>

/** A visit on its way to the service; address and browser are forgotten with it. */
interface Visit extends Omit<Counted, 'visitor'> {
  readonly visitor: string
  readonly at: number
}

export interface VisitorCountsParts {
  ask: Ask
  /** Milliseconds since 1970. */
  now: () => number
  log: Pick<Logger, 'warn'>
}

/** The counts of this process; null where no service keeps them. */
export const visitorCounts = (
  { services }: Pick<CompleteConfig, 'services'>,
  parts: VisitorCountsParts,
): VisitorCounts | null => (Object.hasOwn(services, 'analytics') ? new VisitorCounts(parts) : null)

export class VisitorCounts {
  readonly #parts: VisitorCountsParts
  readonly #salts = new LRUCache<string, Salt>({ max: 20_000 })
  /** Who has been counted on which page, as far as this process knows. */
  readonly #seen = new LRUCache<string, true>({ max: 100_000 })
  /** Visits by school, in their order. */
  #waiting = new Map<string, Visit[]>()
  #count = 0
  readonly #flusher = new Flusher(() => this.#sendAll())

  constructor(parts: VisitorCountsParts) {
    this.#parts = parts
  }

  /** Counts whoever got a page, unless it is a program. */
  note(exchange: Exchange, page: string): void {
    const { school, request, network, isHead } = exchange
    if (school === null || isHead || page.length > maxPage || isProgram(request.headers)) return
    const own = this.#waiting.get(school)
    if (this.#count >= maxWaiting || (own && own.length >= maxWaitingOfSchool)) return
    const query = queryOf(request)
    const word = (name: string) =>
      (query.get(name) ?? '').toWellFormed().replaceAll('\0', '').slice(0, maxWord)
    const visit = {
      visitor: `${network}\n${agentOf(request.headers)}`,
      page,
      source: word('utm_source'),
      medium: word('utm_medium'),
      campaign: word('utm_campaign'),
      at: this.#parts.now(),
    }
    if (own) own.push(visit)
    else this.#waiting.set(school, [visit])
    this.#count++
    this.#flusher.later(flushMs)
  }

  /** Sends what waits. A report that comes twice counts once. */
  flush(): Promise<void> {
    return this.#flusher.flush()
  }

  /** Sends the rest, at the end. */
  async stop(): Promise<void> {
    for (let tries = 0; tries < lastTries && this.#count > 0; tries++) await this.flush()
    this.#flusher.cancel()
  }

  async #sendAll(): Promise<void> {
    for (const school of [...this.#waiting.keys()])
      try {
        await this.#send(school)
      } catch (error) {
        this.#parts.log.warn(
          { err: error, school, waiting: this.#count },
          'visitors could not be counted; they wait',
        )
        this.#flusher.later(pauseMs)
      }
  }

  async #send(school: string): Promise<void> {
    const client = clientOf(this.#parts.ask, school)
    for (let own = this.#waiting.get(school); own; own = this.#waiting.get(school)) {
      const batch = own.slice(0, maxVisits)
      const salt = await this.#saltAt(batch[0]!.at, school, client)
      const unseen = new Map(batch.flatMap(visit => this.#hashed(visit, school, salt)))
      if (unseen.size > 0)
        await client.count({ body: { day: salt.day, visits: [...unseen.values()] } }).catch(ifUnavailable)
      for (const key of unseen.keys()) this.#seen.set(key, true)
      this.#count -= batch.length
      if (own.length > batch.length) this.#waiting.set(school, own.slice(batch.length))
      else this.#waiting.delete(school)
    }
  }

  /** The salt of a day that has not ended before a visit; what came just before its end may count for the next one. */
  async #saltAt(at: number, school: string, client: ReturnType<typeof clientOf>): Promise<Salt> {
    const cached = this.#salts.get(school)
    if (cached && at < Date.parse(cached.expires_at)) return cached
    const salt = await client.salt()
    this.#salts.set(school, salt)
    return salt
  }

  #hashed({ at: _, visitor, ...visit }: Visit, school: string, { day, salt }: Salt): [string, Counted][] {
    const hash = createHmac('sha256', salt).update(`${school}\n${visitor}`).digest('base64url').slice(0, 22)
    const key = `${school} ${day} ${hash} ${visit.page}`
    return this.#seen.has(key) ? [] : [[key, { visitor: hash, ...visit }]]
  }
}

/** What a service refuses is not sent again. */
function ifUnavailable(error: unknown): void {
  const { status } = error as Partial<ApiError>
  if (status === undefined || status >= 500) throw error
}

const clientOf = (ask: Ask, school: string) =>
  ask('analytics', { visits }, { school, requestId: '0'.repeat(32) }).visits

const agentOf = (headers: Exchange['request']['headers']) => (headers['user-agent'] ?? '').slice(0, maxAgent)

/** Programs, as they name themselves, and browsers that load a page before anybody looks at it. */
function isProgram(headers: Exchange['request']['headers']): boolean {
  const agent = agentOf(headers)
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`
  return agent === '' || isbot(agent) || /prefetch|prerender|preview/i.test(purpose)
}
