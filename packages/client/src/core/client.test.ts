import { Client, type ClientOptions } from './client.ts'
import { isLmsError, LmsError } from './error.ts'
import { follow } from './follow.ts'
import { trace } from './trace.ts'

interface Asked {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

/** A client whose server answers these replies, one after the other; the last one again and again. */
function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const asked: Asked[] = []
  const waits: number[] = []
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, method: init.method!, headers: init.headers as never, body: init.body as never })
    const reply = replies[Math.min(asked.length, replies.length) - 1]!
    if (reply instanceof Error) throw reply
    init.signal?.throwIfAborted()
    const { status = 200, body = {}, headers = {} } = reply
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
  }
  const client = new Client({
    baseUrl: 'https://school.example/api/',
    apiKey: 'lms_key',
    fetch: fetch as never,
    wait: async ms => void waits.push(ms),
    random: () => 0.5,
    ...options,
  })
  return { client, asked, waits }
}

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const refused = (status: number, reason: string, headers = {}): Reply => ({
  status,
  headers,
  body: { error: { code: 'conflict', reason, message: 'Do this.', details: [], request_id: 'r1' } },
})
const change = { method: 'POST', path: '/v1/orders', body: { a: 1 } }

test('a call has the key, the form and one idempotency key', async () => {
  const { client, asked } = clientWith([{ body: { id: 'ord_1' } }])
  expect(await client.call(change)).toEqual({ id: 'ord_1' })
  const [{ url, method, headers, body }] = asked as [Asked]
  expect([url, method, body]).toEqual(['https://school.example/api/v1/orders', 'POST', '{"a":1}'])
  expect(headers).toMatchObject({ authorization: 'Bearer lms_key', 'content-type': 'application/json' })
  expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})

test('a read has no idempotency key, and options of its own', async () => {
  const { client, asked } = clientWith([{}], { onBehalfOf: 'usr_1' })
  await client.call(
    { method: 'GET', path: '/v1/me' },
    { onBehalfOf: 'usr_2', ifMatch: 3, headers: { 'x-a': 'b' } },
  )
  const { headers } = asked[0]!
  expect(headers).not.toHaveProperty('idempotency-key')
  expect(headers).toMatchObject({ 'x-on-behalf-of': 'usr_2', 'if-match': '"3"', 'x-a': 'b' })
})

test('a public page is beside /api', async () => {
  const { client, asked } = clientWith([{}])
  await client.call({ method: 'GET', path: '/certificates/7' })
  expect(asked[0]!.url).toBe('https://school.example/certificates/7')
})

test.each<[string, Reply, number]>([
  ['the network', new TypeError('fetch failed'), 375],
  ['a rate', refused(429, 'rate_limited', { 'retry-after': '3' }), 3125],
  ['a server without time', refused(503, 'too_busy', { 'retry-after': '1' }), 1125],
  ['a request in flight', refused(409, 'idempotency_in_progress'), 375],
])('after %s the same call goes again under the same key', async (_, failure, ms) => {
  const { client, asked, waits } = clientWith([failure, { status: 201, body: { id: 'ord_1' } }])
  const { data, response } = await client.call(change).withResponse()
  expect([data, response.tries, response.status]).toEqual([{ id: 'ord_1' }, 2, 201])
  expect(waits).toEqual([ms])
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a refusal is thrown at once, with its reason', async () => {
  const { client, asked } = clientWith([refused(409, 'order_already_paid')])
  const error = await client.call(change).catch(one => one)
  expect(error).toBeInstanceOf(LmsError)
  expect(error).toMatchObject({
    status: 409,
    reason: 'order_already_paid',
    message: 'Do this.',
    requestId: 'r1',
  })
  expect(isLmsError(error, 'order_already_paid')).toBe(true)
  expect(isLmsError(error, 'another')).toBe(false)
  expect(asked).toHaveLength(1)
})

test('tries end, with the last error', async () => {
  const { client, asked } = clientWith([refused(503, 'unavailable')])
  await expect(client.call(change)).rejects.toMatchObject({ reason: 'unavailable' })
  expect(asked).toHaveLength(3)
  await expect(client.call(change, { maxRetries: 0 })).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(4)
})

test('who is told to wait for more than a minute decides about it', async () => {
  const { client, asked, waits } = clientWith([refused(429, 'rate_limited', { 'retry-after': '3600' })])
  await expect(client.call(change)).rejects.toMatchObject({ reason: 'rate_limited', retryAfter: 3600 })
  expect([asked.length, waits]).toEqual([1, []])
})

test('a redirect is an error, and is not followed', async () => {
  const { client, asked } = clientWith([{ status: 302, headers: { location: 'https://elsewhere.example' } }])
  await expect(client.call(change)).rejects.toMatchObject({ reason: 'redirected' })
  expect(asked).toHaveLength(1)
})

test('an answer that is no JSON is an error that says so', async () => {
  const { client } = clientWith([{ body: '<html>' }])
  await expect(client.call(change)).rejects.toMatchObject({ reason: 'unreadable_answer' })
  const { client: other } = clientWith([{ status: 502, body: 'bad gateway' }])
  await expect(other.call(change)).rejects.toMatchObject({ status: 502, reason: 'unreadable_answer' })
})

test('a refusal can be a result', async () => {
  const { client } = clientWith([refused(404, 'not_found'), { body: 1 }])
  expect(await client.call(change).result()).toMatchObject({ ok: false, error: { reason: 'not_found' } })
  expect(await client.call(change).result()).toEqual({ ok: true, data: 1 })
})

test('a signal ends the call, also while it waits', async () => {
  const { client } = clientWith([{}])
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(client.call(change, { signal })).rejects.toThrow('enough')
  const ending = new AbortController()
  const { client: slow } = clientWith([refused(503, 'too_busy')], {
    wait: async (_, given) => {
      ending.abort(new Error('enough'))
      given!.throwIfAborted()
    },
  })
  await expect(slow.call(change, { signal: ending.signal })).rejects.toThrow('enough')
})

const page = (data: unknown[], next_cursor: string | null, more = {}): Reply => ({
  body: { data, next_cursor, ...more },
})
const orders = {
  method: 'GET',
  path: '/v1/orders',
  query: { status: ['paid', 'canceled'], sort: '-created_at' },
}

test('a list is its first page, and all its items', async () => {
  const pages = [page([1, 2], 'c1'), page([], 'c2'), page([3], null)]
  expect(await clientWith(pages).client.list(orders)).toEqual({ data: [1, 2], next_cursor: 'c1' })
  const { client, asked } = clientWith(pages)
  expect(await all(client.list(orders))).toEqual([1, 2, 3])
  expect(asked.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'c1', 'c2'])
  expect(new URL(asked[0]!.url).searchParams.get('status')).toBe('paid,canceled')
})

test('the first items of a list ask for no further page', async () => {
  const { client, asked } = clientWith([page([1, 2], 'c1'), page([3, 4], 'c2')])
  expect(await client.list(orders).first(3)).toEqual([1, 2, 3])
  expect(asked).toHaveLength(2)
})

test('a query has bounds in brackets, and times of dates', async () => {
  const { client, asked } = clientWith([page([], null)])
  const query = { created_at: { gte: new Date(0) }, amount: 5, q: undefined, name: ['a,b', 'c'] }
  await client.list({ method: 'GET', path: '/v1/orders', query })
  expect([...new URL(asked[0]!.url).searchParams]).toEqual([
    ['created_at[gte]', '1970-01-01T00:00:00.000Z'],
    ['amount', '5'],
    ['name', 'a,b'],
    ['name', 'c'],
  ])
})

test('warnings of a list are an error for who wants that, and told to who listens', async () => {
  const replies = [page([], null, { warnings: ['sort does not take "x"'] })]
  expect(await clientWith(replies).client.list(orders)).toMatchObject({ data: [] })
  const strict = clientWith(replies, { warnings: 'throw' }).client
  await expect(strict.list(orders)).rejects.toMatchObject({ reason: 'warnings' })
  const heard: string[] = []
  await clientWith(replies, { warnings: all => heard.push(...all) }).client.list(orders)
  expect(heard).toEqual(['sort does not take "x"'])
})

test('hooks hear every try, without the key', async () => {
  const heard: unknown[] = []
  const { client } = clientWith([refused(503, 'too_busy'), {}], {
    onRequest: ({ tries, headers }) => heard.push(tries, headers.authorization),
    onResponse: ({ status }, { tries }) => heard.push(status, tries),
  })
  await client.call(change)
  expect(heard).toEqual([1, undefined, 503, 1, 2, undefined, 200, 2])
})

test('the feed goes on after the last event, and waits while nothing is new', async () => {
  const { client, asked } = clientWith([
    page([{ sequence: 8 }, { sequence: 9 }], 'c'),
    page([], 'c'),
    page([{ sequence: 12 }], 'c'),
  ])
  const waits: number[] = []
  const seen: number[] = []
  const options = { after: 7, types: ['order.*'], wait: async (ms: number) => void waits.push(ms) }
  for await (const { sequence } of follow(client, options)) {
    seen.push(sequence)
    if (sequence === 12) break
  }
  expect(seen).toEqual([8, 9, 12])
  expect(waits).toEqual([2000])
  const after = asked.map(({ url }) => new URL(url).searchParams.get('sequence[gt]'))
  expect(after).toEqual(['7', '9', '9'])
  expect(new URL(asked[0]!.url).searchParams.get('type')).toBe('order.*')
})

test('the feed ends with its signal', async () => {
  const { client } = clientWith([page([], null)])
  const ending = new AbortController()
  const wait = async () => ending.abort()
  expect(await all(follow(client, { signal: ending.signal, wait }))).toEqual([])
})

test('a trace asks the three logs for one request', async () => {
  const { client, asked } = clientWith([page([{ id: 'x' }], null)])
  expect(await trace(client, 'r1')).toEqual({
    records: [{ id: 'x' }],
    events: [{ id: 'x' }],
    deliveries: [{ id: 'x' }],
  })
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/v1/audit-log',
    '/api/v1/events',
    '/api/v1/webhooks/deliveries',
  ])
  expect(asked.every(({ url }) => new URL(url).searchParams.get('request_id') === 'r1')).toBe(true)
})
