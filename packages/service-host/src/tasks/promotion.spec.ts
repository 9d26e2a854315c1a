import { newId } from '@lms/contract'
import { planModes, planNodes, planOf } from '@lms/testing'
import pg from 'pg'
import { busyNotesWorld } from '../spec/busy-notes.ts'
import { byIndex, Promotion } from './promotion.ts'

const world = busyNotesWorld()

// The planner takes a table without statistics for a small one, and would read and sort all that is due in each look.
test.each(planModes)(
  'a look reads little more than it makes ready, also without statistics (%s)',
  async mode => {
    await world.rows(
      `insert into notes.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
     select $1, 'act', 'job_' || n, '{"n": 1}', 'waiting', $2::timestamptz - make_interval(secs => n), '', $2::timestamptz
     from generate_series(1, 20000) n`,
      [newId('sch'), world.now().toISOString()],
    )
    const client = new pg.Client({ connectionString: world.system.ownerUrl })
    await client.connect()
    try {
      const { statement, values } = new Promotion('notes').step(world.now().toISOString())
      const query = { text: statement.text, values: values as string[] }
      const nodes = planNodes(await planOf(client, query, { mode, after: byIndex }))
      expect(nodes.filter(({ 'Actual Rows': rows }) => rows > 1000)).toEqual([])
    } finally {
      await client.end()
    }
  },
)
