import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { runService } from '../run/run.ts'
import {
  act,
  acts,
  alone,
  busyNotes,
  busyNotesWorld,
  done,
  paired,
  together,
  walk,
} from '../spec/busy-notes.ts'
import { inSchool } from '../work/in-school.ts'
import { enqueue, enqueueMany, enqueueSelected } from './enqueue.ts'
import { TaskQueue } from './queue.ts'

const world = busyNotesWorld()

describe('tasks with one key', () => {
  test('are one, with the newer payload and time, while it waits', async () => {
    const mine = newId('sch')
    await world.leave(mine, 1, { key: 'k', at: new Date(world.now().getTime() + 60_000) })
    await world.leave(mine, 2, { key: 'k' })
    await world.leave(newId('sch'), 3, { key: 'k' })
    await world.workOff()
    expect(done.map(([, payload]) => payload).sort()).toEqual([{ n: 2 }, { n: 3 }])
  })

  test('run one at a time: a task that arrives during a run waits', async () => {
    const mine = newId('sch')
    acts.set('act', async ({ payload }) => {
      if (payload.n !== 1) return
      await world.leave(mine, 2, { key: 'k' })
      await world.twin.workOffTasks()
      done.push(['while it ran', await world.standing()])
    })
    await world.leave(mine, 1, { key: 'k' })
    await world.workOff()
    expect(done).toEqual([
      ['while it ran', ['running 0 ', 'ready 0 ']],
      ['act', { n: 1 }],
      ['act', { n: 2 }],
    ])
  })

  test('one that leaves itself a later time does not put off what came while it ran, but what comes later still', async () => {
    const mine = newId('sch')
    const after = (seconds: number) => new Date(world.now().getTime() + seconds * 1000)
    acts.set('act', async ({ payload, work }) => {
      if (payload.n === 1) await world.leave(mine, 2, { key: 'k' })
      if (payload.n === 3) await world.leave(mine, 4, { key: 'k', at: after(90) })
      if (payload.n % 2) enqueue(work, act, { n: 5 }, { key: 'k', at: after(60), unlessSooner: true })
    })
    await world.leave(mine, 1, { key: 'k' })
    await world.workOff()
    expect(done).toEqual([
      ['act', { n: 1 }],
      ['act', { n: 2 }],
    ])
    await world.leave(mine, 3, { key: 'k' })
    await world.workOff()
    acts.clear()
    world.later(60)
    await world.workOff()
    expect(done.slice(2)).toEqual([
      ['act', { n: 3 }],
      ['act', { n: 5 }],
    ])
  })

  test('one that fails while a newer one waits leaves the work to that one', async () => {
    const mine = newId('sch')
    acts.set('act', async ({ payload }) => {
      if (payload.n !== 1) return
      await world.leave(mine, 2, { key: 'k' })
      throw new Error('no')
    })
    await world.leave(mine, 1, { key: 'k' })
    await world.workOff()
    expect(done).toEqual([['act', { n: 2 }]])
    expect(await world.standing()).toEqual([])
  })

  test('many at once are enqueued by one statement, the last of each key', async () => {
    const mine = newId('sch')
    await inSchool(mine, world.runtime, async ({ work }) => {
      const entries = [1, 2, 3].map(n => ({ payload: { n }, key: `k${n % 2}` }))
      enqueueMany(work, act, entries)
      enqueueMany(work, act, [{ payload: { n: 9 } }])
    })
    await world.workOff()
    expect(done.map(([, payload]: any) => payload.n).sort()).toEqual([2, 3, 9])
  })
})

test('the results of a query are enqueued by one statement, in place of what waits with their keys', async () => {
  const school = newId('sch')
  await world.leave(school, 1, { key: 'b' })
  await inSchool(school, world.runtime, async ({ work }) => {
    const sql = `select k.key, json_build_object('n', k.n + $::int) from (values ('a', 1), ('b', 2)) k (key, n)`
    enqueueSelected(work, act, { sql, values: ['10'] })
  })
  await world.workOff()
  expect(done).toEqual(
    expect.arrayContaining([
      ['act', { n: 11 }],
      ['act', { n: 12 }],
    ]),
  )
  expect(done).toHaveLength(2)
})

test('a task that is due has the time at which it was taken, although the clock goes back then', async () => {
  const { take } = TaskQueue.prototype
  const taking = jest.spyOn(TaskQueue.prototype, 'take').mockImplementation(async function (
    this: TaskQueue,
    ...parameters
  ) {
    const result = await take.apply(this, parameters)
    if (result.length > 0) world.later(-90)
    return result
  })
  const due = new Date(world.now().getTime() + 60_000)
  let ran = ''
  acts.set('act', async ({ now }) => {
    ran = now
  })
  await world.leave(newId('sch'), 1, { at: due })
  world.later(60)
  await world.workOff()
  taking.mockRestore()
  world.later(90)
  expect(Date.parse(ran)).toBe(due.getTime())
})

describe('between schools', () => {
  test('tasks take turns, however many one of them has waiting', async () => {
    const [busy, other] = [newId('sch'), newId('sch')].sort() as [string, string]
    for (let n = 0; n < 5; n++) await world.leave(busy, n)
    for (let n = 10; n < 12; n++) await world.leave(other, n)
    await world.workOff()
    expect(done.map(([, payload]: any) => payload.n)).toEqual([0, 10, 1, 11, 2, 3, 4])
  })

  test('a task of many steps gives the others their turn after each step', async () => {
    const [busy, other] = [newId('sch'), newId('sch')].sort() as [string, string]
    acts.set('walk', async ({ state }) =>
      (state?.done ?? 0) < 3 ? { state: { done: (state?.done ?? 0) + 1 } } : undefined,
    )
    for (const school of [busy, other])
      await inSchool(
        school,
        world.runtime,
        async ({ work }) => void enqueue(work, walk, { steps: school === busy ? 1 : 2 }),
      )
    await world.workOff()
    expect(done.map(([, payload]: any) => payload.steps)).toEqual([1, 2, 1, 2, 1, 2, 1, 2])
  })
})

describe('tasks that become due together', () => {
  /** Five thousand, and one that is due a second later. */
  async function due(busy: string, other: string, task = together) {
    const at = new Date(world.now().getTime() + 60_000)
    const payloads = Array.from({ length: 5000 }, (_, n) => ({ payload: { n } }))
    await inSchool(busy, world.runtime, async ({ work }) => enqueueMany(work, together, payloads, { at }))
    await world.leave(other, 9999, { at: new Date(at.getTime() + 1000) }, task)
    world.later(62)
    await world.workOff()
    expect(done.length).toBeGreaterThan(50)
  }

  test('of one school let another have its turn at once', async () => {
    const [busy, other] = [newId('sch'), newId('sch')].sort() as [string, string]
    await due(busy, other)
    expect(done[1]).toEqual(['together', [{ n: 9999 }]])
  })

  test('in one queue of a school let its other queues have theirs', async () => {
    const school = newId('sch')
    await due(school, school, act)
    expect(done.slice(0, 2)).toContainEqual(['act', { n: 9999 }])
  })

  test('in more schools than one pass reaches are all reached by the next passes', async () => {
    const [busy, schools] = [newId('sch'), 1200]
    const due = async (school: string, count: number, seconds: number) =>
      world.rows(
        `insert into notes.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
         select ${school}, 'act', 'job_' || n, '{"n": 1}', 'waiting', $2::timestamptz + make_interval(secs => $3), '', $2::timestamptz
         from generate_series(1, $1::int) n`,
        [String(count), world.now().toISOString(), String(seconds)],
      )
    await due(`'${busy}'`, 5000, -2)
    await due(`'sch_' || lpad(n::text, 5, '0')`, schools, -1)
    const queue = new TaskQueue(world.runtime.system, 'notes')
    const look = () => queue.look(world.now().toISOString(), [{ task: act, after: '' }], 1)
    for (let n = 0; n < 3; n++) await look()
    const ready = await world.rows(
      `select count(distinct school_id) from notes.tasks where status = 'ready' and school_id <> $1`,
      [busy],
    )
    expect(ready).toEqual([[String(schools)]])
  })
})

describe('tasks in batches', () => {
  test('are of one school, as many as there are, in one transaction', async () => {
    const [mine, other] = [newId('sch'), newId('sch')].sort() as [string, string]
    for (let n = 0; n < 3; n++) await world.leave(mine, n, {}, together)
    await world.leave(other, 9, {}, together)
    await world.workOff()
    expect(done).toEqual([
      ['together', [{ n: 0 }, { n: 1 }, { n: 2 }]],
      ['together', [{ n: 9 }]],
    ])
  })

  test('run one by one after a failure, so that one does not block the others', async () => {
    acts.set('together', async ({ payloads }) => {
      if (payloads.some(({ n }: { n: number }) => n === 1)) throw new Error('bad')
    })
    const mine = newId('sch')
    for (let n = 0; n < 3; n++) await world.leave(mine, n, {}, together)
    await world.workOff()
    expect(done).toEqual([])
    world.later(13)
    await world.workOff()
    expect(done).toEqual([
      ['together', [{ n: 0 }]],
      ['together', [{ n: 2 }]],
    ])
    expect(await world.standing()).toEqual(['waiting 2 Error'])
  })
})

describe('a service with slots', () => {
  test('runs tasks by itself, on several replicas each once, and at most the maximum of a queue at a time', async () => {
    const [mine, other] = [newId('sch'), newId('sch')]
    const replicas = await Promise.all(
      [1, 2].map(() => runService(busyNotes, { ...world.system.configs.notes!, port: 0, taskSlots: 8 })),
    )
    let [running, most] = [0, 0]
    acts.set('alone', async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    })
    await inSchool(mine, replicas[0]!.runtime, async ({ work }) => {
      enqueueMany(
        work,
        act,
        Array.from({ length: 200 }, (_, n) => ({ payload: { n } })),
      )
      enqueueMany(
        work,
        alone,
        Array.from({ length: 20 }, (_, n) => ({ payload: { n } })),
      )
    })
    await world.leave(other, 1000)
    await eventually('all to be done', async () => (await world.standing()).length === 0)
    await Promise.all(replicas.map(replica => replica.stop()))
    const numbers = done.filter(([name]) => name === 'act').map(([, payload]: any) => payload.n)
    expect(numbers).toHaveLength(201)
    expect(new Set(numbers).size).toBe(201)
    // One in each of two processes.
    expect(most).toBeLessThanOrEqual(2)
    expect(done.filter(([name]) => name === 'alone')).toHaveLength(20)
  })

  test('runs the task of a school while the one of another fills its part of a queue and does not end', async () => {
    const [slow, other] = [newId('sch'), newId('sch')]
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    acts.set('paired', ({ payload }) => (payload.n < 3 ? over : Promise.resolve()))
    for (let n = 0; n < 3; n++) await world.leave(slow, n, {}, paired)
    const replica = await runService(busyNotes, { ...world.system.configs.notes!, port: 0, taskSlots: 8 })
    try {
      await eventually('a run', async () => (await world.standing()).includes('running 0 '))
      await world.leave(other, 3, {}, paired)
      await eventually("the other school's", () => done.length > 0)
      expect(done).toEqual([['paired', { n: 3 }]])
    } finally {
      end()
      await eventually('all to be done', async () => (await world.standing()).length === 0)
      await replica.stop()
    }
  })
})
