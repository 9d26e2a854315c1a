// Lists of many and of large objects: the bounded cost of a page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { type Caller, listBounds } from '@lms/contract'
import { listSteps, newRequestId, startSystem, type TestSystem } from '@lms/testing'
import { step } from '../database/statements.ts'
import { TokenSigner, tokenHeader } from '../kernel/token.ts'
import { notesService } from '../spec/notes.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [notesService], settings: { poolSize: 1 } })
})
afterAll(() => system.stop())

test('a page of large objects ends early, and its cursor reaches all of them, each once', async () => {
  const caller = system.caller()
  const createdIds: string[] = []
  for (let n = 0; n < 50; n++) {
    const body = { name: 'x'.repeat(250_000), rank: n }
    const answer = await system.request('notes', { method: 'POST', path: '/v1/notes', body, caller })
    createdIds.push(answer.body.id)
  }
  const seen: string[] = []
  const sizes: number[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/notes?limit=1000&sort=rank${cursor}`
    const { status, body, headers } = await system.request('notes', { method: 'GET', path, caller })
    expect(status).toBe(200)
    sizes.push(Number(headers.get('content-length')))
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.next_cursor) break
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
  expect(seen).toEqual(createdIds)
  expect(sizes.length).toBe(2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(listBounds.bytes)
  expect(Math.max(...sizes)).toBeGreaterThan(listBounds.bytes * 0.9)
})

test('unread answers take places of their own school only', async () => {
  const [busy, other] = [system.caller(), system.caller()]
  const list = (caller: Caller) =>
    system.request('notes', { method: 'GET', path: '/v1/notes?limit=1000', caller })
  const name = 'x'.repeat(200_000)
  for (const caller of [busy, other])
    for (let n = 0; n < 40; n++)
      await system.request('notes', { method: 'POST', path: '/v1/notes', body: { name, rank: n }, caller })
  const { privateKey } = system.installation.signing.gateway!
  const signer = new TokenSigner({ name: 'gateway', privateKey }, () => new Date())
  const abort = new AbortController()
  // On a connection of its own: where many bytes were read before, the kernel takes a whole answer.
  const leaveUnread = async () => {
    const token = signer.sign('notes', { kind: 'caller', caller: busy }, JSON.stringify(busy))
    const headers = { [tokenHeader]: token, 'x-request-id': newRequestId() }
    const url = `${system.addresses.notes}/v1/notes?limit=1000`
    const clientRequest = get(url, { headers, signal: abort.signal, agent: false })
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    return answer.on('error', () => {})
  }
  // A few at a time: on a slow machine the last of sixteen would wait for its turn longer than a request may.
  const unread: IncomingMessage[] = []
  while (unread.length < 16) unread.push(...(await Promise.all(Array.from({ length: 4 }, leaveUnread))))
  const waiting = list(busy)
  const first = await Promise.race([waiting.then(() => 'the busy one'), list(other).then(() => 'the other')])
  expect(first).toBe('the other')
  const small = await system.request('notes', { method: 'GET', path: '/v1/notes?limit=1', caller: busy })
  expect(small.status).toBe(200)
  for (const { statusCode, complete } of unread)
    expect({ statusCode, complete }).toEqual({ statusCode: 200, complete: false })
  abort.abort()
  expect((await waiting).status).toBe(200)
})

test('pages of all limits share a statement for their size, which is planned once', async () => {
  const caller = system.caller()
  const list = (limit: number) =>
    system.request('notes', { method: 'GET', path: `/v1/notes?limit=${limit}&sort=-rank`, caller })
  const steps = await listSteps(system, 'notes', async () => {
    for (let limit = 1; limit <= 1000; limit += limit < 50 ? 1 : 50) await list(limit)
  })
  const texts = [...new Set(steps.map(({ statement }) => statement.text))]
  expect(texts).toHaveLength(2)
  const plans = await system.services.notes!.runtime.database.background.rows(
    step('select custom_plans, generic_plans from pg_prepared_statements where statement = $1', [texts[0]!]),
  )
  // Postgres plans five times for the values at hand before it keeps one plan for all.
  expect(plans).toEqual([['5', '45']])
})
