-- Tags leave their people by tasks: what waits becomes one.
alter table users.tag_departures no force row level security;
alter table users.tasks no force row level security;
insert into users.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'leave-tag', 'job' || substr(tag_id, 4), tag_id, jsonb_build_object('tag_id', tag_id), 'ready',
  created_at, request_id, created_at from users.tag_departures;
alter table users.tasks force row level security;
alter table users.tag_departures force row level security;
alter table users.tag_departures drop column request_id, drop column created_at;
