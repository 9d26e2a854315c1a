import fc from 'fast-check'
import { z } from 'zod'
import { clientOf, fillPath, pages, type TransportRequest } from './client.ts'
import { C, G, L, M, resource } from './operation.ts'

const Thing = z.object({ id: z.string() })
const things = resource({
  list: L('GET /v1/things', {
    summary: 'List',
    permission: null,
    returns: Thing,
    list: { filters: {}, sorts: [] },
  }),
  create: C('POST /v1/things', {
    bound: 'task',
    summary: 'Create',
    permission: null,
    body: z.object({ name: z.string() }),
    returns: Thing,
  }),
  get: G('GET /v1/things/{id}/parts/{partId}', { summary: 'Get', permission: null, returns: Thing }),
  delete: M('DELETE /v1/things/{id}', { summary: 'Delete', permission: null, returns: Thing }),
})

function recorded(body: unknown = {}) {
  const sent: TransportRequest[] = []
  const client = clientOf({ things }, async request => {
    sent.push(request)
    return { status: 200, headers: {}, body: JSON.stringify(body) }
  })
  return { client, sent }
}

test('every path value stays in its own segment', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (id, partId) => {
      const path = fillPath('/v1/things/{id}/parts/{partId}', { id, partId })
      const segments = path.split('/')
      expect(segments).toHaveLength(6)
      expect([segments[3], segments[5]].map(part => decodeURIComponent(part!))).toEqual([id, partId])
      expect(path).not.toMatch(/[?#]/)
    }),
  )
})

test('a query has the given parameters; lists are joined by commas, undefined ones are omitted', async () => {
  const { client, sent } = recorded({ data: [], next_cursor: null })
  await client.things.list({
    query: {
      status: ['a', 'b'],
      'created_at[gte]': '2026-01-01T00:00:00+03:00',
      limit: 5,
      cursor: undefined,
    },
  })
  await client.things.list()
  const [first, second] = sent.map(({ path }) => new URL(path, 'http://x'))
  expect(Object.fromEntries(first!.searchParams)).toEqual({
    status: 'a,b',
    'created_at[gte]': '2026-01-01T00:00:00+03:00',
    limit: '5',
  })
  expect(second!.href).toBe('http://x/v1/things')
})

test('the headers describe the request and the type of its body', async () => {
  const { client, sent } = recorded()
  await client.things.create({
    body: { name: 'a' },
    idempotencyKey: 'k',
    headers: { 'x-request-id': 'mine' },
  })
  await client.things.delete({ path: { id: 'x' }, ifMatch: '"v3"', onBehalfOf: 'usr_1' })
  expect(sent[0]).toEqual({
    method: 'POST',
    path: '/v1/things',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k',
      'x-request-id': 'mine',
    },
    body: '{"name":"a"}',
  })
  expect(sent[1]).toEqual({
    method: 'DELETE',
    path: '/v1/things/x',
    headers: { accept: 'application/json', 'if-match': '"v3"', 'x-on-behalf-of': 'usr_1' },
    body: undefined,
  })
})

test('pages are requested one by one, only as far as they are read', async () => {
  const cursors: (string | undefined)[] = []
  const ask = async (cursor: string | undefined) => {
    cursors.push(cursor)
    return { data: [`${cursor ?? 'first'}-1`, `${cursor ?? 'first'}-2`], next_cursor: `${cursors.length}` }
  }
  const seen: string[] = []
  for await (const item of pages(ask)) {
    seen.push(item)
    if (seen.length === 3) break
  }
  expect(seen).toEqual(['first-1', 'first-2', '1-1'])
  expect(cursors).toEqual([undefined, '1'])
})

test('a page without items is no end, and a feed ends at its last page', async () => {
  const all = async (ofCursor: Record<string, { data: string[]; next_cursor: string | null }>) => {
    const seen: string[] = []
    for await (const item of pages(async cursor => ofCursor[cursor ?? '']!)) seen.push(item)
    return seen
  }
  const filtered = {
    '': { data: [], next_cursor: 'a' },
    a: { data: ['x'], next_cursor: 'b' },
    b: { data: [], next_cursor: 'c' },
    c: { data: ['y'], next_cursor: null },
  }
  expect(await all(filtered)).toEqual(['x', 'y'])
  const feed = { '': { data: ['x'], next_cursor: null, feed_cursor: 'a' } }
  expect(await all(feed)).toEqual(['x'])
})
