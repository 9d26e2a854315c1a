-- Imports say what became of each column, and count what was left out. Those of before know nothing of it.
-- Exports of people have a column for each of their own fields.
alter table "service"."exports" add column "own_columns" jsonb;
alter table "service"."imports" add column "column_counts" jsonb not null default '[]';
update "service"."imports" set
  counts = '{"empty": 0, "warnings": 0, "accesses": 0, "completions": 0, "certificates": 0}'::jsonb || counts,
  errors = (select coalesce(jsonb_agg(e || '{"severity": "error"}'::jsonb), '[]') from jsonb_array_elements(errors) e);
