import { common, newId } from '@lms/contract'
import pg from 'pg'
import { Database } from '../database/database.ts'
import { asSchool } from '../database/statements.ts'
import { note, notesWorld } from '../spec/works.ts'
import { type IdempotencyClaim, isRunning, isUsed, keepLater } from './idempotency.ts'

const world = notesWorld()
const { begin, claimOf, names, saved } = world
const database = () => world.runtime.database.background

describe('an idempotency key', () => {
  const create = async (claim: IdempotencyClaim, name: string) => {
    const { work, notes } = begin({ claim })
    notes.insert(note(name))
    await work.finish(JSON.stringify({ name }))
  }

  test('has one effect; its answer is stored for the same request and refused to another', async () => {
    await create(claimOf('k', 'body'), 'first')
    const again = await create(claimOf('k', 'body'), 'again').catch((error: unknown) => error)
    expect(isUsed(again)).toBe(true)
    expect(await names()).toEqual(['first'])
    expect(await claimOf('k', 'body').replay(database())).toEqual({ status: null, text: '{"name":"first"}' })
    await expect(claimOf('k', 'other').replay(database())).rejects.toMatchObject({
      refusal: common.idempotency_key_reused,
    })
    await create(claimOf('another', 'body'), 'second')
    expect(await names()).toEqual(['first', 'second'])
  })

  test('that was used takes back what its repetition has locked and written', async () => {
    const row = await saved('before')
    const change = async (name: string) => {
      const { work, notes } = begin({ claim: claimOf('k', 'body') })
      notes.save(await notes.lock(row.id), { name })
      return work.finish(name).catch(error => work.abandon(error))
    }
    expect(await change('first')).toBeUndefined()
    expect(isUsed(await change('again'))).toBe(true)
    expect(await names()).toEqual(['first'])
    expect(await claimOf('k', 'body').replay(database())).toEqual({ status: null, text: 'first' })
  })

  test('that another unfinished request uses is reported at once, without waiting', async () => {
    const row = await saved()
    const other = new pg.Pool({ connectionString: world.system.configs.notes!.databaseUrl, max: 1 })
    const first = begin({ claim: claimOf('k', 'body') })
    await first.notes.lock(row.id)
    const second = begin({ claim: claimOf('k', 'body'), database: new Database(other) })
    second.notes.insert(note('twin'))
    const refused = await second.work.finish('{}').catch((error: unknown) => error)
    expect(isRunning(refused)).toBe(true)
    await first.work.finish('{"answer":1}')
    expect(await claimOf('k', 'body').replay(database())).toEqual({ status: null, text: '{"answer":1}' })
    await other.end()
  })

  test('whose answer comes later has none until then; the first one stays, unless the outcome was not known', async () => {
    const claim = claimOf('k', 'body')
    const { work, notes } = begin({ claim })
    notes.insert(note('first'))
    await work.finish(null)
    await expect(claim.replay(database())).rejects.toMatchObject({ refusal: common.idempotency_in_progress })
    const keep = async (status: number | null, text: string, reference = claim.reference) => {
      const storeStep = keepLater('notes', world.caller.school, reference, { status, text }, null as never)
      await database().run([asSchool(world.caller.school), storeStep])
    }
    await keep(null, 'of a request a day before', { ...claim.reference, at: '2026-11-20T09:30:00.000+00:00' })
    await expect(claim.replay(database())).rejects.toMatchObject({ refusal: common.idempotency_in_progress })
    await keep(503, 'not known')
    expect(await claim.replay(database())).toEqual({ status: 503, text: 'not known' })
    await keep(422, 'declined')
    await keep(null, 'too late')
    expect(await claim.replay(database())).toEqual({ status: 422, text: 'declined' })
  })

  test('that is used anew after a day has forgotten that the first request was refused', async () => {
    const claim = claimOf('k', 'body')
    await begin({ claim }).work.finish(null)
    const refused = keepLater(
      'notes',
      world.caller.school,
      claim.reference,
      { status: 422, text: 'no' },
      null as never,
    )
    await database().run([asSchool(world.caller.school), refused])
    const next = claimOf('k', 'body', { at: '2026-11-22T09:30:01.000+00:00' })
    const again = await begin({ claim: next })
      .work.finish('{}')
      .catch((error: unknown) => error)
    expect(isUsed(again)).toBe(true)
    expect(await next.replay(database())).toBeNull()
    await next.forget(database())
    await begin({ claim: next }).work.finish('{}')
    expect(await next.replay(database())).toEqual({ status: null, text: '{}' })
  })

  test('that is younger than a day is not forgotten', async () => {
    await create(claimOf('k', 'body'), 'first')
    await claimOf('k', 'body', { at: '2026-11-22T09:30:00.000+00:00' }).forget(database())
    expect(await claimOf('k', 'body').replay(database())).toEqual({ status: null, text: '{"name":"first"}' })
  })

  test('is free after a day: of requests that come at once, one has the effect and the others its answer or none', async () => {
    const send = (name: string) =>
      world.system.request('notes', {
        method: 'POST',
        path: '/v1/notes',
        body: { name },
        caller: world.caller,
        headers: { 'idempotency-key': 'k' },
      })
    for (const name of ['first', 'second', 'third']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(name)))
      const done = answers.filter(({ status }) => status === 201)
      expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
      for (const { status, body } of answers)
        if (status !== 201) expect(body.error.reason).toBe('idempotency_in_progress')
      const { work } = begin()
      work.write(
        `update notes.idempotency_keys set created_at = created_at - interval '25 hours' where school_id = $1`,
        [world.caller.school],
      )
      await work.finish(null)
    }
    expect(await names()).toEqual(['first', 'second', 'third'])
  })

  test('of another caller or path is another key', async () => {
    await create(claimOf('k', 'body'), 'first')
    expect(await claimOf('k', 'body', { path: '/v1/others' }).replay(database())).toBeNull()
    world.caller = { ...world.caller, key: newId('key') }
    expect(await claimOf('k', 'body').replay(database())).toBeNull()
  })
})
