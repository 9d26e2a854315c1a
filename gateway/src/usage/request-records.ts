// Records of requests, so that a request without an audit record can be traced weeks later: those that failed, that were
// slow, or whose client wants to find them (an X-Request-Id of its own, or a sampled traceparent), and the changes of
// visitors, who have no key. They wait in memory and go to the service area in batches; no request waits for them.
//
// A flood of refused requests must not fill a school's disk: the number of records of a kind is bounded per minute, and
// further ones are only counted.
import { formatTime, newId } from '@lms/contract'
import { requestRecordsSubject } from '@lms/events'
import type { RequestRecord } from '@lms/service/contract'
import type { Logger } from 'pino'
import { type Exchange, outcomeOf } from '../http/exchange.ts'
import type { Load } from './load.ts'
import { RecordSender } from './record-sender.ts'

export interface RequestRecordsParts {
  publish(subject: string, payload: string): Promise<void>
  load: Load
  /** Milliseconds since 1970. */
  now(): number
  log: Logger
}

const minute = 60_000
const restMs = 250
const slowMs = 1000

/** Maximum records per minute: of one school, and of all at this gateway. Failed requests beyond it are counted. */
const bounds = {
  /** Failed or slow, of a known caller. */
  caller: { school: 120, gateway: 1500 },
  /** Failed, before a valid key was shown. */
  guest: { school: 30, gateway: 300 },
  /** Neither failed nor slow, but requested by the client, or a change by a visitor. */
  asked: { school: 60, gateway: 600 },
}
type Kind = keyof typeof bounds

const noSchool = 'sch_none'

export class RequestRecords {
  readonly #parts: RequestRecordsParts
  /** Records of the current minute, by kind, and by kind and school. */
  readonly #spent = new Map<string, number>()
  #minute = 0
  #leftOut = 0
  #leftOutTimer: NodeJS.Timeout | null = null
  readonly #sender: RecordSender<RequestRecord>

  constructor(parts: RequestRecordsParts) {
    const { publish, log } = parts
    this.#parts = parts
    const name = 'records of requests'
    this.#sender = new RecordSender({ subject: requestRecordsSubject, publish, name, restMs, log })
  }

  /** Records a request whose answer was sent. */
  note(exchange: Exchange): void {
    const kind = kindOf(exchange)
    if (!kind) return
    const school = exchange.school ?? noSchool
    const isTaken =
      this.#spend(kind, school) && this.#sender.add(recordOf(exchange, school, this.#parts.now()))
    if (!isTaken && kind !== 'asked') this.#leaveOut(school)
  }

  flush(): Promise<void> {
    return this.#sender.flush()
  }

  /** Sends the waiting records, and the number of dropped ones, as far as possible at once. */
  async stop(): Promise<void> {
    this.#reportDropped()
    await this.#sender.stop()
  }

  #spend(kind: Kind, school: string): boolean {
    const now = Math.floor(this.#parts.now() / minute)
    if (now !== this.#minute) {
      this.#minute = now
      this.#spent.clear()
    }
    const bySchool = `${kind} ${school}`
    const inSchool = this.#spent.get(bySchool) ?? 0
    const inAll = this.#spent.get(kind) ?? 0
    if (inSchool >= bounds[kind].school || inAll >= bounds[kind].gateway) return false
    this.#spent.set(bySchool, inSchool + 1)
    this.#spent.set(kind, inAll + 1)
    return true
  }

  #leaveOut(school: string): void {
    this.#leftOut++
    this.#leftOutTimer ??= setTimeout(() => this.#reportDropped(), minute).unref()
    if (school !== noSchool) this.#parts.load.unrecorded(school)
  }

  #reportDropped(): void {
    clearTimeout(this.#leftOutTimer ?? undefined)
    this.#leftOutTimer = null
    const requests = this.#leftOut
    this.#leftOut = 0
    if (requests > 0)
      this.#parts.log.warn({ requests }, 'there were too many failed requests; these have no record')
  }
}

function kindOf(exchange: Exchange): Kind | null {
  const { response, caller, asksToBeFound, school } = exchange
  if (exchange.lasts) return null
  if (response.statusCode >= 400 || !response.writableFinished) return caller ? 'caller' : 'guest'
  if (school === null) return null
  if (exchange.milliseconds >= slowMs) return caller ? 'caller' : 'guest'
  return asksToBeFound || isVisitorsChange(exchange) ? 'asked' : null
}

/** A form, a purchase, an upload by its link, a payment's callback. */
const isVisitorsChange = ({ caller, request: { method } }: Exchange) =>
  caller === null && method !== 'GET' && method !== 'OPTIONS'

function recordOf(exchange: Exchange, school: string, now: number): RequestRecord {
  const { requestId, clientRequestId, service, caller } = exchange
  const ms = Math.round(exchange.milliseconds)
  return {
    id: newId('req'),
    school_id: school,
    request_id: requestId,
    client_request_id: clientRequestId,
    operation: exchange.template,
    ...outcomeOf(exchange),
    service,
    key_id: caller?.key ?? null,
    actor_user_id: caller?.user ?? null,
    duration_ms: ms,
    created_at: formatTime(new Date(now - ms)),
  }
}
