-- Exports, ends of terms and what groups give are worked off as tasks: what waits becomes one.
alter table users.tasks no force row level security;
alter table users.data_exports no force row level security;
alter table users.access_terms no force row level security;
alter table users.group_access_tasks no force row level security;

insert into users.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
select school_id, 'build-data-export', id, jsonb_build_object('export_id', id), 'ready', next_at, request_id, created_at
from users.data_exports where status = 'queued';
insert into users.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'forget-data-export', id, id, jsonb_build_object('export_id', id), 'waiting',
  coalesce(expires_at, updated_at + interval '24 hours'), request_id, created_at
from users.data_exports where status <> 'queued';
insert into users.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'expire-access', 'job' || substr(access_id, 4), access_id, jsonb_build_object('access_id', access_id),
  'waiting', expires_at, repeat('0', 32), now() from users.access_terms;
insert into users.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'sync-group-access', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25),
  group_id || ' ' || user_id, jsonb_build_object('group_id', group_id, 'user_id', user_id), 'ready', queued_at,
  repeat('0', 32), queued_at from users.group_access_tasks;

alter table users.tasks force row level security;
alter table users.data_exports force row level security;
drop index users.data_exports_school_id_next_at_idx;
alter table users.data_exports drop column tries, drop column next_at, drop column request_id;
drop table users.access_terms;
drop table users.group_access_tasks;

-- No worker walks these over all schools any more.
drop policy workers on users.data_exports;
drop policy workers on users.tag_departures;
revoke all on users.data_exports, users.tag_departures from lms_users_system;
