import { migration, queueRowSecurity } from '@lms/service-host'

export const operations = migration(
  '004-operations',
  `
create index on webhooks.subscriptions (rotation_ends_at) where rotation_ends_at is not null;

-- Replays of a range of the journal. position is the last sequence whose deliveries are made: it moves in the
-- transaction that makes them, so a replay that is taken up again makes none twice.
create table webhooks.replays (
  school_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null check (status in ('queued', 'running', 'done', 'failed')),
  types jsonb not null,
  created_from timestamptz(3),
  created_till timestamptz(3),
  webhook_id text collate "C",
  position bigint not null,
  last_sequence bigint not null,
  events bigint not null default 0,
  deliveries bigint not null default 0,
  failures int not null default 0,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index replays_open on webhooks.replays (school_id, id) where status in ('queued', 'running');
create index on webhooks.replays (updated_at);
${queueRowSecurity('webhooks', 'replays')}
`,
)
