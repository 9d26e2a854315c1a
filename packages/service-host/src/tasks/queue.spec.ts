import { newId } from '@lms/contract'
import { maxRowsRead, planModes, planOf } from '@lms/testing'
import pg from 'pg'
import type { Step } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import { act, busyNotesWorld } from '../spec/busy-notes.ts'
import { TaskQueue } from './queue.ts'

const world = busyNotesWorld()

test.each(planModes)(
  'taking tasks with keys reads none of the tasks that wait, however many (%s)',
  async mode => {
    const school = newId('sch')
    const now = world.now().toISOString()
    const add = (status: string, count: number) =>
      world.rows(
        `insert into notes.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
         select $1, 'act', left($2, 2) || n, left($2, 2) || n, '{"n": 1}', $2, $4::timestamptz, '', $4::timestamptz
         from generate_series(1, $3::int) n`,
        [school, status, String(count), now],
      )
    await add('waiting', 20_000)
    await add('ready', 20_000)
    await add('running', 1)
    const client = new pg.Client({ connectionString: world.system.ownerUrl })
    await client.connect()
    try {
      await client.query('analyze notes.tasks')
      const { text, values } = await takeStep(school, now)
      expect(maxRowsRead(await planOf(client, { text, values }, { mode }))).toBeLessThan(100)
    } finally {
      await client.end()
    }
  },
)

test('the next time is that of the first task of all, also among very many', async () => {
  const queue = new TaskQueue(world.runtime.system, 'notes')
  const add = (status: string, count: number, at: string) =>
    world.rows(
      `insert into notes.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
       select $1, 'act', $2 || n, '{"n": 1}', $2, $4::timestamptz, '', $4::timestamptz from generate_series(1, $3::int) n`,
      [newId('sch'), status, String(count), at],
    )
  await world.rows('delete from notes.tasks')
  expect(await queue.nextDue()).toBeNull()
  await add('failed', 1, '2026-01-01T00:00:00Z')
  expect(await queue.nextDue()).toBeNull()
  await add('waiting', 20_000, '2027-02-01T00:00:00Z')
  await add('running', 1, '2027-01-01T00:00:00Z')
  expect(await queue.nextDue()).toEqual(new Date('2027-01-01T00:00:00Z'))
  await add('ready', 1, '2027-03-01T00:00:00Z')
  expect(await queue.nextDue()).toBe('at once')
  await world.rows('delete from notes.tasks')
})

/** The statement that takes five tasks of the school. */
async function takeStep(school: string, now: string) {
  const sent: Step[] = []
  const system = {
    run: async (steps: readonly Step[]) => {
      sent.push(...steps)
      return steps.map(() => ({ rows: [], count: 0, bytes: 0, cut: false }))
    },
  } as unknown as Database
  const quota = { school, queue: act.name, runs: 5 }
  await new TaskQueue(system, 'notes').take([quota], new Map([[act.name, act]]), { lease: 'l', now })
  const { statement, values } = sent.at(-1)!
  return { text: statement.text, values }
}
