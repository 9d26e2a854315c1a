import { latePartitionsSql, migration, partitionsSql, rowSecurity } from '@lms/service-host'
import { partitioned } from '../src/runs/trace.entity.ts'

/** Steps become rows of partitions, named by ids of their own that begin with the time at which they were left. */
export const partsOfSteps = migration(
  '20261127121000-parts-of-steps',
  `
${partitionsSql('scenarios', partitioned)}
${latePartitionsSql('scenarios')}
alter table scenarios.run_steps rename to run_steps_whole;
-- The owner copies the steps of all schools.
alter table scenarios.run_steps_whole no force row level security;
create table scenarios.run_steps (
  school_id text collate "C" not null,
  id text collate "C" not null,
  run_id text collate "C" not null,
  place int not null,
  node text collate "C" not null,
  kind text collate "C" not null,
  entered_at timestamptz(3) not null,
  left_at timestamptz(3) not null,
  exit text collate "C",
  outcome text collate "C",
  reason text,
  effect_key text collate "C",
  ids jsonb not null,
  request_id text collate "C",
  primary key (school_id, id)
) partition by range (id);
create index "run_steps_school_id_run_id_place_index" on "scenarios"."run_steps" ("school_id", "run_id", "place");
-- Back to the retention: an archive of the school brings old ones.
select scenarios.make_partitions('run_steps', least(min(left_at), now() - interval '400 days'), greatest(max(left_at), now()) + interval '2 months')
from scenarios.run_steps_whole;
insert into scenarios.run_steps (school_id, id, run_id, place, node, kind, entered_at, left_at, exit, outcome, reason,
  effect_key, ids, request_id)
select school_id, scenarios.id_at('rst', left_at) || '0' || left(replace(gen_random_uuid()::text, '-', ''), 15), run_id,
  place, node, kind, entered_at, left_at, exit, outcome, reason, effect_key, ids, request_id
from scenarios.run_steps_whole;
drop table scenarios.run_steps_whole;
${rowSecurity('scenarios', 'run_steps')}
-- What a run has passed does not change.
revoke update, delete on scenarios.run_steps from lms_scenarios;
`,
)
