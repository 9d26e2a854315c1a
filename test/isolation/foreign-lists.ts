// Features of lists: filters, search, cursors, expand.
import { type OperationEntry, operationId } from '@lms/api'
import type { Filter, Relation } from '@lms/contract'
import { asOwner, type BareResponse, eventually, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { z } from 'zod'
import { expectSame, type Sides } from './foreign-values.ts'
import { marksOf, type Side, unknownLike } from './two-schools.ts'

type Get = () => Sides & { system: TestSystem }
type Item = Record<string, any>

/**
 * Lists of one item: for each flow that one student is in, for each service with settings, for a person’s dialogue, for
 * the file of a certificate, for a run that has just begun; and a calendar, which is that of the person who asks.
 */
const unpaged = [
  'transfers.preview',
  'settings.list',
  'agentChat.list',
  'calendar.list',
  'certificates.file',
  'scenarioRuns.trace',
]

/**
 * Relations that no example has: a block with a quiz, what a person wrote by their own key, dates that come. The specs of
 * learning read them.
 */
const withoutExample: Readonly<Record<string, readonly string[]>> = {
  'lessonBlocks.list': ['quiz', 'assignment', 'progress'],
  'submissionComments.list': ['author'],
  'curators.list': ['user'],
  'calendar.list': ['course', 'lesson'],
}

/** Registers the tests of the lists among these operations. */
export function foreignLists(entries: readonly OperationEntry[], sides: Get): void {
  const lists = entries.filter(({ operation }) => operation.list)
  for (const entry of lists)
    describe(entry.operation.route, () => {
      const { filters, search, expands } = entry.operation.list!
      for (const [name, filter] of Object.entries(filters)) filterTest(entry, name, filter, sides)
      if (search) searchTest(entry, sides)
      if (!unpaged.includes(operationId(entry))) cursorTest(entry, sides)
      for (const [name, relation] of Object.entries(expands ?? {}))
        if (!withoutExample[operationId(entry)]?.includes(name)) expandTest(entry, name, relation, sides)
    })
}

const pathOf = (entry: OperationEntry, side: Side) => {
  const { path } = side.examples.get(operationId(entry))!
  return path ? { path } : {}
}
const ask = (entry: OperationEntry, side: Side, query: string) =>
  side.api.ask(entry, { ...pathOf(entry, side), query: `?limit=1000&${query}` })
const itemsOf = async (entry: OperationEntry, side: Side): Promise<Item[]> =>
  (await ask(entry, side, '')).body.data

/** Values of the other school for the filter; values that are not unique to it are marks. */
async function valuesFor(entry: OperationEntry, name: string, filter: Filter, side: Side): Promise<string[]> {
  const items = await itemsOf(entry, side)
  const present = items.map(item => item[name]).filter(value => value !== null && value !== undefined)
  const marks = [...side.marks]
  const like = (pattern: RegExp) => marks.filter(mark => pattern.test(mark)).slice(-2)
  if (filter.kind === 'id') return like(new RegExp(`^${filter.prefix}_`))
  if (filter.kind !== 'text') return present.slice(0, 1).map(String)
  return [...present.slice(0, 2).map(String), ...like(/^usr_/), ...like(/^[0-9a-f]{32}$/), ...like(/@/)]
}

function filterTest(entry: OperationEntry, name: string, filter: Filter, sides: Get) {
  const isMark = (value: string) => marksOf(value).includes(value)
  test(`finds nothing more by another school’s ${name}`, async () => {
    const { ours, theirs } = sides()
    const own = await valuesFor(entry, name, filter, ours)
    for (const value of await valuesFor(entry, name, filter, theirs)) {
      // Any result is our own: every answer is checked.
      const operators = filter.kind === 'time' || filter.kind === 'integer' ? ['', '[gte]', '[lte]'] : ['']
      for (const operator of operators)
        await ask(entry, ours, `${name}${operator}=${encodeURIComponent(value)}`)
      if (!isMark(value)) continue
      const nothing = unknownLike(value)
      const by = (text: string) => ask(entry, ours, `${name}=${encodeURIComponent(text)}`)
      const foreign = await by(value)
      expect(foreign.body.data).toEqual([])
      expectSame([foreign, value], [await by(nothing), nothing])
      for (const mine of own.filter(isMark).slice(0, 1))
        expectSame([await by(`${mine},${value}`), value], [await by(`${mine},${nothing}`), nothing])
    }
  })
}

function searchTest(entry: OperationEntry, sides: Get) {
  test('finds nothing by texts of another school', async () => {
    const { ours, theirs } = sides()
    const address = [...theirs.marks].find(mark => mark.includes('@'))!
    for (const value of [address, address.slice(0, 12)]) {
      const nothing = unknownLike(value)
      const by = (text: string) => ask(entry, ours, `q=${encodeURIComponent(text)}`)
      expectSame([await by(value), value], [await by(nothing), nothing])
    }
  })
}

function cursorTest(entry: OperationEntry, sides: Get) {
  test('ends at a cursor of another school as at a forged one', async () => {
    const { ours, theirs } = sides()
    const firstPage = await theirs.api.ask(entry, { ...pathOf(entry, theirs), query: '?limit=1' })
    const cursor: string = firstPage.body.next_cursor
    expect(cursor).toEqual(expect.any(String))
    const at = (text: string) =>
      ours.api.ask(entry, { ...pathOf(entry, ours), query: `?limit=1&cursor=${encodeURIComponent(text)}` })
    const last = cursor.at(-5) === 'A' ? 'B' : 'A'
    const madeUp = `${cursor.slice(0, -5)}${last}${cursor.slice(-4)}`
    const foreign = await at(cursor)
    expect(foreign.body).toMatchObject({ data: [], next_cursor: null, warnings: [expect.any(String)] })
    expectSame([foreign, cursor], [await at(madeUp), madeUp])
    // The school that was given it goes on by it.
    const next = await theirs.api.ask(entry, {
      ...pathOf(entry, theirs),
      query: `?limit=1&cursor=${encodeURIComponent(cursor)}`,
    })
    expect(next.body.data).toHaveLength(1)
  })
}

/** Everything that stands in an item on the way of a dotted name. */
const along = (item: unknown, path: readonly string[]): unknown[] =>
  path.reduce<unknown[]>(
    (level, name) => level.flatMap(each => (each as Item | null)?.[name] ?? []).flat(),
    [item],
  )

/**
 * Writes the other school's id into a row past the API, which would refuse it: `expand` must still read only the school
 * of the caller.
 */
function expandTest(entry: OperationEntry, name: string, { key, returns }: Relation, sides: Get) {
  test(`expand=${name} shows the fields of the relation and nothing else`, async () => {
    const { ours } = sides()
    const related = await eventually(`an item with its ${name}`, async () => {
      const { body } = await ask(entry, ours, `expand=${name}`)
      return body.data.flatMap((item: Item) => along(item, name.split('.')))[0]
    })
    const one = returns instanceof z.ZodArray ? [related] : related
    // A schema of an object leaves out what it does not name.
    expect(one).toEqual(returns.parse(one))
  })
  test(`expand=${name} shows nothing of another school, even if a row names it`, async () => {
    const { ours, theirs, system } = sides()
    const path = name.split('.')
    const idIn = (item: Item) => along(item, key.split('.'))[0] as string
    const expanded = (side: Side) => ask(entry, side, `expand=${name}`)
    const brings = (side: Side) =>
      eventually(`an item with its ${name}`, async () =>
        (await expanded(side)).body.data.find((item: Item) => along(item, path).length),
      )
    const holder: Item = await brings(ours)
    const [own, foreign] = [idIn(holder), idIn(await brings(theirs))]
    const nothing = unknownLike(own)
    /** What is brought once the row names this id. */
    const askWith = async (id: string): Promise<[BareResponse, string]> => {
      const { status, body } = await ask(entry, { ...ours, api: ours.unwatched }, `expand=${name}`)
      const item = body.data.find((one: Item) => one.id === (key === 'id' ? id : holder.id))
      return [{ status, headers: new Headers({ 'x-request-id': '<none>' }), body: along(item, path) }, id]
    }
    await asOwner(system.ownerUrl, async client => {
      const put = (from: string, to: string) =>
        putInRows(client, entry.service, { school: ours.at.schoolId, own: key === 'id', from, to })
      await put(own, foreign)
      const brought = await askWith(foreign)
      await put(foreign, nothing)
      expectSame(brought, await askWith(nothing))
      await put(nothing, own)
    })
  })
}

interface Change {
  school: string
  /** Whether it is the rows' own id; else what refers to it. */
  own: boolean
  from: string
  to: string
}

/** Their rows have no id of their own: it is that of the person they are about. */
const borrowed = ['group_members']
/** Triggers write these rows, with the ids that the others get. */
const byTriggers = ['group_changes']

/** Puts one id in place of another in all rows of a school, wherever in the service's schema they are. */
async function putInRows(
  client: pg.Client,
  schema: string,
  { school, own, from, to }: Change,
): Promise<void> {
  const columns = await client.query(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
     join pg_attribute a on a.attrelid = c.oid and (a.attname = 'id' and c.relname <> all($3)) = $2
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($4) and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
       and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'school_id')`,
    [schema, own, borrowed, byTriggers],
  )
  let changed = 0
  for (const { table, column, type } of columns.rows) {
    const update = `update "${schema}"."${table}" set "${column}" = replace("${column}"::text, $2, $3)::${type}
      where school_id = $1 and position($2 in "${column}"::text) > 0`
    changed += (await client.query(update, [school, from, to])).rowCount ?? 0
  }
  expect(changed).toBeGreaterThan(0)
}
