import type { Caller } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { step } from '../database/statements.ts'
import { chargingNotes, outside, rank, tour } from '../spec/charges.ts'
import { notes } from '../spec/notes.ts'
import { created, type OtherSystem, reset, startOtherSystem } from '../spec/other-system.ts'
import { inSchool } from '../work/in-school.ts'
import { enqueue } from './enqueue.ts'
import { retryFailed } from './retry.ts'

let system: TestSystem
let other: OtherSystem
let time = Date.parse('2026-11-21T09:30:00Z')
let caller: Caller
beforeAll(async () => {
  other = await startOtherSystem()
  outside.url = other.url
  const clock = { now: () => new Date(time) }
  system = await startSystem({ services: [chargingNotes], clock, settings: { taskSlots: 0 } })
})
beforeEach(() => {
  reset(other)
  caller = system.caller()
})
afterEach(async () => void (await rows('delete from notes.tasks')))
afterAll(async () => {
  await system?.stop()
  await other?.stop()
})

const rows = (text: string, values: string[] = []) =>
  system.services.notes!.runtime.system.rows(step(text, values))
const client = () => system.client('notes', { notes }, caller).notes
const rankOf = async (id: string) => (await client().get({ path: { id } })).rank
const note = async () => (await client().create({ body: { name: 'a' } })).id
const charge = (
  id: string,
  { key, by = 'charge', as = caller }: { key?: string; by?: string; as?: Caller } = {},
) =>
  system.request('notes', {
    method: 'POST',
    path: `/v1/notes/${id}/charge`,
    body: { by },
    caller: as,
    headers: key ? { 'idempotency-key': key } : {},
  })
/** Time passes, and what is due by then is done. */
const later = async (seconds: number) => {
  time += seconds * 1000
  await system.services.notes!.workOffTasks()
}
const audited = async () =>
  (
    await rows(
      `select payload from notes.outbox where school_id = $1 and subject like '%.audit.%' order by position`,
      [caller.school],
    )
  )
    .map(([payload]) => JSON.parse(payload!))
    .filter(({ operation }) => operation.endsWith('/charge'))
    .map(({ object_id, key_id, status }) => ({ object_id, key_id, status }))
const standing = async () =>
  (await rows('select queue, status, error from notes.tasks order by id')).map(row => row.join(' '))
const never = () => {}
const broken = (response: { writeHead(status: number): { end(): unknown } }) =>
  void response.writeHead(500).end()

describe('a request that waits for another system', () => {
  test('gets the outcome, which is written and told once, and leaves no task', async () => {
    const id = await note()
    const { status, body, headers } = await charge(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({ id, rank: rank.charged, version: 3 })
    expect(headers.get('etag')).toBe('"v3"')
    expect([...other.effects]).toEqual([[id, 1]])
    expect(await rankOf(id)).toBe(rank.charged)
    expect(await standing()).toEqual([])
    expect(await audited()).toEqual([{ object_id: id, key_id: caller.key, status: 201 }])
    const actors = await rows(
      `select payload::json->'related'->>'actor_id' from notes.outbox
       where school_id = $1 and subject like 'events.%' order by position`,
      [caller.school],
    )
    expect(actors).toEqual([[caller.key], [caller.key]])
  })

  test('holds no connection and no transaction meanwhile; a twin is told to wait, and the queue shows the call', async () => {
    const id = await note()
    let open = () => {}
    other.answer = response => {
      open = () => void response.writeHead(201).end()
    }
    const first = charge(id, { key: 'k' })
    await eventually('the call', () => other.calls.length === 1)
    const { pool } = system.services.notes!.runtime.database
    await eventually('no connection in use', () => pool.idleCount === pool.totalCount)
    // Background work has one for a moment.
    await eventually('no open transaction', async () => {
      const open =
        await rows(`select 1 from pg_stat_activity where usename = 'lms_notes' and state like 'idle in%'
        and datname = current_database()`)
      return open.length === 0
    })
    expect(await standing()).toEqual(['charge running '])
    const twin = await charge(id, { key: 'k' })
    expect(twin.body.error).toMatchObject({ code: 'conflict', reason: 'idempotency_in_progress' })
    expect(twin.headers.get('retry-after')).toBe('1')
    expect((await charge(id)).body.error.reason).toBe('note_charged')
    open()
    const answer = await first
    const again = await charge(id, { key: 'k' })
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      answer.body,
      'true',
    ])
    expect(other.calls).toHaveLength(1)
  })

  test('is refused beyond a number for each school, before anything is written', async () => {
    const waiting: (() => void)[] = []
    other.answer = response => void waiting.push(() => void response.writeHead(201).end())
    const ids = [await note(), await note(), await note()]
    const under = ids.slice(0, 2).map(id => charge(id))
    await eventually('the calls', () => other.calls.length === 2)
    const third = await charge(ids[2]!)
    expect(third.status).toBe(429)
    expect(third.body.error.reason).toBe('rate_limited')
    expect(await rankOf(ids[2]!)).toBe(rank.new)
    const mine = caller
    caller = system.caller()
    const others = charge(await note())
    await eventually('another school’s call', () => other.calls.length === 3)
    for (const answer of waiting) answer()
    for (const answer of [...(await Promise.all(under)), await others]) expect(answer.status).toBe(201)
    caller = mine
    other.answer = created
    expect((await charge(ids[2]!)).status).toBe(201)
  })

  test('takes one place, also under a key that was used a day before', async () => {
    const ids = [await note(), await note()]
    other.answer = response => void response.writeHead(402).end()
    for (const id of ids) expect((await charge(id, { key: 'k' })).status).toBe(422)
    await inSchool(caller.school, system.services.notes!.runtime, async ({ work }) =>
      work.write(`update notes.notes set rank = ${rank.new} where school_id = $1`, [caller.school]),
    )
    time += 25 * 3600 * 1000
    expect((await charge(ids[0]!, { key: 'k' })).body.error.reason).toBe('charge_declined')
    expect(other.calls).toHaveLength(3)
    const waiting: (() => void)[] = []
    other.answer = response => void waiting.push(() => void response.writeHead(201).end())
    const under = [await note(), await note()].map(id => charge(id))
    await eventually('two calls', () => other.calls.length === 5)
    for (const answer of waiting) answer()
    for (const { status } of await Promise.all(under)) expect(status).toBe(201)
  })

  test('is refused by the other system: what is written of it stays, and the repetition gets the same refusal', async () => {
    const id = await note()
    other.answer = response => void response.writeHead(402).end()
    const first = await charge(id, { key: 'k' })
    expect([first.status, first.body.error.reason]).toEqual([422, 'charge_declined'])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(await rankOf(id)).toBe(rank.declined)
    const again = await charge(id, { key: 'k' })
    expect(again.status).toBe(422)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { request_id: _, ...same } = first.body.error
    expect(again.body.error).toMatchObject(same)
    expect(other.calls).toHaveLength(1)
    expect(await audited()).toEqual([{ object_id: id, key_id: caller.key, status: 422 }])
    expect(await standing()).toEqual([])
  })

  test('without an answer in time is told so, and the call is to be repeated', async () => {
    const id = await note()
    other.answer = never
    const first = await charge(id, { key: 'k', by: 'impatient' })
    expect([first.status, first.body.error.reason]).toEqual([503, 'outcome_unknown'])
    expect(first.headers.get('retry-after')).toBe('10')
    expect(await standing()).toEqual(['impatient waiting too_slow'])
    expect(await audited()).toEqual([])
  })

  test('whose call is long in coming, as what it needs comes slowly: nobody else makes it while it is under way', async () => {
    const id = await note()
    outside.at = step => {
      if (step === 'preparing') time += 20_000
    }
    let open = () => {}
    other.answer = response => {
      open = () => created(response)
      other.answer = created
    }
    const charging = charge(id)
    await eventually('the call', () => other.calls.length === 1)
    outside.at = () => {}
    await later(15)
    open()
    expect((await charging).status).toBe(201)
    expect(other.calls).toHaveLength(1)
  })

  test('whose outcome is unknown: the call is repeated by its key, and the repetition of the request gets the outcome', async () => {
    const id = await note()
    other.answer = broken
    const first = await charge(id, { key: 'k' })
    expect([first.status, first.body.error.reason]).toEqual([503, 'outcome_unknown'])
    expect(await standing()).toEqual(['charge waiting bank_broken'])
    expect((await charge(id, { key: 'k' })).body.error.reason).toBe('idempotency_in_progress')
    other.answer = created
    await later(15)
    const again = await charge(id, { key: 'k' })
    expect([again.status, again.body.rank]).toEqual([201, rank.charged])
    expect(other.calls).toHaveLength(2)
    expect(new Set(other.calls.map(({ key }) => key)).size).toBe(1)
    expect([...other.effects]).toEqual([[id, 1]])
    expect(await audited()).toEqual([{ object_id: id, key_id: caller.key, status: 201 }])
  })

  test('whose outcome is unknown gets the object as it stands, if the call says so; that stays its answer', async () => {
    const id = await note()
    other.answer = broken
    const first = await charge(id, { key: 'k', by: 'shown' })
    expect([first.status, first.body.rank]).toEqual([201, rank.charging])
    expect((await charge(id, { key: 'k', by: 'shown' })).body).toEqual(first.body)
    other.answer = created
    await later(15)
    expect(await rankOf(id)).toBe(rank.charged)
    expect((await charge(id, { key: 'k', by: 'shown' })).body).toEqual(first.body)
    expect([...other.effects]).toEqual([[id, 1]])
  })

  test('that never learns the outcome: the call fails for good, its objects with it; retried by hand it is known after all', async () => {
    const id = await note()
    other.answer = broken
    const first = await charge(id, { key: 'k' })
    expect([first.status, first.body.error.reason]).toEqual([503, 'outcome_unknown'])
    await later(15)
    await later(30)
    expect(await standing()).toEqual(['charge failed bank_broken'])
    expect(await rankOf(id)).toBe(rank.failed)
    const response = await charge(id, { key: 'k' })
    expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([503, 'true'])
    expect(await audited()).toEqual([{ object_id: id, key_id: caller.key, status: 503 }])
    other.answer = created
    const [[job]] = (await rows('select id from notes.tasks')) as [[string]]
    const { runtime } = system.services.notes!
    const retried = await inSchool(caller.school, runtime, ({ work }) => retryFailed('charge', job, work))
    expect(retried).toBe('ready')
    await later(0)
    const again = await charge(id, { key: 'k' })
    expect([again.status, again.body.rank]).toEqual([201, rank.charged])
    expect(other.calls).toHaveLength(4)
    expect([...other.effects]).toEqual([[id, 1]])
  })

  test('whose call is refused is not repeated', async () => {
    const id = await note()
    other.answer = response => void response.writeHead(410).end()
    const first = await charge(id, { key: 'k' })
    expect([first.status, first.body.error.reason]).toEqual([409, 'note_charged'])
    expect(await standing()).toEqual(['charge failed note_charged'])
    expect(await rankOf(id)).toBe(rank.failed)
    expect((await charge(id, { key: 'k' })).body.error.reason).toBe('note_charged')
    await later(3600)
    expect(other.calls).toHaveLength(1)
  })

  test('of a caller who may not read shows what they sent, also when the answer comes later', async () => {
    const id = await note()
    const writer = { ...caller, rights: [['notes:write']] }
    other.answer = broken
    expect((await charge(id, { key: 'k', as: writer })).status).toBe(503)
    other.answer = created
    await later(15)
    const { status, body } = await charge(id, { key: 'k', as: writer })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(['id', 'updated_at', 'version'])
  })

  test('may write nothing while it prepares the call', async () => {
    const id = await note()
    expect((await charge(id, { by: 'hasty' })).body.error.reason).toBe('outcome_unknown')
    expect(await rankOf(id)).toBe(rank.charging)
    expect(await standing()).toEqual(['hasty failed Error'])
  })
})

test('a task of several calls makes each under a key of its own', async () => {
  const { runtime } = system.services.notes!
  const leave = inSchool(caller.school, runtime, async ({ work }) => enqueue(work, tour, { calls: 3 }))
  const id = await leave
  await later(0)
  expect(other.calls.map(({ key }) => key)).toEqual([`${id}-0`, `${id}-1`, `${id}-2`])
  expect(await standing()).toEqual([])
})
