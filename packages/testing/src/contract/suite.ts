// The contract suite: tests of the running system that follow from the declaration of each operation.
import { contentOf, type OperationEntry, openApiDocument, operationId, schemasOf } from '@lms/api'
import { classes, exampleBody, maxOf, newId, type Prefix, takesIfMatch } from '@lms/contract'
import fc from 'fast-check'
import type { BareResponse } from '../system.ts'
import type { Ask, Example, School } from './building.ts'
import { exampleOf, examples, pathNames, succeeds } from './examples.ts'
import { expectAnswer, expectPage } from './expect.ts'
import { anyQuery } from './queries.ts'
import { roomTests } from './room.ts'
import { wrongFields } from './values.ts'
import { versioned, versionTests } from './versions.ts'

/** Whether an operation needs no example: no path parameters, and a body generated from its schema. */
function needsNoExample(entry: OperationEntry): boolean {
  if (pathNames(entry).length) return false
  const { body } = entry.operation
  try {
    return !body || body.safeParse(exampleBody(entry.operation)).success
  } catch {
    return false
  }
}

/** Registers the tests of these operations, asked in one school. */
export function contractSuite(entries: readonly OperationEntry[], school: () => School): void {
  test('every operation has an example or needs none', () => {
    const without = entries.filter(entry => !(operationId(entry) in examples) && !needsNoExample(entry))
    expect(without.map(operationId)).toEqual([])
  })

  for (const entry of entries)
    describe(entry.operation.route, () => {
      const { operation } = entry
      const example = exampleFor(entry, school)
      const refused = refusedBy(entry, school, example)
      if (succeeds(entry)) answerTests(entry, school, example)
      credentialTests(entry, school)
      if (pathNames(entry).length) pathTests(entry, refused)
      if (operation.body) bodyTests(entry, refused)
      if (!operation.body && classes[operation.class].changes) emptyBodyTests(refused)
      if (classes[operation.class].changes) repetitionTests(entry, school, refused)
      if (takesIfMatch(operation)) versionTests(entry, school, refused)
      if (operation.method === 'PATCH' && versioned.has(operation.path)) unchangedTests(entry, school)
      if (operation.list) listTests(entry, school, example)
      const room = maxOf(operation.bound)
      if (room) roomTests(entry, room, () => exampleOf(entry, school()), school)
    })
}

type Get = () => School

/** The example of an operation: a new one each time, or always the same if the operation changes nothing. */
function exampleFor(entry: OperationEntry, school: Get): () => Promise<Example> {
  let read: Promise<Example> | undefined
  const make = () => exampleOf(entry, school())
  return classes[entry.operation.class].changes ? make : () => (read ??= make())
}

/** Asks with the operation's example, changed into a request that must be refused. */
type Refused = (change: (example: Example) => Ask) => Promise<BareResponse>

/** A refusal uses nothing up, so one example serves all of them. */
function refusedBy(entry: OperationEntry, school: Get, example: () => Promise<Example>): Refused {
  let cachedExample: Promise<Example> | undefined
  return async change => {
    cachedExample ??= example()
    return school().ask(entry, change(await cachedExample))
  }
}

/** Made for the first test that needs it: many files import this one only for its helpers. */
let cachedDocument: ReturnType<typeof makeDocument> | undefined
function makeDocument() {
  const document = openApiDocument()
  return { document, whole: schemasOf(document), partly: schemasOf(document, { partly: true }) }
}

/** Expects an answer that matches the document; with `fields` it has only some of the described fields. */
function expectDescribed(
  { operation }: OperationEntry,
  { body }: { body: unknown },
  how: 'whole' | 'partly' = 'whole',
): void {
  cachedDocument ??= makeDocument()
  const { document, [how]: described } = cachedDocument
  const { success } = classes[operation.class]
  const { schema } = contentOf(document, operation.path, operation.method, success)
  expect(described(schema).safeParse(body).error?.issues ?? []).toEqual([])
}

function answerTests(entry: OperationEntry, school: Get, example: () => Promise<Example>) {
  test('answers as declared', async () => {
    const answer = await school().ask(entry, await example())
    expectAnswer(answer, entry.operation)
    expectDescribed(entry, answer)
  })
  if (entry.operation.class === 'G')
    test('ignores a query', async () => {
      const query = '?limit=none&fields=id&expand=user&%00=%ff'
      expectAnswer(await school().ask(entry, { ...(await example()), query }), entry.operation)
    })
}

// test/access tests roles, scopes and kinds of keys.
function credentialTests(entry: OperationEntry, school: Get) {
  test('refuses a missing credential', async () => {
    const path = Object.fromEntries(pathNames(entry).map(name => [name, newId('usr')]))
    expect(await school().ask(entry, { path, as: 'nobody' })).toMatchObject({ status: 401 })
  })
}

/** A well-formed id of the same kind without an object. */
export const unknownLike = (value: string) =>
  /^[a-z]{3}_/.test(value) ? newId(value.slice(0, 3) as Prefix) : `nobody-${newId('usr')}@nowhere.example`

function pathTests(entry: OperationEntry, refused: Refused) {
  const names = pathNames(entry)
  const withPath = (change: (path: Record<string, string>) => Record<string, string>) =>
    refused(example => ({ ...example, path: change(example.path!) }))
  test.each(names)('does not find a malformed {%s}', async name => {
    for (const malformed of [
      'x',
      '%',
      'usr_',
      `usr_${'8'.repeat(26)}`,
      'é\u0000',
      "' or 1=1 --",
      'a'.repeat(600),
    ])
      expect(await withPath(path => ({ ...path, [name]: malformed }))).toMatchObject({ status: 404 })
  })
  test.each(names)('does not find an unknown {%s}', async name => {
    expect(await withPath(path => ({ ...path, [name]: unknownLike(path[name]!) }))).toMatchObject({
      status: 404,
    })
  })
}

function bodyTests(entry: OperationEntry, refused: Refused) {
  const schema = entry.operation.body!
  const refusesWith = async (change: (example: Example) => Ask) => {
    const response = await refused(change)
    expect(response.status).toBe(400)
    return response.body.error as { reason: string; details: { path: string }[] }
  }
  const refuses = (body: unknown, headers: Record<string, string> = {}) =>
    refusesWith(example => ({ ...example, body, headers }))
  test('refuses an unknown field', async () => {
    const withField = (example: Example) => ({
      ...example,
      body: { ...(example.body as object), no_such_field: 1 },
    })
    expect(await refusesWith(withField)).toMatchObject({ reason: 'invalid_body' })
  })
  test('refuses fields of a wrong type and names each', async () => {
    const wrong = wrongFields(schema)
    const { reason, details } = await refuses(wrong)
    expect(reason).toBe('invalid_body')
    const reportedNames = new Set(details.map(({ path }) => path.split('.')[1]))
    expect(Object.keys(wrong).filter(name => !reportedNames.has(name))).toEqual([])
  })
  test.each(['null', '[]', '"text"', '1'])('refuses the body %s', async body => {
    expect(await refuses(body)).toMatchObject({ reason: 'invalid_body' })
  })
  test('refuses bodies that are not JSON, of another content type, or larger than 1 MiB', async () => {
    expect(await refuses('{"a":')).toMatchObject({ reason: 'not_json' })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await refusesWith(example => ({ ...example, headers: form }))).toMatchObject({
      reason: 'not_json',
    })
    expect(await refuses({ filler: 'x'.repeat(1024 * 1024) })).toMatchObject({ reason: 'not_json' })
  })
}

function emptyBodyTests(refused: Refused) {
  test('refuses a body, because it has none', async () => {
    const response = await refused(example => ({ ...example, body: { anything: 1 } }))
    expect(response).toMatchObject({ status: 400 })
  })
}

function repetitionTests(entry: OperationEntry, school: Get, refused: Refused) {
  const { operation } = entry
  if (succeeds(entry))
    test('gives a repetition under one Idempotency-Key the first answer', async () => {
      const example = await exampleOf(entry, school())
      const headers = { 'idempotency-key': newId('evt') }
      const first = await school().ask(entry, { ...example, headers })
      const again = await school().ask(entry, { ...example, headers })
      expectAnswer(again, operation)
      expect(again.body).toEqual(first.body)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    })
  test('refuses an Idempotency-Key longer than 255 characters', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) }
    const response = await refused(example => ({ ...example, headers }))
    expect(response).toMatchObject({ status: 400, body: { error: { reason: 'invalid_idempotency_key' } } })
  })
}

function unchangedTests(entry: OperationEntry, school: Get) {
  test('changes nothing if the body requests nothing', async () => {
    const { path } = await exampleOf(entry, school())
    const ask = (body: object) => school().ask(entry, { path: path!, body })
    const [first, second] = [await ask({}), await ask({})]
    // Some have a required field.
    if (first.status === 400) return
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(first.body.version).toBe(1)
  })
}

function listTests(entry: OperationEntry, school: Get, example: () => Promise<Example>) {
  test('survives any query', async () => {
    const request = await example()
    await fc.assert(
      fc.asyncProperty(anyQuery(entry.operation.list!), async query => {
        expectPage(await school().ask(entry, { ...request, query }))
      }),
      { numRuns: 40 },
    )
  })
  test('matches the document with fields and relations', async () => {
    const request = await example()
    const expand = Object.keys(entry.operation.list!.expands ?? {}).join(',')
    for (const query of [
      '?fields=id',
      `?expand=${expand}`,
      `?expand=${expand}&fields=${expand},created_at`,
    ]) {
      const answer = await school().ask(entry, { ...request, query })
      expectPage(answer)
      expectDescribed(entry, answer, query.includes('fields=') ? 'partly' : 'whole')
    }
  })
  test('ends at a cursor that is not its own', async () => {
    const request = await example()
    const { body } = await school().ask(entry, { ...request, query: '?cursor=WyJhIl0.AAAAAAAAAAAAAAAA' })
    expect(body).toEqual({ data: [], next_cursor: null, warnings: [expect.stringContaining('cursor')] })
  })
  test('matches nothing for an unknown filter', async () => {
    const request = await example()
    const { body } = await school().ask(entry, { ...request, query: '?no_such_filter=1' })
    expect(body).toEqual({
      data: [],
      next_cursor: null,
      warnings: [expect.stringContaining('no_such_filter')],
    })
  })
  test('is walked page by page, each item once', async () => {
    const request = await example()
    const seen: string[] = []
    let query = '?limit=1&fields=id'
    for (let page = 0; page < 5; page++) {
      const { body } = await school().ask(entry, { ...request, query })
      expect(body.data.length).toBeLessThanOrEqual(1)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (!body.next_cursor) break
      query = `?limit=1&fields=id&cursor=${encodeURIComponent(body.next_cursor)}`
    }
    expect(new Set(seen).size).toBe(seen.length)
  })
}
