// A task with a key goes back into the queue while a request enqueues a newer one with that key and has not yet committed.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import pg from 'pg'
import { acts, busyNotesWorld, done, note, walk } from '../spec/busy-notes.ts'
import { inSchool } from '../work/in-school.ts'
import { enqueue } from './enqueue.ts'
import { TaskQueue } from './queue.ts'
import { retryFailed } from './retry.ts'

const world = busyNotesWorld()
const school = newId('sch')

/** A transaction that has enqueued a newer task with the key. */
async function newer(queue: string) {
  const client = new pg.Client({ connectionString: world.system.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into notes.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
     values ($1, $2, $3, 'k', '{"n": 2, "steps": 1}', 'ready', $4, '', $4)`,
    [school, queue, newId('job'), world.now()],
  )
  return {
    /** Ends the transaction as soon as `other` waits for it, and returns the result of `other`. */
    async endBefore<T>(how: 'commit' | 'rollback', other: Promise<T>): Promise<T> {
      const waits = eventually('a wait', async () => {
        const { rows } = await client.query('select from pg_locks where not granted')
        return rows.length > 0
      })
      // The commit must come also where nothing waits.
      await Promise.race([waits, other]).finally(() => client.query(how).then(() => client.end()))
      return other
    },
  }
}

const leaveFailed = async () => {
  await world.leave(school, 1, { key: 'k' })
  await world.rows(`update notes.tasks set status = 'failed', failures = 3, error = 'x', failed_at = due_at`)
}
const retry = async () => {
  const [[id]] = (await world.rows(`select id from notes.tasks where status = 'failed'`)) as [[string]]
  return inSchool(school, world.runtime, ({ work }) => retryFailed('act', id, work))
}

test('a retry is superseded, and the failed task stays', async () => {
  await leaveFailed()
  const other = await newer('act')
  expect(await other.endBefore('commit', retry())).toBe('superseded')
  expect((await world.standing()).sort()).toEqual(['failed 3 x', 'ready 0 '])
})

test('a retry makes the task ready where the newer one is not enqueued after all', async () => {
  await leaveFailed()
  const other = await newer('act')
  expect(await other.endBefore('rollback', retry())).toBe('ready')
  expect(await world.standing()).toEqual(['ready 0 '])
})

describe('a run that ends', () => {
  test('with a failure leaves the work to the newer task', async () => {
    await world.leave(school, 1, { key: 'k' })
    const began = Promise.withResolvers<Awaited<ReturnType<typeof newer>>>()
    acts.set('act', async ({ payload }) => {
      if (payload.n === 2) return
      began.resolve(await newer('act'))
      throw new Error('no')
    })
    const run = world.workOff()
    const other = await began.promise
    await other.endBefore('commit', run)
    await world.workOff()
    expect(done).toEqual([['act', { n: 2 }]])
    expect(await world.standing()).toEqual([])
  })

  test('with a step keeps the step, and leaves the rest to the newer task', async () => {
    await inSchool(
      school,
      world.runtime,
      async ({ work }) => void enqueue(work, walk, { steps: 9 }, { key: 'k' }),
    )
    const began = Promise.withResolvers<Awaited<ReturnType<typeof newer>>>()
    acts.set('walk', async ({ payload, now }, { notes }) => {
      if (payload.steps === 1) return
      notes.insert(note('a step', now))
      began.resolve(await newer('walk'))
      return { state: { done: 1 } }
    })
    const run = world.workOff()
    const other = await began.promise
    await other.endBefore('commit', run)
    await world.workOff()
    expect(done.map(([, payload]) => payload)).toEqual([{ steps: 9 }, { steps: 1 }])
    expect(await world.namesOf(school)).toEqual(['a step'])
    expect(await world.standing()).toEqual([])
  })

  test.each([
    ['commit', ['ready 0 ']],
    ['rollback', ['ready 1 worker_died']],
  ] as const)(
    'with its worker’s death is ready again unless a newer one waits (%s)',
    async (how, standing) => {
      await world.leave(school, 1, { key: 'k' })
      await world.rows(`update notes.tasks set status = 'running', lease = 'x', due_at = $1`, [
        world.now().toISOString(),
      ])
      world.later(1)
      const other = await newer('act')
      await other.endBefore(
        how,
        new TaskQueue(world.runtime.system, 'notes').look(world.now().toISOString(), [], 1),
      )
      expect(await world.standing()).toEqual(standing)
    },
  )
})
