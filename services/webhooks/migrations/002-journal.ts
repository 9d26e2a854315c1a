import { migration, queueRowSecurity, systemRoleOf } from '@lms/service-host'

// The journal crosses schools: one writer enters a batch of many schools' events at once, and outboxes are confirmed
// whatever school they are of. So its walls are those of a queue.
// Indexes leave the id out behind what it would only break ties of: a batch shares its times, which are then kept once.
export const journal = migration(
  '002-journal',
  `
create table webhooks.events (
  school_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  sequence bigint not null,
  created_at timestamptz(3) not null,
  request_id text collate "C" not null,
  user_id text collate "C",
  object_id text collate "C",
  payload text not null,
  primary key (school_id, id)
) partition by range (id);
create index on webhooks.events (id);
create index on webhooks.events (school_id, sequence);
create index on webhooks.events (school_id, created_at);
create index on webhooks.events (school_id, user_id) where user_id is not null;
create index on webhooks.events (school_id, object_id) where object_id is not null;
create index on webhooks.events (request_id);
${queueRowSecurity('webhooks', 'events')}
select webhooks.make_partitions('events', now() - interval '1 month', now() + interval '2 months');

-- The last sequence given in each school.
create table webhooks.sequences (
  school_id text collate "C" primary key,
  last bigint not null
);
${queueRowSecurity('webhooks', 'sequences')}

-- How far the journal has read the stream; \`stream_created\` tells a stream made anew from the one that was read.
create table webhooks.positions (
  stream text collate "C" primary key,
  stream_created text not null,
  last bigint not null
);
grant select, insert, update on webhooks.positions to ${systemRoleOf('webhooks')};
`,
)
