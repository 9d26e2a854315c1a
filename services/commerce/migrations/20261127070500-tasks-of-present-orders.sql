-- What is there by now gets the tasks that new orders and subscriptions have from their beginning: an order of 0 is paid,
-- and people are reminded of free days and of parts. An expired order of 0 stays expired.
alter table "commerce"."tasks" disable row level security;
alter table "commerce"."orders" disable row level security;
alter table "commerce"."subscriptions" disable row level security;
insert into "commerce"."tasks" (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'settle-free-order', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), null,
  jsonb_build_object('order_id', id), 'ready', now(), repeat('0', 32), now()
from "commerce"."orders" where status = 'waiting_payment' and amount = 0 and paid_amount = 0;
insert into "commerce"."tasks" (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'remind-of-parts', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), id,
  jsonb_build_object('order_id', id, 'since', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')),
  'ready', now(), repeat('0', 32), now()
from "commerce"."orders" where status in ('waiting_payment', 'expired') and instalments is not null
on conflict do nothing;
insert into "commerce"."tasks" (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
select school_id, 'remind-of-trial', 'job_0' || left(replace(gen_random_uuid()::text, '-', ''), 25), id,
  jsonb_build_object('subscription_id', id), 'ready', now(), repeat('0', 32), now()
from "commerce"."subscriptions" where status = 'trialing'
on conflict do nothing;
alter table "commerce"."tasks" enable row level security;
alter table "commerce"."orders" enable row level security;
alter table "commerce"."subscriptions" enable row level security;
