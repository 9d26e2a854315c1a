// The rows of a step with one effect, in bare SQL and the same batches: a select, an update, two inserts.

import { newId } from '@lms/contract'
import { asOwner } from '@lms/testing'
import type { AreaRig } from '../area.ts'
import { cpuOf } from '../cpu.ts'

/** CPU ms a person, of this process and of Postgres. */
export async function bareSteps(
  { system, pids }: Pick<AreaRig, 'system' | 'pids'>,
  count: number,
  atOnce: number,
): Promise<number> {
  return asOwner(system.ownerUrl, async client => {
    await client.query(`create table if not exists public.bare_runs (school_id text, id text, node text, visit int,
        due_at timestamptz, data jsonb, primary key (school_id, id));
      create index if not exists bare_due on public.bare_runs (school_id, due_at);
      create table if not exists public.bare_steps (school_id text, run_id text, place int, node text, left_at timestamptz,
        primary key (school_id, run_id, place));
      create table if not exists public.bare_notes (school_id text, id text primary key, run_id text, text text)`)
    const school = newId('sch')
    await client.query(
      `insert into public.bare_runs select $1, 'run_' || n, 'begin', 1, now(), '{}' from generate_series(1, $2::int) n`,
      [school, count],
    )
    const cpu = () =>
      process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 + cpuOf([pids.postgres])
    const before = cpu()
    for (let done = 0; done < count; done += atOnce) {
      await client.query('begin')
      const { rows } = await client.query(
        `select id, node, visit, data from public.bare_runs where school_id = $1 and due_at <= now() order by due_at limit $2
         for update`,
        [school, atOnce],
      )
      const ids = rows.map(({ id }) => id)
      await client.query(
        `update public.bare_runs set node = 'end', visit = visit + 1, due_at = null where school_id = $1 and id = any($2::text[])`,
        [school, ids],
      )
      await client.query(
        `insert into public.bare_steps select $1, i, 1, 'note', now() from unnest($2::text[]) i`,
        [school, ids],
      )
      await client.query(
        `insert into public.bare_notes select $1, n.id, n.run, 'x' from unnest($2::text[], $3::text[]) n (id, run)`,
        [school, ids.map(() => newId('nte')), ids],
      )
      await client.query('commit')
    }
    return (cpu() - before) / count
  })
}
