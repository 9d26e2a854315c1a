-- Erasures are tasks: those that are under way become one, from where they are.
alter table webhooks.tasks no force row level security;
alter table webhooks.erasures no force row level security;
insert into webhooks.tasks (school_id, queue, id, key, payload, state, status, due_at, request_id, created_at)
select school_id, 'erase-person', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), user_id,
  jsonb_build_object('user_id', user_id, 'event_id', event_id),
  jsonb_build_object('pass', pass, 'own', own, 'position', position), 'waiting', next_at, repeat('0', 32), now()
from webhooks.erasures;
alter table webhooks.tasks force row level security;
drop table webhooks.erasures;
