import { migration, queueRowSecurity } from '@lms/service-host'

export const deliveries = migration(
  '003-deliveries',
  `
create table webhooks.subscriptions (
  school_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  events jsonb not null,
  active boolean not null,
  description text,
  secret text not null,
  next_secret text,
  rotation_ends_at timestamptz(3),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id),
  check ((next_secret is null) = (rotation_ends_at is null))
);
create index on webhooks.subscriptions (school_id, created_at, id);
${queueRowSecurity('webhooks', 'subscriptions')}

-- failed_at stands apart from status, so that an index finds failures and a success still updates in place.
create table webhooks.deliveries (
  school_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  status text collate "C" not null check (status in ('pending', 'waiting_retry', 'delivered', 'failed')),
  attempt_count int not null,
  next_attempt_at timestamptz(3),
  failed_at timestamptz(3),
  manual boolean not null,
  replayed boolean not null,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index on webhooks.deliveries (school_id, created_at);
create index on webhooks.deliveries (school_id, webhook_id, created_at);
create index on webhooks.deliveries (school_id, event_id);
create index on webhooks.deliveries (school_id, created_at) where failed_at is not null;
${queueRowSecurity('webhooks', 'deliveries')}
select webhooks.make_partitions('deliveries', now() - interval '1 week', now() + interval '3 weeks');

create table webhooks.attempts (
  school_id text collate "C" not null,
  id text collate "C" not null,
  delivery_id text collate "C" not null,
  number int not null,
  response_code int,
  response_body text,
  duration_ms int not null,
  error text collate "C",
  created_at timestamptz(3) not null,
  primary key (school_id, id)
) partition by range (id);
create index on webhooks.attempts (school_id, delivery_id);
${queueRowSecurity('webhooks', 'attempts')}
select webhooks.make_partitions('attempts', now() - interval '1 week', now() + interval '3 weeks');

-- The working queue: a row for each delivery that still has an attempt before it, gone when it has none.
create table webhooks.due (
  school_id text collate "C" not null,
  webhook_id text collate "C" not null,
  at timestamptz(3) not null,
  delivery_id text collate "C" not null,
  event_id text collate "C" not null,
  attempts int not null,
  manual boolean not null,
  replayed boolean not null,
  primary key (school_id, webhook_id, at, delivery_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
${queueRowSecurity('webhooks', 'due')}

-- One lane for each subscription: who sends for it, and when somebody should look at its queue again. A lane stays
-- after its subscription is deleted, until what waited in it is ended.
create table webhooks.lanes (
  school_id text collate "C" not null,
  webhook_id text collate "C" not null,
  wake_at timestamptz(3),
  active boolean not null,
  suspended boolean not null,
  holder text collate "C",
  fence bigint not null default 0,
  leased_until timestamptz,
  failures int not null default 0,
  primary key (school_id, webhook_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index lanes_to_wake on webhooks.lanes (wake_at) where active and not suspended;
${queueRowSecurity('webhooks', 'lanes')}

-- The state of schools that were ever suspended, as the registry tells it.
create table webhooks.school_states (
  school_id text collate "C" primary key,
  suspended boolean not null,
  told_at timestamptz not null
);
${queueRowSecurity('webhooks', 'school_states')}
`,
)
