// What waits in a table for all schools is worked off by turns: a batch of one school, then one of the next that has
// something due, round by their ids. So what a school waits for is a turn of each of the others, however much they queue.
import { step } from '../database/statements.ts'
import type { Runtime } from './runtime.ts'

/** Rows that wait, with `school_id`. */
export interface Queue {
  /** `"users"."data_exports"`; with an index that begins with the school, then `due`. */
  table: string
  /** The column that says from when on a row is due; null where every row is. */
  due: string | null
  /** Which rows wait at all. */
  where?: string
}

/** Turns in one run: then other jobs of this process see that it goes on. */
const mostTurns = 200

/** One batch of a school; `now` is RFC 3339. */
export type Serve = (school: string, now: string) => Promise<void>

/**
 * Makes the loop over a queue: it serves schools in turn until nothing is due. A turn that fails is logged, and its school
 * has no other in this run. Where a run ended the next one goes on.
 */
export function inTurns(queue: Queue): (runtime: Runtime, serve: Serve) => Promise<void> {
  const next = nextSql(queue)
  let last = ''
  return async (runtime, serve) => {
    const failed = new Set<string>()
    const passed = new Set<string>()
    for (let turn = 0; turn < mostTurns; turn++) {
      const now = runtime.clock.now().toISOString()
      const school = (await nextAfter(last, now)) ?? (last === '' ? null : await nextAfter('', now))
      if (school === null) return
      last = school
      if (failed.has(school)) {
        // A whole round of such: nothing else waits.
        if (passed.has(school)) return
        passed.add(school)
        continue
      }
      passed.clear()
      await serve(school, now).catch(error => {
        failed.add(school)
        runtime.log.warn(
          { err: error, school_id: school, queue: queue.table },
          'a turn failed; it comes again',
        )
      })
    }

    async function nextAfter(school: string, now: string): Promise<string | null> {
      const [row] = await runtime.system.rows(step(next, queue.due ? [school, now] : [school]))
      return row?.[0] ?? null
    }
  }
}

/** The first school after `$1` with something due at `$2`: a look at the first row of each school on the way. */
function nextSql({ table, due, where = 'true' }: Queue): string {
  if (!due)
    return `select q.school_id from ${table} q where q.school_id > $1 and ${where} order by q.school_id limit 1`
  const first = (after: string) =>
    `(select q.school_id, q.${due} from ${table} q where q.school_id > ${after} and ${where}
      order by q.school_id, q.${due} limit 1)`
  // Whether anything is due at all is asked first: mostly nothing is, and the walk passes every school that waits. As the
  // least of all it is one entry of an index; as \`exists\` it was planned as a walk of the table.
  return `with recursive waiting (school_id, at) as (
      select * from ${first('$1')} n
      where (select q.${due} from ${table} q where ${where} order by q.${due} limit 1) <= $2
      union all
      select n.* from waiting w cross join lateral ${first('w.school_id')} n where w.at > $2)
    select school_id from waiting where at <= $2 limit 1`
}
