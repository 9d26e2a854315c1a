-- Waits that are looked at before their end, what ends a run wherever it is, and what a test assumes.
alter table "scenarios"."runs"
  add column "ends" jsonb null,
  add column "leaving" text collate "C" null,
  add column "assumed" jsonb null;
alter table "scenarios"."runs" drop constraint "runs_reason_check";
alter table "scenarios"."runs" add constraint "runs_reason_check" check ("reason" in ('end', 'goal', 'exit', 'stopped', 'left', 'merged', 'erased', 'failed'));

-- Tests name a value by its path: `name` was the path of a field.
create function "scenarios".pg_temp_tests(tests jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(case when t ? 'name' then (t - 'name') || jsonb_build_object('path', t -> 'name') else t end order by n), '[]')
  from jsonb_array_elements(tests) with ordinality e (t, n)
$$;
create function "scenarios".pg_temp_node(node jsonb) returns jsonb language sql immutable as $$
  select case
    when node #> '{start,filter}' is not null
      then jsonb_set(node, '{start,filter}', "scenarios".pg_temp_tests(node #> '{start,filter}'))
    when node #> '{until,filter}' is not null
      then jsonb_set(node, '{until,filter}', "scenarios".pg_temp_tests(node #> '{until,filter}'))
    when node #> '{if,test}' is not null
      then jsonb_set(node, '{if,test}', "scenarios".pg_temp_tests(jsonb_build_array(node #> '{if,test}')) -> 0)
    else node end
$$;
update "scenarios"."versions" v set graph = jsonb_set(v.graph, '{nodes}', (
  select coalesce(jsonb_agg("scenarios".pg_temp_node(n) order by i), '[]') from jsonb_array_elements(v.graph -> 'nodes') with ordinality e (n, i)))
where jsonb_path_exists(v.graph, '$.nodes[*].*.filter[*].name') or jsonb_path_exists(v.graph, '$.nodes[*].if.test.name');
update "scenarios"."scenarios" s set graph = jsonb_set(s.graph, '{nodes}', (
  select coalesce(jsonb_agg("scenarios".pg_temp_node(n) order by i), '[]') from jsonb_array_elements(s.graph -> 'nodes') with ordinality e (n, i)))
where jsonb_path_exists(s.graph, '$.nodes[*].*.filter[*].name') or jsonb_path_exists(s.graph, '$.nodes[*].if.test.name');
drop function "scenarios".pg_temp_node(jsonb);
drop function "scenarios".pg_temp_tests(jsonb);
