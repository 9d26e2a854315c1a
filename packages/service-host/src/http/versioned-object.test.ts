import { A, G, id, L, LN, M, U } from '@lms/contract'
import { z } from 'zod'
import { versionedName } from './versioned-object.ts'

const spec = { summary: 's', permission: null, returns: z.object({ id: id('off') }) } as const
const versioned = { ...spec, returns: z.object({ id: id('off'), version: z.int() }) } as const
const reads = [
  G('GET /v1/offers/{id}', versioned),
  G('GET /v1/offers/{id}/items/{itemId}', versioned),
  G('GET /v1/groups/{id}', versioned),
  G('GET /v1/files/{id}', spec),
  L('GET /v1/messages', { ...versioned, list: { filters: {}, sorts: [] } }),
  LN('GET /v1/groups/{id}/members', { ...spec, list: { filters: {}, sorts: [] } }),
]

test.each([
  [M('PATCH /v1/offers/{id}', spec), 'id'],
  [A('POST /v1/offers/{id}/items', { ...spec, bound: 'task' }), 'id'],
  [M('PATCH /v1/offers/{id}/items/{itemId}', spec), 'itemId'],
  [A('POST /v1/offers/{id}/items/{itemId}/move', { ...spec, bound: null }), 'itemId'],
  [M('DELETE /v1/groups/{id}/members/{userId}', spec), 'id'],
  [M('PATCH /v1/messages/{id}', spec), 'id'],
  [A('POST /v1/messages/{id}/pin', { ...spec, bound: null }), 'id'],
  [M('DELETE /v1/files/{id}', spec), null],
  [M('DELETE /v1/unread/{id}', spec), null],
  [U('PATCH /v1/settings', { ...versioned, body: z.object({ id: id('off') }) }), 'id'],
  [U('DELETE /v1/files', { ...spec, body: z.object({ id: id('off') }) }), null],
  [U('PUT /v1/rates', { ...versioned, body: z.object({}) }), null],
])('If-Match of $route applies to {%s}', (operation, name) => {
  expect(versionedName(operation, reads)).toBe(name)
})
