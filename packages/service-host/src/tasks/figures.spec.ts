import { newId } from '@lms/contract'
import { planModes, planOf, rowsRead } from '@lms/testing'
import pg from 'pg'
import { act, alone, busyNotes, busyNotesWorld, walk } from '../spec/busy-notes.ts'
import { inSchool } from '../work/in-school.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import { openTasks } from './enqueue.ts'
import { allSums, figuresOf, sumsOf } from './figures.ts'

const world = busyNotesWorld()

/** Tasks in a state, the first due this many seconds from now and each a second after the one before. */
const add = (school: string, status: string, count: number, seconds: number) =>
  world.rows(
    `insert into notes.tasks (school_id, queue, id, payload, status, due_at, failed_at, request_id, created_at)
     select $1, 'act', left($2, 2) || '_' || lpad(n::text, 8, '0'), '{"n": 1}', $2, t.at, case when $2 = 'failed' then t.at end, '', t.at
     from generate_series(1, $3::int) n, lateral (select $4::timestamptz + make_interval(secs => $5::int + n) as at) t`,
    [school, status, String(count), world.now().toISOString(), String(seconds)],
  )

describe('the figures of a school’s queues', () => {
  const failed = 30_000
  test.each(planModes)('read only as far as they count, however many have failed (%s)', async mode => {
    const school = newId('sch')
    await add(school, 'failed', failed, -failed)
    await add(school, 'waiting', 3, 60)
    const client = new pg.Client({ connectionString: world.system.configs.notes!.databaseUrl })
    await client.connect()
    try {
      await inSchool(school, world.runtime, async ({ work }) => {
        const steps = readsOf(work)
        await figuresOf(busyNotes.tasks!, work)
        await openTasks(work, act, 20)
        expect(steps).toHaveLength(6)
        for (const step of steps) {
          const rows = rowsRead(await planOf(client, step, { mode, school }))
          expect({ step, rows: Math.max(rows, 10_500) }).toEqual({ step, rows: 10_500 })
        }
      })
    } finally {
      await client.end()
    }
  })

  test('list the latest failed tasks, then running, ready and waiting ones, each by time', async () => {
    const school = newId('sch')
    await add(school, 'waiting', 45, 3600)
    await add(school, 'ready', 2, -90)
    await add(school, 'running', 1, 20)
    await add(school, 'failed', 3, -500)
    await add(newId('sch'), 'ready', 1, -1000)
    const queues = await inSchool(school, world.runtime, ({ work }) => figuresOf(busyNotes.tasks!, work))
    const { jobs, ...figures } = queues.find(({ queue }) => queue === 'act')!
    expect(figures).toMatchObject({ length: 48, failed: 3, delay_seconds: 89 })
    expect(jobs).toHaveLength(50)
    expect(jobs.slice(0, 8).map(({ id }) => id)).toEqual([
      'fa_00000003',
      'fa_00000002',
      'fa_00000001',
      'ru_00000001',
      're_00000001',
      're_00000002',
      'wa_00000001',
      'wa_00000002',
    ])
    expect(queues.find(({ queue }) => queue === walk.name)).toMatchObject({ length: 0, failed: 0, jobs: [] })
  })

  test('show a queue without a task in this version, and none of the scheduled tasks', async () => {
    const school = newId('sch')
    await add(school, 'ready', 2, -90)
    await world.rows(`update notes.tasks set queue = 'former' where school_id = $1`, [school])
    const queues = await inSchool(school, world.runtime, ({ work }) => figuresOf(busyNotes.tasks!, work))
    expect(queues.find(({ queue }) => queue === 'former')).toMatchObject({
      length: 2,
      jobs: [{ status: 'queued', progress: null }, { status: 'queued' }],
    })
    expect(queues.map(({ queue }) => queue)).not.toContain('nightly')
    const sums = await inSchool(school, world.runtime, ({ work }) => sumsOf(busyNotes.tasks!, work))
    expect(sums).toEqual({ waiting: 2, delay_seconds: 89, failed: 0 })
  })

  test('show the delay of a due task that no runner has made ready', async () => {
    const school = newId('sch')
    await add(school, 'waiting', 2, -31)
    const [figures] = await inSchool(school, world.runtime, ({ work }) => figuresOf(busyNotes.tasks!, work))
    expect(figures).toMatchObject({ queue: 'act', delay_seconds: 30 })
  })
})

test('the sums of all schools are for who runs the installation', async () => {
  expect(await allSums(world.runtime)).toEqual({ waiting: 0, delay_seconds: 0, failed: 0 })
  await add(newId('sch'), 'ready', 2, -90)
  await add(newId('sch'), 'waiting', 3, 60)
  await add(newId('sch'), 'running', 1, 20)
  await add(newId('sch'), 'failed', 4, -500)
  expect(await allSums(world.runtime)).toEqual({ waiting: 6, delay_seconds: 89, failed: 4 })
  await add(newId('sch'), 'waiting', 1, -121)
  expect(await allSums(world.runtime)).toMatchObject({ waiting: 7, delay_seconds: 120 })
})

test('open tasks stand in the order of their creation, those that have failed once behind the others', async () => {
  const school = newId('sch')
  await add(school, 'ready', 3, -90)
  await add(school, 'running', 1, 20)
  await add(school, 'waiting', 1, 60)
  await add(school, 'failed', 1, -500)
  await add(newId('sch'), 'ready', 1, -90)
  await world.rows(`update notes.tasks set failures = 1 where id in ('re_00000001', 'ru_00000001')`)
  const open = (most: number) => inSchool(school, world.runtime, ({ work }) => openTasks(work, act, most))
  const inOrder = ['re_00000002', 're_00000003', 'wa_00000001', 're_00000001', 'ru_00000001']
  expect(await open(9)).toEqual(inOrder)
  expect(await open(4)).toEqual(inOrder.slice(0, 4))
  expect(await inSchool(school, world.runtime, ({ work }) => openTasks(work, alone, 9))).toEqual([])
})

test('the first open task is the oldest one, even if a newer one is due earlier or its run ends earlier', async () => {
  const school = newId('sch')
  await add(school, 'running', 2, 20)
  await add(school, 'waiting', 2, 10)
  await world.rows(
    `update notes.tasks set due_at = due_at + interval '1 hour' where school_id = $1 and id = 'ru_00000001'`,
    [school],
  )
  const first = () => inSchool(school, world.runtime, ({ work }) => openTasks(work, act, 1))
  expect(await first()).toEqual(['ru_00000001'])
})

/** The reads of the work from here on. */
function readsOf(work: UnitOfWork) {
  const steps: { text: string; values: readonly (string | null)[] }[] = []
  const read = work.read.bind(work)
  work.read = (text, values) => {
    steps.push({ text, values: values as string[] })
    return read(text, values)
  }
  return steps
}
