import { type Caller, newId } from '@lms/contract'
import { spentSubject } from '@lms/events'
import { eventually } from '@lms/testing'
import { act, acts, busyNotes, busyNotesWorld, done, hurried, note, walk } from '../spec/busy-notes.ts'
import { type NoteStore, notes } from '../spec/notes.ts'
import { inSchool } from '../work/in-school.ts'
import { cancelTasks, enqueue } from './enqueue.ts'
import { figuresOf } from './figures.ts'
import { retryFailed } from './retry.ts'

const world = busyNotesWorld()

const client = (caller: Caller) => world.system.client('notes', { notes }, caller).notes

describe('a task of a request', () => {
  test('exists, and runs after the request, if the request succeeds; with the request’s id', async () => {
    const caller = world.system.caller()
    const requestId = 'a'.repeat(32)
    const response = await world.system.request('notes', {
      method: 'POST',
      path: '/v1/notes',
      body: { name: 'one' },
      caller,
      headers: { 'x-request-id': requestId },
    })
    expect(response.status).toBe(201)
    expect(done).toEqual([])
    await world.workOff()
    expect((await client(caller).get({ path: { id: response.body.id } })).colour).toBe('blue')
    const emitted = await world.rows(
      `select request_id from notes.outbox where payload like '%"welcome"%' and school_id = $1`,
      [caller.school],
    )
    expect(emitted).toEqual([[requestId]])
    expect(await world.standing()).toEqual([])
  })

  test('does not exist if the request fails', async () => {
    const caller = world.system.caller()
    const response = await world.system.request('notes', {
      method: 'POST',
      path: '/v1/notes',
      body: { name: 'twice' },
      caller,
    })
    expect(response.status).toBe(500)
    expect(await world.standing()).toEqual([])
  })

  test('counts in the school’s budget of tasks', async () => {
    const spent: string[] = []
    const reading = world.system.bus.nats.subscribe(spentSubject('notes'), {
      callback: (_, message) => void spent.push(message.string()),
    })
    await world.system.bus.nats.flush()
    const caller = world.system.caller()
    await client(caller).create({ body: { name: 'one' } })
    await eventually('what was spent', () => spent.some(text => JSON.parse(text)[caller.school]?.task === 1))
    reading.unsubscribe()
  })
})

describe('a task', () => {
  const school = newId('sch')

  test('runs at its time and not before', async () => {
    await world.leave(school, 1, { at: new Date(world.now().getTime() + 60_000) })
    await world.workOff()
    expect(done).toEqual([])
    world.later(61)
    await world.workOff()
    expect(done).toEqual([['act', { n: 1 }]])
  })

  test('that fails is repeated after ever longer pauses, rolled back each time, until it has failed for good', async () => {
    acts.set('act', async ({ now }, { notes }) => {
      notes.insert(note('half', now))
      throw new TypeError('no')
    })
    const mine = newId('sch')
    await world.leave(mine, 1)
    await world.workOff()
    expect(await world.standing()).toEqual(['waiting 1 TypeError'])
    world.later(7)
    await world.workOff()
    expect(await world.standing()).toEqual(['waiting 1 TypeError'])
    world.later(6)
    await world.workOff()
    expect(await world.standing()).toEqual(['waiting 2 TypeError'])
    world.later(26)
    await world.workOff()
    expect(await world.standing()).toEqual(['failed 3 TypeError'])
    // Its objects have failed with it.
    expect(await world.namesOf(mine)).toEqual(['failed 1: TypeError'])
    world.later(100_000)
    await world.workOff()
    expect(await world.namesOf(mine)).toHaveLength(1)
  })

  test('sees its own school only', async () => {
    const [mine, other] = [newId('sch'), newId('sch')]
    const seen: number[] = []
    acts.set('act', async ({ now, work }, { notes }) => {
      const { rows } = await work.read('select count(*) from notes.notes', [])
      seen.push(Number(rows[0]![0]))
      notes.insert(note('mine', now))
    })
    await world.leave(mine, 1)
    await world.leave(other, 2)
    await world.workOff()
    expect(seen).toEqual([0, 0])
  })

  test('of many steps commits each of them together with its effect, and continues from there', async () => {
    const mine = newId('sch')
    let fails = true
    acts.set('walk', async ({ payload, state, step, now }, { notes }) => {
      const at = state?.done ?? 0
      expect(step).toBe(at)
      notes.insert(note(`step ${at}`, now))
      if (at === 2 && fails) throw new Error('away')
      return at + 1 < payload.steps ? { state: { done: at + 1 } } : undefined
    })
    await inSchool(mine, world.runtime, async ({ work }) => void enqueue(work, walk, { steps: 4 }))
    await world.workOff()
    expect(await world.namesOf(mine)).toEqual(['step 0', 'step 1'])
    expect(await world.standing()).toEqual(['waiting 1 Error'])
    fails = false
    world.later(10)
    await world.workOff()
    expect(await world.namesOf(mine)).toEqual(['step 0', 'step 1', 'step 2', 'step 3'])
    expect(await world.standing()).toEqual([])
  })

  test('is repeated at the time that a step names', async () => {
    acts.set('walk', async ({ state }) =>
      state ? undefined : { state: { done: 1 }, at: new Date(world.now().getTime() + 5000) },
    )
    await inSchool(school, world.runtime, async ({ work }) => void enqueue(work, walk, { steps: 2 }))
    await world.workOff()
    await world.workOff()
    expect(done).toHaveLength(1)
    world.later(6)
    await world.workOff()
    expect(done).toHaveLength(2)
  })

  test('whose step exceeds its deadline is repeated, and the late effects of the step are lost', async () => {
    const mine = newId('sch')
    const [stuck, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()]
    const first = async ({ signal, now }: any, { notes }: { notes: NoteStore }) => {
      acts.delete('hurried')
      signal.addEventListener('abort', () => aborted.resolve(signal.reason))
      await stuck.promise
      notes.insert(note('too late', now))
    }
    acts.set('hurried', first)
    await world.leave(mine, 1, {}, hurried)
    await world.workOff()
    expect(await world.standing()).toEqual(['waiting 1 too_slow'])
    expect(await aborted.promise).toMatchObject({ code: 'too_slow' })
    stuck.resolve()
    world.later(13)
    await world.workOff()
    expect(await world.standing()).toEqual([])
    expect(await world.namesOf(mine)).toEqual([])
  })

  test('whose worker has died runs elsewhere when the lease expires, and the dead worker can commit nothing any more', async () => {
    const mine = newId('sch')
    let wake = () => {}
    acts.set('act', async ({ now }, { notes }) => {
      notes.insert(note('from the first', now))
      await new Promise<void>(resolve => {
        wake = resolve
      })
    })
    await world.leave(mine, 1)
    const first = world.twin.workOffTasks()
    await eventually('the first to have it', async () => (await world.standing())[0]?.startsWith('running'))
    await world.workOff()
    expect(await world.standing()).toEqual(['running 0 '])
    world.later(46)
    acts.set(
      'act',
      async ({ now, failures }, { notes }) => void notes.insert(note(`from the second, ${failures}`, now)),
    )
    await world.workOff()
    wake()
    await first
    expect(await world.namesOf(mine)).toEqual(['from the second, 1'])
    expect(await world.standing()).toEqual([])
  })

  test('whose objects cannot fail with it still counts as failed, and its queue can be read', async () => {
    const caller = world.system.caller()
    acts.set('walk', async () => ({ state: { done: 1 }, at: new Date(world.now().getTime() + 1000) }))
    await inSchool(caller.school, world.runtime, async ({ work }) => void enqueue(work, walk, { steps: 2 }))
    await world.workOff()
    // An older version has left a state that this one cannot read.
    await world.rows(`update notes.tasks set payload = '{"paces": 2}'`)
    await world.leave(caller.school, 1)
    for (const name of ['act', 'act failed'])
      acts.set(name, async () => {
        throw new TypeError('never')
      })
    for (let round = 0; round < 30; round++) {
      await world.workOff()
      world.later(4000)
    }
    expect((await world.standing()).sort()).toEqual(['failed 10 ZodError', 'failed 6 TypeError'])
    const handlers = busyNotes.tasks!
    const queues = await inSchool(caller.school, world.runtime, ({ work }) => figuresOf(handlers, work))
    expect(queues.find(({ queue }) => queue === 'walk')).toMatchObject({
      failed: 1,
      jobs: [{ status: 'failed', progress: null }],
    })
  })

  test('is retried once by two simultaneous requests, and neither sees a server error', async () => {
    const { school } = world.system.caller()
    await world.leave(school, 1, { key: 'k' })
    const [[first]] = (await world.rows('select id from notes.tasks')) as [[string]]
    const failed = `update notes.tasks set status = 'failed', failed_at = due_at`
    await world.rows(failed)
    await world.leave(school, 2, { key: 'k' })
    const [[second]] = (await world.rows('select id from notes.tasks where id <> $1', [first])) as [[string]]
    await world.rows(failed)
    let beside: Promise<string> | undefined
    const became = await inSchool(school, world.runtime, async ({ work }) => {
      const ready = await retryFailed('act', first, work)
      beside = inSchool(school, world.runtime, ({ work }) => retryFailed('act', second, work))
      const waits = eventually('a wait', async () => {
        const sql = `select from pg_locks where not granted`
        return (await world.rows(sql)).length > 0
      })
      await Promise.race([beside, waits])
      return ready
    })
    expect([became, await beside]).toEqual(['ready', 'superseded'])
  })

  test('that kills its worker every time fails for good in the end', async () => {
    await world.leave(school, 7)
    await world.rows(`update notes.tasks set status = 'running', failures = 2, lease = 'x', due_at = $1`, [
      world.now().toISOString(),
    ])
    world.later(1)
    await world.workOff()
    expect(done).toEqual([])
    expect(await world.standing()).toEqual(['failed 4 worker_died'])
  })

  test('that is canceled does not run; a running one is rolled back', async () => {
    const mine = newId('sch')
    const cancel = () => inSchool(mine, world.runtime, async ({ work }) => cancelTasks(work, act, ['k']))
    await world.leave(mine, 1, { key: 'k' })
    await cancel()
    await world.workOff()
    expect(done).toEqual([])
    acts.set('act', async ({ now }, { notes }) => {
      notes.insert(note('half', now))
      await cancel()
    })
    await world.leave(mine, 2, { key: 'k' })
    await world.workOff()
    expect(await world.namesOf(mine)).toEqual([])
    expect(await world.standing()).toEqual([])
  })
})
