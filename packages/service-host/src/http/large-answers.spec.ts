// A list of large objects: a page ends before it is too large, and the next one goes on.
import { listBounds } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { notesService } from '../spec/notes.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [notesService] })
}, 60_000)
afterAll(() => system.stop())

test('a page of large objects ends early, and all are reached by its cursor, each once', async () => {
  const caller = system.caller()
  const made: string[] = []
  for (let n = 0; n < 50; n++) {
    const body = { name: 'x'.repeat(250_000), rank: n }
    const answer = await system.request('notes', { method: 'POST', path: '/v1/notes', body, caller })
    made.push(answer.body.id)
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
  expect(seen).toEqual(made)
  expect(sizes.length).toBe(2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(listBounds.bytes)
  expect(Math.max(...sizes)).toBeGreaterThan(listBounds.bytes * 0.9)
}, 60_000)
