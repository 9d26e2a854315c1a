-- Waits that are looked at before their end, what ends a run wherever it is, and what a test assumes.
alter table "scenarios"."runs"
  add column "ends" jsonb null,
  add column "leaving" text collate "C" null,
  add column "began_at" timestamptz(3) null,
  add column "assumed" jsonb null;
alter table "scenarios"."runs" drop constraint "runs_reason_check";
alter table "scenarios"."runs" add constraint "runs_reason_check" check ("reason" in ('end', 'goal', 'exit', 'stopped', 'left', 'merged', 'erased', 'failed'));

-- Tests name a value by its path: `name` was a path of one name. Archives from before have such graphs, too.
create function "scenarios".tests_with_paths(tests jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(case when t ? 'name' then (t - 'name') || jsonb_build_object('path', t -> 'name') else t end order by n), '[]')
  from jsonb_array_elements(tests) with ordinality e (t, n)
$$;
create function "scenarios".graph_with_paths(graph jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(graph, '{nodes}', (
    select coalesce(jsonb_agg(case
        when node #> '{start,filter}' is not null
          then jsonb_set(node, '{start,filter}', "scenarios".tests_with_paths(node #> '{start,filter}'))
        when node #> '{until,filter}' is not null
          then jsonb_set(node, '{until,filter}', "scenarios".tests_with_paths(node #> '{until,filter}'))
        when node #> '{if,test}' is not null
          then jsonb_set(node, '{if,test}', "scenarios".tests_with_paths(jsonb_build_array(node #> '{if,test}')) -> 0)
        else node end order by n), '[]')
    from jsonb_array_elements(graph -> 'nodes') with ordinality e (node, n)))
$$;
update "scenarios"."versions" set graph = "scenarios".graph_with_paths(graph);
update "scenarios"."scenarios" set graph = "scenarios".graph_with_paths(graph);
