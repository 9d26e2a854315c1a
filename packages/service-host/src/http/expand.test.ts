import { type Caller, L } from '@lms/contract'
import { z } from 'zod'
import type { RowPage } from '../database/read-page.ts'
import type { Runtime } from '../work/runtime.ts'
import { relatedOf } from './expand.ts'
import { fieldsOf } from './fields.ts'
import { listAnswer } from './list-answer.ts'

const Related = z.object({ id: z.string(), found: z.boolean(), text: z.string().optional() })
const expands = {
  user: { key: 'user_id', permission: 'users:read' as const, returns: Related },
  'items.offer': { key: 'items.offer_id', permission: 'offers:read' as const, returns: Related },
  tries: { key: 'id', permission: 'users:read' as const, returns: z.array(Related) },
}
const operation = L('GET /v1/orders', {
  summary: 'List',
  permission: null,
  returns: z.object({
    id: z.string(),
    user_id: z.string().nullish(),
    items: z.array(z.object({ offer_id: z.string() })).optional(),
  }),
  list: { filters: {}, sorts: [], expands },
})

interface Options {
  rights?: string[][]
  fields?: string[]
  /** Bytes of a related object's text. */
  size?: number
}

/** The answer with relations whose finders know every id except `…_gone`, and the ids they were asked for. */
async function answer(rows: object[], names: string[], { rights = [['*']], fields, size = 0 }: Options = {}) {
  const requests: string[][] = []
  const one = (id: string) => ({
    id,
    found: true,
    school_id: 'sch_1',
    ...(size ? { text: 'x'.repeat(size) } : {}),
  })
  const finder =
    <T>(make: (id: string) => T) =>
    async (ids: readonly string[]) => {
      requests.push([...ids])
      return new Map(ids.filter(id => !id.endsWith('_gone')).map(id => [id, make(id)]))
    }
  const warnings: string[] = []
  const tree = fieldsOf(fields ?? null)
  const related = relatedOf(
    names,
    { expands },
    { user: finder(one), 'items.offer': finder(one), tries: finder(id => [one(id)]) },
    {
      caller: { rights } as unknown as Caller,
      stores: {},
      runtime: {} as Runtime,
      requestId: '0'.repeat(32),
      fields: tree,
      warnings,
    },
  )
  const page: RowPage<{ id: string }> = {
    rows: rows as { id: string }[],
    more: false,
    position: index => [`at ${index}`],
  }
  let turns = 0
  const answered = await listAnswer(page, {
    operation,
    fields: tree,
    related: related as never,
    goesOn: null,
    feedPosition: null,
    warnings,
    seal: position => position.join(),
    large: {
      grow: async () => {
        turns++
      },
    },
  })
  const text = typeof answered === 'string' ? answered : Buffer.concat(answered).toString()
  return { ...JSON.parse(text), requests, bytes: Buffer.byteLength(text), turns }
}

test('a relation appears beside its id, cut to its declaration; each id is requested once', async () => {
  const rows = [
    { id: '1', user_id: 'usr_1' },
    { id: '2', user_id: 'usr_2' },
    { id: '3', user_id: 'usr_1' },
  ]
  const { data, requests } = await answer(rows, ['user'])
  expect(data[2]).toEqual({ id: '3', user_id: 'usr_1', user: { id: 'usr_1', found: true } })
  expect(requests).toEqual([['usr_1', 'usr_2']])
})

test('a dot goes through an array, and a deleted object is null', async () => {
  const items = [{ offer_id: 'off_1' }, { offer_id: 'off_gone' }]
  const { data } = await answer([{ id: '1', items }], ['items.offer'])
  expect(data[0].items).toEqual([
    { offer_id: 'off_1', offer: { id: 'off_1', found: true } },
    { offer_id: 'off_gone', offer: null },
  ])
})

test('the entries of a list are cut, too', async () => {
  const { data } = await answer([{ id: '1' }], ['tries'])
  expect(data).toEqual([{ id: '1', tries: [{ id: '1', found: true }] }])
})

test('unreadable relations are omitted, with a warning that names the permission', async () => {
  const { data, requests, warnings } = await answer([{ id: '1', user_id: 'usr_1' }], ['user'], {
    rights: [['*'], ['orders:*']],
  })
  expect({ data, requests, warnings }).toEqual({
    data: [{ id: '1', user_id: 'usr_1' }],
    requests: [],
    warnings: ['expand=user needs users:read; it is ignored'],
  })
})

test('nothing is requested without an id, or if fields excludes it', async () => {
  const rows = [
    { id: '1', user_id: null },
    { id: '2', items: [] },
  ]
  expect(await answer(rows, ['user', 'items.offer'])).toMatchObject({
    requests: [],
    data: [{ user: null }, { items: [], user: null }],
  })
  expect(await answer([{ id: '1', user_id: 'usr_1' }], ['user'], { fields: ['id'] })).toMatchObject({
    requests: [],
    data: [{ id: '1' }],
  })
})

test('fields select inside of related objects', async () => {
  const { data } = await answer([{ id: '1', user_id: 'usr_1' }], ['user'], { fields: ['id', 'user.found'] })
  expect(data).toEqual([{ id: '1', user: { found: true } }])
})

test('many related objects are requested in portions, none of them twice', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ id: String(n), user_id: `usr_${n % 450}` }))
  const { requests } = await answer(rows, ['user'])
  expect(requests.map((ids: string[]) => ids.length)).toEqual([200, 200, 50])
  expect(new Set(requests.flat()).size).toBe(450)
})

test('a page ends before its related objects make it too large, and reads no further ones', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ id: String(n), user_id: `usr_${n}` }))
  const { data, next_cursor, requests, bytes } = await answer(rows, ['user'], { size: 100_000 })
  expect(bytes).toBeLessThanOrEqual(8_000_000)
  expect(data).toHaveLength(79)
  expect(next_cursor).toBe('at 78')
  expect(requests).toHaveLength(1)
})

test('a shared object counts at each of its places', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ id: String(n), user_id: 'usr_1' }))
  const { data, bytes } = await answer(rows, ['user'], { size: 100_000 })
  expect(bytes).toBeLessThanOrEqual(8_000_000)
  expect(data).toHaveLength(79)
})

test('one item is always included, however large', async () => {
  const rows = [
    { id: '1', user_id: 'usr_1' },
    { id: '2', user_id: 'usr_1' },
  ]
  const { data, next_cursor } = await answer(rows, ['user'], { size: 9_000_000 })
  expect({ ids: data.map(({ id }: { id: string }) => id), next_cursor }).toEqual({
    ids: ['1'],
    next_cursor: 'at 0',
  })
})

test('an answer that becomes large takes a turn', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `${n}`, user_id: 'x'.repeat(1000) }))
  expect((await answer(rows(200), [])).turns).toBe(0)
  expect((await answer(rows(300), [])).turns).toBeGreaterThan(0)
})
