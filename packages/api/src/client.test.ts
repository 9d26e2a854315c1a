import { ApiError, pages } from '@lms/contract'
import { createClient } from './client.ts'

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** A client whose requests `answer` answers; the requests are recorded. */
function clientWith(
  answer: (sent: Sent) => { status?: number; headers?: Record<string, string>; body: unknown },
) {
  const sent: Sent[] = []
  const fetch = (async (url: string, { method, headers, body }: Sent) => {
    const request = { url, method, headers, body }
    sent.push(request)
    const { status = 200, headers: answerHeaders = {}, body: answered } = answer(request)
    return new Response(JSON.stringify(answered), { status, headers: answerHeaders })
  }) as unknown as typeof globalThis.fetch
  return { school: createClient({ baseUrl: 'https://school.example/api', apiKey: 'lms_key', fetch }), sent }
}

test('a call is one request with the key, the body and the headers asked for', async () => {
  const { school, sent } = clientWith(() => ({ status: 201, body: { id: 'usr_1' } }))
  await school.users.create({ body: { email: 'ann@example.org' }, idempotencyKey: 'k1', onBehalfOf: 'usr_2' })
  expect(sent).toEqual([
    {
      url: 'https://school.example/api/v1/users',
      method: 'POST',
      body: '{"email":"ann@example.org"}',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: 'Bearer lms_key',
        'idempotency-key': 'k1',
        'x-on-behalf-of': 'usr_2',
      },
    },
  ])
})

test('path values are escaped, so that none can lead to another path', async () => {
  const { school, sent } = clientWith(() => ({ body: {} }))
  await school.users.byEmail({ path: { email: 'a/../b?c@d.org' } })
  expect(sent[0]!.url).toBe('https://school.example/api/v1/users/by-email/a%2F..%2Fb%3Fc%40d.org')
})

test('a list is walked to its end, page by page', async () => {
  const answers: Record<string, unknown> = {
    '?limit=2': { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'next' },
    '?limit=2&cursor=next': { data: [{ id: 'c' }], next_cursor: null },
  }
  const { school } = clientWith(({ url }) => ({ body: answers[new URL(url).search] }))
  const ids: string[] = []
  for await (const { id } of pages(cursor => school.users.list({ query: { limit: 2, cursor } }))) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
})

test('any status but success is an ApiError with the reason and Retry-After', async () => {
  const error = {
    code: 'rate_limited',
    reason: 'rate_limited',
    message: 'Wait.',
    details: [],
    request_id: 'r1',
  }
  const { school } = clientWith(() => ({ status: 429, headers: { 'retry-after': '7' }, body: { error } }))
  const thrown = await school.me.get().catch((caught: unknown) => caught)
  expect(thrown).toBeInstanceOf(ApiError)
  expect(thrown).toMatchObject({ status: 429, reason: 'rate_limited', requestId: 'r1', retryAfter: 7 })
})

test('an answer without our error body is an error that says so', async () => {
  const { school } = clientWith(() => ({ status: 502, body: 'a proxy speaks' }))
  await expect(school.me.get()).rejects.toMatchObject({ status: 502, reason: 'unknown', requestId: null })
})
