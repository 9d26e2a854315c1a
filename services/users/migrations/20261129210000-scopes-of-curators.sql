-- What the learning service has assigned to curators.
create table "users"."curator_scopes" (
  "school_id" text collate "C" not null,
  "curator_id" text collate "C" not null,
  "kind" text collate "C" not null,
  "scope_id" text collate "C" not null,
  primary key ("school_id", "curator_id", "kind", "scope_id")
);
alter table "users"."curator_scopes" enable row level security, force row level security;
create policy open on "users"."curator_scopes" to lms_users using (true) with check (true);
create policy wall on "users"."curator_scopes" as restrictive to lms_users using (school_id = nullif(current_setting('app.school_id', true), '')) with check (school_id = nullif(current_setting('app.school_id', true), ''));
grant select, insert, update, delete on "users"."curator_scopes" to lms_users;

-- The learning service lists the curators of groups among the assignments: it is told the present ones.
alter table "users"."tasks" disable row level security;
alter table "users"."groups" disable row level security;
insert into "users"."tasks" (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'tell-flow', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), id,
  jsonb_build_object('group_id', id, 'former_curator_id', null, 'removed', false), 'ready', now(), repeat('0', 32), now()
from "users"."groups" where curator_id is not null
on conflict do nothing;
alter table "users"."tasks" enable row level security;
alter table "users"."groups" enable row level security;
