-- Replays are worked off as tasks: those that are open become one, from where they are.
alter table webhooks.tasks no force row level security;
alter table webhooks.replays no force row level security;
insert into webhooks.tasks (school_id, queue, id, payload, state, status, due_at, request_id, created_at)
select school_id, 'replay-events', id,
  jsonb_build_object('types', types, 'from', to_char(created_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'),
    'till', to_char(created_till at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'), 'webhook_id', webhook_id,
    'after', position, 'last', last_sequence, 'events', last_sequence - position),
  jsonb_build_object('position', position, 'events', events, 'deliveries', deliveries), 'ready', updated_at, request_id,
  created_at
from webhooks.replays where status in ('queued', 'running');
alter table webhooks.tasks force row level security;
drop table webhooks.replays;
