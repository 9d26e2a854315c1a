import type { Caller } from '@lms/contract'
import { type ClaimRequest, IdempotencyClaim } from './idempotency.ts'

const now = '2026-11-21T09:30:00.000Z'
const caller = { school: 'sch_1', key: 'key_1', user: null } as unknown as Caller
const request: ClaimRequest = { key: 'k', caller, method: 'POST', path: '/v1/orders', body: '{}' }
/** School, key and request as the claim writes them, and the answer. */
const claimed = (changes: Partial<ClaimRequest>, answer: string | null = null) =>
  new IdempotencyClaim('notes', { ...request, ...changes }, now, null).take(answer).values

test.each<[string, Partial<ClaimRequest>]>([
  ['another Idempotency-Key', { key: 'l' }],
  ['another API key', { caller: { ...caller, key: 'key_2' } as Caller }],
  ['another person by the same API key', { caller: { ...caller, user: 'usr_1' } as Caller }],
  ['another method', { method: 'PATCH' }],
  ['another path', { path: '/v1/offers' }],
  ['a path that ends where the key begins', { path: '/v1/order', key: 'sk' }],
])('%s is another claim', (_, changes) => {
  const [, key, body] = claimed({})
  const [, other, same] = claimed(changes)
  expect(other).not.toBe(key)
  expect(same).toBe(body)
})

test('two people by one API key have claims of their own', () => {
  const keyOf = (user: string) => claimed({ caller: { ...caller, user } as Caller })[1]
  expect(keyOf('usr_1')).not.toBe(keyOf('usr_2'))
})

test('another body is the same claim, of another request', () => {
  const [, key, body] = claimed({})
  const [, same, other] = claimed({ body: '{"a":1}' })
  expect(same).toBe(key)
  expect(other).not.toBe(body)
})

test('a claim contains its school and time, and the answer if it is known', () => {
  const [school, , , nothing, at] = claimed({})
  expect([school, nothing, at]).toEqual(['sch_1', null, now])
  expect(claimed({}, '{"id":"x"}')[3]).toBe('{"id":"x"}')
})
