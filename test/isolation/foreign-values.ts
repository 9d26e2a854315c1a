// For every operation and every place for an id in a request: another school's value gets byte for byte the answer of a
// well-formed id that does not exist.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { classes, type FieldPath, fillPath, idPlaces, newId, objectOwners, prefixOf } from '@lms/contract'
import type { BareResponse } from '@lms/testing'
import {
  type Example,
  exampleOf,
  pathNames,
  references,
  type School,
  succeeds,
  valueAt,
  withValueAt,
} from '@lms/testing/contract-suite'
import type { TestGateway } from '@lms/testing/gateway'
import { type Side, sharedKey, unknownLike } from './two-schools.ts'

export interface Sides {
  gateway: TestGateway
  ours: Side
  theirs: Side
  /** Versions of their objects before the first test. */
  before: Record<string, number>
}
type Get = () => Sides

/** Registers the tests of these operations, without those specific to lists. */
export function foreignValues(entries: readonly OperationEntry[], sides: Get): void {
  let person: Promise<{ id: string }> | undefined
  const theirPerson = () => (person ??= sides().theirs.api.make('users.create'))
  for (const entry of entries)
    describe(entry.operation.route, () => {
      callerTests(entry, sides, theirPerson)
      for (const names of subsets(pathNames(entry))) pathTest(entry, names, sides)
      for (const { fieldPath: bodyPath } of entry.operation.body ? idPlaces(entry.operation.body) : [])
        bodyTest(entry, bodyPath, sides)
      if (classes[entry.operation.class].changes && succeeds(entry)) idempotencyTest(entry, sides)
    })
}

/** Every choice of at least one of the names. */
const subsets = (names: string[]): string[][] =>
  Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_, position) => (index + 1) & (2 ** position)),
  )

// Differences between two equal requests: time, request id, and the rest of the rate.
const passing = new Set(['date', 'x-request-id', 'ratelimit'])

/** The answer without what differs between two equal requests; `value` is what was sent. */
function bare({ status, body, headers }: BareResponse, value: string) {
  const text = JSON.stringify(body)
    .replaceAll(headers.get('x-request-id')!, '<request>')
    .replaceAll(value, '<value>')
  return { status, text, headers: [...headers].filter(([name]) => !passing.has(name)) }
}

// Where both were taken, what was made has an id and a time of its own.
const anonymous = (text: string) =>
  text
    .replace(/[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, '<time>')
    // The end and the signature of a link.
    .replace(/<id>\.\d{13}\.[\w-]{43}/g, '<link>')

/** The same answer for the other school's value as for an id that does not exist. */
export function expectSame(foreign: [BareResponse, string], unknown: [BareResponse, string]): void {
  const [one, other] = [bare(...foreign), bare(...unknown)]
  if (one.status < 300) for (const each of [one, other]) each.text = anonymous(each.text)
  expect(one).toEqual(other)
}

/** Asks with a path that holds the other school's values, then with one that names nothing. */
function pathTest(entry: OperationEntry, names: string[], sides: Get) {
  test(`does not find another school’s ${names.map(name => `{${name}}`).join(' and ')}`, async () => {
    const { ours, theirs } = sides()
    const own = ours.examples.get(operationId(entry))!
    const theirPath = theirs.examples.get(operationId(entry))!.path!
    // What both schools call alike, such as a queue, is nobody’s own.
    if (names.every(name => theirPath[name] === own.path![name])) return
    const ask = (fill: (name: string) => string) => {
      const changed = Object.fromEntries(names.map(name => [name, fill(name)]))
      return ours.api.ask(entry, { ...own, path: { ...own.path, ...changed } })
    }
    const foreign = await ask(name => theirPath[name]!)
    expect(foreign.status).toBe(404)
    // The answer does not contain the value itself.
    expectSame([foreign, '<none>'], [await ask(name => unknownLike(theirPath[name]!)), '<none>'])
  })
}

/** An example whose body names something at the place. */
export async function naming(entry: OperationEntry, bodyPath: FieldPath, api: School): Promise<Example> {
  const build = references[`${operationId(entry)} ${bodyPath.join('.')}`]
  const example = build ? await build(api) : await exampleOf(entry, api)
  if (typeof valueAt(example.body, bodyPath) !== 'string')
    throw new Error(
      `The example of ${operationId(entry)} names nothing at body.${bodyPath.join('.')}: add one to \`references\`.`,
    )
  return example
}

const services = new Set(operations.map(({ service }) => service))
const isKept = (id: string) => services.has(objectOwners[prefixOf(id)!]?.service ?? operations[0]!.service)

function bodyTest(entry: OperationEntry, bodyPath: FieldPath, sides: Get) {
  test(`does not know another school’s body.${bodyPath.join('.')}`, async () => {
    const { ours, theirs } = sides()
    const value = String(valueAt((await naming(entry, bodyPath, theirs.api)).body, bodyPath))
    const nothing = unknownLike(value)
    // What was refused has used nothing up, so the next request names the same.
    let reusable: Example | null = null
    const ask = async (id: string | null) => {
      const own = reusable ?? (await naming(entry, bodyPath, ours.api))
      const sent = id === null ? own : { ...own, body: withValueAt(own.body, bodyPath, id) }
      const answer = await ours.api.ask(entry, sent)
      reusable = answer.status < 300 ? null : own
      return answer
    }
    const unknown = await ask(nothing)
    expectSame([await ask(value), value], [unknown, nothing])
    // What names nothing is refused, or told as `unknown`; of objects whose service is not there yet the form is known.
    if (isKept(value) && !unknown.body.unknown?.includes(nothing))
      expect(unknown.status).toBeGreaterThanOrEqual(400)
    // The school's own value is taken: the others were refused for being what they are.
    expect((await ask(null)).status).toBe(classes[entry.operation.class].success)
  })
}

function idempotencyTest(entry: OperationEntry, sides: Get) {
  test('may use an Idempotency-Key that another school has used', async () => {
    const { ours, theirs } = sides()
    const headers = { 'idempotency-key': sharedKey(entry) }
    const own = ours.done.get(operationId(entry))!
    const first = theirs.done.get(operationId(entry))!
    expect(own.answer.headers.get('idempotent-replayed')).toBeNull()
    expect(own.answer.status).toBe(classes[entry.operation.class].success)
    for (const { side, kept: original } of [
      { side: ours, kept: own },
      { side: theirs, kept: first },
    ]) {
      const again = await side.api.ask(entry, { ...original.example, headers })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body).toEqual(original.answer.body)
    }
  })
}

function callerTests(entry: OperationEntry, sides: Get, theirPerson: () => Promise<{ id: string }>) {
  /** One request with the headers given, at our host. */
  const knock = async (side: Side, headers: Record<string, string>) => {
    const { gateway, ours } = sides()
    const { path, body } = side.examples.get(operationId(entry))!
    const url = `/api${fillPath(entry.operation.path, path)}`
    const answer = await gateway.call(entry.operation.method, url, { host: ours.at.host, body, headers })
    return { ...answer, headers: new Headers(answer.headers) }
  }
  test('does not know another school’s key', async () => {
    const { theirs } = sides()
    const ask = (key: string) => knock(theirs, { authorization: `Bearer ${key}` })
    const foreign = await ask(theirs.at.key)
    expect(foreign.status).toBe(401)
    expectSame([foreign, '<none>'], [await ask(unknownLike(theirs.at.key)), '<none>'])
  })
  test('acts for nobody of another school', async () => {
    const { ours, theirs } = sides()
    const { id: user } = await theirPerson()
    // The gateway remembers them now, as a person of their school.
    await theirs.api.done('me.get', { onBehalfOf: user })
    const ask = (id: string) => knock(ours, { authorization: `Bearer ${ours.at.key}`, 'x-on-behalf-of': id })
    const foreign = await ask(user)
    expect(foreign).toMatchObject({ status: 403, body: { error: { reason: 'on_behalf_of_refused' } } })
    expectSame([foreign, '<none>'], [await ask(newId('usr')), '<none>'])
  })
}
