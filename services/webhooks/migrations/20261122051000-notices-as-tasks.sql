-- Notices are sent by tasks: those that wait become one.
alter table webhooks.tasks no force row level security;
alter table webhooks.notices no force row level security;
insert into webhooks.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'send-notice', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), webhook_id,
  jsonb_build_object('webhook_id', webhook_id), 'waiting', next_at, request_id, updated_at
from webhooks.notices where next_at is not null;
alter table webhooks.tasks force row level security;
alter table webhooks.notices force row level security;
alter table webhooks.notices drop column tries;
