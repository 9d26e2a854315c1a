// The properties of every answer, for any request.
import { codeNames, common, type ErrorStatus } from '@lms/contract'
import { z } from 'zod'
import type { Sent } from './bytes.ts'
import type { Target } from './document.ts'
import { floodOf } from './headers.ts'
import type { HostileRequest } from './requests.ts'
import type { Answer } from './wire.ts'
import { remember, type World } from './world.ts'

/** Only this many items of a page are compared with their schema: all are made in the same way. */
const maxJudged = 5

/** A property that an answer breaks. */
class Fault extends Error {}
function assertThat(condition: boolean, fault: string): void {
  if (!condition) throw new Fault(fault)
}

/** The gateway reads heads of up to 16 KiB. */
const safeHeadBytes = 15 * 1024
const reader = new TextDecoder('utf-8', { fatal: true })

export interface Judged {
  request: HostileRequest
  target: Target | null
  sent: Sent
  answer: Answer | null
}

/** Compares answers with the document and with each other; throws at the first violation. */
export class Judge {
  readonly #world: World
  readonly #seen = new Set<string>()
  /** How many answers of each status an operation gave. */
  readonly spread = new Map<string, Map<number, number>>()
  count = 0

  constructor(world: World) {
    this.#world = world
  }

  judge({ request, target, sent, answer }: Judged): void {
    this.count++
    assertThat(answer !== null, 'the connection ended without an answer')
    const { status, headers, body } = answer!
    this.#tally(target?.id ?? 'none', status)
    this.#hidesTheirs(headers, body)
    const id = headers['x-request-id'] ?? ''
    assertThat(/^[0-9a-f]{32}$/.test(id), 'the answer has no X-Request-Id')
    assertThat(!this.#seen.has(id), `X-Request-Id ${id} was given before`)
    this.#seen.add(id)
    if (sent.method === 'HEAD') return
    if (status >= 400 && isPage(answer!)) {
      judgePage(request, target, answer!)
      return
    }
    if (status >= 400) {
      judgeError(readJson(answer!), status, id, reasonsFor(request, target, sent, status))
      return
    }
    if (!target) {
      // Redirects of the school's own are made on the way.
      const leads = (status === 307 || status === 308) && headers.location !== undefined
      assertThat(status === 200 || leads, `no operation answers with ${status}`)
      return
    }
    assertThat(status === target.success, `${target.id} answers with ${status}`)
    const json = readJson(answer!)
    judgeSuccess(target, json, sent.target)
    this.#learn(request, target, json, body)
  }

  #tally(id: string, status: number) {
    const counts = this.spread.get(id) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    this.spread.set(id, counts)
  }

  /** Nothing of the other school appears: none of its texts, nor its name in the registry. */
  #hidesTheirs(headers: Record<string, string>, body: Buffer) {
    const { mark, theirs } = this.#world
    for (const secret of [mark, theirs.schoolId]) {
      assertThat(!body.includes(secret), `the body has ${secret}, which is of the other school`)
      assertThat(
        !JSON.stringify(headers).includes(secret),
        `a header has ${secret}, which is of the other school`,
      )
    }
  }

  #learn({ whose, path }: HostileRequest, target: Target, json: any, body: Buffer) {
    const { entry } = target
    const hasPathId = target.path.includes('{') && path.every(value => value === null)
    assertThat(!hasPathId || whose === 'ours', 'an object of the other school was found')
    const { ours, fixedIds } = this.#world
    const id = entry.operation.list ? json.data[0]?.id : json.id
    if (typeof id === 'string' && /^[a-z]{3}_/.test(id) && !fixedIds.has(id)) remember(ours, id)
    if (entry.operation.list && json.next_cursor && body.length < 20_000) {
      ours.cursors.push(json.next_cursor)
      if (ours.cursors.length > 60) ours.cursors.shift()
    }
  }
}

const isPage = ({ headers }: Answer) => /^text\/html/.test(headers['content-type'] ?? '')

/** Outside the API a client that asks for pages gets the refusal as a page, which runs nothing. */
function judgePage(request: HostileRequest, target: Target | null, { headers, body }: Answer): void {
  const asks = request.headers.some(([name, value]) => name === 'accept' && value.includes('text/html'))
  assertThat(target === null && asks, 'the answer is a page, and not asked for')
  const policy = headers['content-security-policy'] ?? ''
  assertThat(policy.includes("default-src 'none'"), 'the page has no policy')
  assertThat(!/<script|\son\w+=/i.test(reader.decode(body)), 'the page has a script')
}

function readJson({ headers, body }: Answer): any {
  assertThat(/^application\/json/.test(headers['content-type'] ?? ''), 'the answer is not JSON')
  try {
    return JSON.parse(reader.decode(body))
  } catch {
    throw new Fault('the answer is not well-formed JSON in UTF-8')
  }
}

/** The reasons that may stand in an error of this status. */
function reasonsFor(request: HostileRequest, target: Target | null, sent: Sent, status: number): Set<string> {
  const reasons = new Set(target ? target.reasons.get(status) : ofNoOperation[status])
  const hasHeader = (name: string) => request.headers.some(([header]) => header === name)
  if (status === 404 && hasHeader('host')) reasons.add(common.not_found.reason)
  if (status === 404 && request.path.some(value => value !== null))
    reasons.add(common.no_such_operation.reason)
  // Two floods together may be more than the thousand headers that Node reads.
  const floods = request.headers.filter(([name]) => name === floodOf).length
  const hosts = request.headers.filter(([name]) => name === 'host').length
  if (status === 400 && (sent.headBytes > safeHeadBytes || floods > 1 || hosts > 1))
    reasons.add('malformed_request')
  return reasons
}

const ofNoOperation: Record<number, string[]> = {
  400: ['invalid_body', 'not_json', 'malformed_request'],
  401: [common.credential_invalid.reason],
  403: [common.on_behalf_of_refused.reason],
  404: [common.not_found.reason, common.no_such_operation.reason],
}

function judgeError(body: any, status: number, id: string, reasons: Set<string>) {
  const error = body?.error
  assertThat(error !== null && typeof error === 'object', 'the error is not in the one shape')
  assertThat(reasons.has(error.reason), `status ${status} with reason ${error.reason} is not declared here`)
  const { details, ...plain } = error
  const wellFormed =
    Object.keys(body).length === 1 &&
    Object.keys(error).length === 5 &&
    plain.code === codeNames[status as ErrorStatus] &&
    typeof plain.message === 'string' &&
    plain.request_id === id &&
    Array.isArray(details) &&
    details.every(
      (one: any) =>
        Object.keys(one).length === 2 && typeof one.path === 'string' && typeof one.message === 'string',
    )
  assertThat(wellFormed, 'the error is not in the one shape')
}

function judgeSuccess({ entry: { operation } }: Target, body: any, url: string) {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (!operation.list) {
    judgeShape(operation.returns, body, [])
    return
  }
  const { data, next_cursor, feed_cursor = '', warnings = [], ...more } = body
  assertThat(Array.isArray(data) && Object.keys(more).length === 0, 'the page is not in the declared shape')
  assertThat(next_cursor === null || typeof next_cursor === 'string', 'next_cursor is no cursor')
  const isFeedCursor = operation.list.feed ? typeof feed_cursor === 'string' : feed_cursor === ''
  assertThat(isFeedCursor, 'feed_cursor is none, or stands in a list that is no feed')
  assertThat(
    Array.isArray(warnings) && warnings.every(one => typeof one === 'string'),
    'warnings are no texts',
  )
  // `fields` leaves out what the shape requires; what it keeps is judged where nothing inside was left out.
  if (query.get('fields')?.includes('.')) return
  const schema = operation.returns as unknown as z.ZodObject
  const expanded = Object.keys(operation.list.expands ?? {}).map(name => name.split('.')[0]!)
  for (const item of data.slice(0, maxJudged))
    judgeShape(query.has('fields') ? schema.partial() : schema, item, expanded)
}

function judgeShape(schema: z.ZodType, value: any, besides: readonly string[]) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Fault(`the answer is not as declared: ${z.prettifyError(parsed.error)}`)
  if (!(schema instanceof z.ZodObject)) return
  const undeclared = Object.keys(value).filter(
    name => !Object.hasOwn(schema.shape, name) && !besides.includes(name),
  )
  assertThat(undeclared.length === 0, `the answer has ${undeclared}, which is not declared`)
}
