// Lists of many and of large objects: what a page costs whatever it asks for.
import { listBounds } from '@lms/contract'
import { listSteps, startSystem, type TestSystem } from '@lms/testing'
import { step } from '../database/statements.ts'
import { notesService } from '../spec/notes.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [notesService], settings: { poolSize: 1 } })
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
