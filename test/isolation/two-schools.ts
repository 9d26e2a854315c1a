// Two schools on one cluster, each with something of everything, and a watch over every answer that one of them gets:
// whatever names an object of the other one is a leak, unless the request itself named it.
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, newId, type Prefix } from '@lms/contract'
import { type BareResponse, eventually } from '@lms/testing'
import {
  type Ask,
  type Example,
  entryOf,
  exampleOf,
  gatewaySchool,
  type School,
} from '@lms/testing/contract-suite'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'

export interface Side {
  readonly at: GatewaySchool
  /** The school's API, every answer watched. */
  readonly api: School
  /** The same without a watch, for answers that are meant to be strange. */
  readonly unwatched: School
  /** What only this school's answers may hold: ids, addresses, request ids, secrets. */
  readonly marks: Set<string>
  /** For each operation objects that nothing was done with yet. */
  readonly examples: Map<string, Example>
  /** For each changing operation what was done, under the Idempotency-Key `sharedKey` gives. */
  readonly done: Map<string, { example: Example; answer: BareResponse }>
}

export const sharedKey = (entry: OperationEntry) => `shared ${operationId(entry)}`

const idPattern = /[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}/g
const markPattern = /^[0-9a-f]{32}$|^lms_|^whsec_|@|\.school\.example$/

/** What in an answer can only be one school's. */
export function marksOf(value: unknown): string[] {
  if (typeof value === 'string') return markPattern.test(value) ? [value] : (value.match(idPattern) ?? [])
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(marksOf)
}

/** A well-formed value like a mark that names nothing; of the same length where it can be. */
export function unknownLike(mark: string): string {
  if (/^[a-z]{3}_/.test(mark)) return newId(mark.slice(0, 3) as Prefix)
  const digits = (text: string) =>
    text.replace(/[0-9a-f]{6,}/g, run => 'fedcba9876543210'.repeat(4).slice(0, run.length))
  return digits(mark)
}

/** Creates two schools through the operator API; `fill` fills each. */
export async function twoSchools(
  gateway: TestGateway,
  fill: (side: Side) => Promise<void>,
): Promise<{ ours: Side; theirs: Side }> {
  const [one, other] = [await emptySide(gateway), await emptySide(gateway)]
  const [ours, theirs] = [watched(one, other), watched(other, one)]
  await Promise.all([theirs, ours].map(fill))
  return { ours, theirs }
}

async function emptySide(gateway: TestGateway): Promise<Side> {
  const at = await newSchool(gateway)
  const marks = new Set([at.schoolId, at.host, at.key])
  const unwatched = await gatewaySchool(gateway, at)
  return { at, api: unwatched, unwatched, marks, examples: new Map(), done: new Map() }
}

function watched(side: Side, other: Side): Side {
  const ask: School['ask'] = async (entry, options = {}) => {
    const answer = await side.unwatched.ask(entry, options)
    const sent = JSON.stringify(options)
    const answerMarks = marksOf(answer.body)
    if (entry.operation.body && answer.status < 300) noteTaken(options.body, other)
    const leaked = answerMarks.filter(mark => other.marks.has(mark) && !sent.includes(mark))
    if (leaked.length)
      throw new Error(`${entry.operation.route} showed what is another school’s: ${leaked.join(', ')}`)
    for (const mark of answerMarks) if (!sentBy(options, mark) && !takenMarks.has(mark)) side.marks.add(mark)
    return answer
  }
  const done: School['done'] = async (id, options) => {
    const answer = await ask(entryOf(id), options)
    if (answer.status >= 300)
      throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { ...side, api: { ...side.unwatched, ask, done } }
}

/** What is taken as given, such as the order that an access is granted ahead of: a school may see what it said itself. */
const takenMarks = new Set<string>()
function noteTaken(body: unknown, other: Side): void {
  for (const mark of marksOf(body)) if (other.marks.delete(mark)) takenMarks.add(mark)
}

// A refusal may name the id that was sent; that makes it nobody's.
const sentBy = ({ path, query, body }: Ask, mark: string) =>
  JSON.stringify([path, query, body]).includes(mark)

/**
 * Of these operations: one unused example of each, each change done once, and every list with more than one page. And
 * something that a person has done.
 */
export async function fill(side: Side, entries: readonly OperationEntry[]): Promise<void> {
  await side.api.make('me.update')
  for (const entry of entries) side.examples.set(operationId(entry), await exampleOf(entry, side.api))
  await doEach(side, entries)
  for (const entry of entries.filter(({ operation }) => operation.class === 'LN'))
    await fillInner(entry, side)
}

/** Does each change among these operations once. */
export async function doEach(side: Side, entries: readonly OperationEntry[]): Promise<void> {
  for (const entry of entries.filter(({ operation }) => classes[operation.class].changes)) {
    const example = await exampleOf(entry, side.api)
    const headers = { 'idempotency-key': sharedKey(entry) }
    side.done.set(operationId(entry), { example, answer: await side.api.ask(entry, { ...example, headers }) })
  }
}

/** Two more items in the list under the example's object, by the operation that makes them there, where it makes more. */
async function fillInner(list: OperationEntry, side: Side): Promise<void> {
  const maker = operations.find(
    ({ operation }) => operation.method === 'POST' && operation.path === list.operation.path,
  )
  const path = side.examples.get(operationId(list))!.path!
  for (const _ of maker ? [1, 2] : []) {
    const { body } = await exampleOf(maker!, side.api)
    await side.api.ask(maker!, { path, body })
  }
}

/** Every item of a list, page by page. */
export async function walk(side: Side, id: string, query = ''): Promise<any[]> {
  const items: any[] = []
  for (let cursor = ''; ; ) {
    const page = await side.api.done(id, { query: `?limit=1000${query}${cursor}` })
    items.push(...page.data)
    if (!page.next_cursor) return items
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

/** The version of every object that the lists of a school show, by id. */
export async function versionsOf(side: Side): Promise<Record<string, number>> {
  const lists = operations.filter(({ operation }) => operation.class === 'L' && operation.list)
  const items: any[] = []
  for (const entry of lists) items.push(...(await walk(side, operationId(entry))))
  const versioned = items.filter(({ version }) => version !== undefined)
  return Object.fromEntries(versioned.map(({ id, version }) => [id, version]).sort())
}

/** The versions once nothing changes any more: what the filling has caused may still be heard of for a while. */
export async function settledVersionsOf(side: Side): Promise<Record<string, number>> {
  let before = await versionsOf(side)
  return eventually('the school to be at rest', async () => {
    await pause(1000)
    const after = await versionsOf(side)
    const isAtRest = isDeepStrictEqual(before, after)
    before = after
    return isAtRest && after
  })
}
