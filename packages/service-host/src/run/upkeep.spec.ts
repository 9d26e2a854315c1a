import { newId } from '@lms/contract'
import { asOwner } from '@lms/testing'
import { hostOperations } from '../kernel/host.contract.ts'
import { act, acts, busyNotesWorld, done } from '../spec/busy-notes.ts'

const world = busyNotesWorld()
const day = 86_400

describe('upkeep', () => {
  test('fails tasks of a queue that the service no longer has, a day after they were due, and forgets them after a month', async () => {
    const school = newId('sch')
    for (const n of [1, 2]) await world.leave(school, n)
    await world.rows(`update notes.tasks set queue = 'former' where payload like '%1%'`)
    const standing = () => world.rows('select queue, status, error from notes.tasks order by id')
    world.later(600)
    acts.set('act', async () => {
      throw new TypeError('not yet')
    })
    await world.workOff()
    expect(await standing()).toEqual([
      ['former', 'ready', null],
      ['act', 'waiting', 'TypeError'],
    ])
    acts.clear()
    world.later(day)
    await world.workOff()
    expect(await standing()).toEqual([['former', 'failed', 'no_handler']])
    expect(done).toContainEqual([act.name, { n: 2 }])
    world.later(29 * day)
    await world.workOff()
    expect(await standing()).toHaveLength(1)
    world.later(2 * day)
    await world.workOff()
    expect(await standing()).toEqual([])
  })

  test('forgets what has piled up, whatever stands in its way: slice by slice, without rows that are in use', async () => {
    const countInbox = async () => Number((await world.rows('select count(*) from notes.inbox'))[0]![0])
    await world.rows(`insert into notes.inbox (school_id, consumer, event_id, handled_at)
      select '${newId('sch')}', 'piled', 'evt_' || n, now() - interval '11 days' from generate_series(1, 10002) n`)
    const before = await countInbox()
    await asOwner(world.system.ownerUrl, async client => {
      await client.query('begin')
      await client.query(`select from notes.inbox where event_id = 'evt_7' for update`)
      world.later(600)
      await world.workOff()
      expect(before - (await countInbox())).toBe(10_001)
      await client.query('rollback')
    })
  })
})

test('a trace names the tasks that a request has left, and the health sums what waits', async () => {
  const school = newId('sch')
  await world.leave(school, 1)
  await world.leave(newId('sch'), 2)
  await world.rows(`update notes.tasks set request_id = 'the-request', due_at = due_at - interval '30 seconds'
    where payload like '%1%'`)
  const { hostOperations: operations } = world.system.internal('notes', { hostOperations })
  const { tasks } = await operations.trace({ path: { requestId: 'the-request' } })
  expect(tasks).toMatchObject([
    { school_id: school, queue: 'act', status: 'queued', failures: 0, error: null },
  ])
  expect((await operations.health()).tasks).toEqual({ waiting: 2, delay_seconds: 30, failed: 0 })
  const { hostOperations: ofSchool } = world.system.internal('notes', { hostOperations }, { school })
  expect((await ofSchool.health()).tasks).toEqual({ waiting: 1, delay_seconds: 30, failed: 0 })
})
