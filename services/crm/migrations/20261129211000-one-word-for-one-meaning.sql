-- One word for one meaning: see `words` in @lms/contract. The owner changes the rows of all schools.
alter table "crm"."manager_tasks" rename "closed_at" to "finished_at";
alter table "crm"."manager_tasks" drop constraint "manager_tasks_status_check";
alter table "crm"."manager_tasks" disable row level security;
update "crm"."manager_tasks" set "status" = 'finished' where "status" = 'done';
alter table "crm"."manager_tasks" enable row level security;
alter table "crm"."manager_tasks" add constraint "manager_tasks_status_check" check ("status" in ('open', 'finished', 'canceled'));
drop index "crm"."mailings_unsent";
alter table "crm"."mailings" drop constraint "mailings_status_check";
alter table "crm"."mailings" disable row level security;
update "crm"."mailings" set "status" = 'running' where "status" = 'sending';
update "crm"."mailings" set "status" = 'finished' where "status" = 'sent';
alter table "crm"."mailings" enable row level security;
alter table "crm"."mailings" add constraint "mailings_status_check" check ("status" in ('draft', 'scheduled', 'running', 'finished', 'stopped'));
create index mailings_unsent on "crm"."mailings" (school_id, id) where status in ('draft', 'scheduled', 'running');
drop index "crm"."campaigns_unsent";
alter table "crm"."campaigns" drop constraint "campaigns_status_check";
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" set "status" = 'running' where "status" = 'sending';
update "crm"."campaigns" set "status" = 'finished' where "status" = 'sent';
alter table "crm"."campaigns" enable row level security;
alter table "crm"."campaigns" add constraint "campaigns_status_check" check ("status" in ('draft', 'scheduled', 'running', 'finished', 'stopped'));
create index campaigns_unsent on "crm"."campaigns" (school_id, id) where status in ('draft', 'scheduled', 'running');
alter table "crm"."campaigns" disable row level security;
update "crm"."campaigns" c set "messages" = (
  select coalesce(jsonb_agg(m.message || jsonb_build_object('variants', (
      select coalesce(jsonb_agg((v.variant - 'share') || jsonb_build_object('weight', v.variant -> 'share') order by v.place), '[]')
      from jsonb_array_elements(m.message -> 'variants') with ordinality v (variant, place))) order by m.place), '[]')
  from jsonb_array_elements(c."messages") with ordinality m (message, place));
alter table "crm"."campaigns" enable row level security;
alter table "crm"."preferences" disable row level security;
update "crm"."preferences" set "quiet_hours" = ("quiet_hours" - 'till') || jsonb_build_object('to', "quiet_hours" -> 'till') where "quiet_hours" -> 'till' is not null;
alter table "crm"."preferences" enable row level security;
alter table "crm"."settings" disable row level security;
update "crm"."settings" set "values" = jsonb_set("values", '{quiet_hours}',
  (("values" -> 'quiet_hours') - 'till') || jsonb_build_object('to', "values" -> 'quiet_hours' -> 'till'))
where "values" -> 'quiet_hours' -> 'till' is not null;
alter table "crm"."settings" enable row level security;
