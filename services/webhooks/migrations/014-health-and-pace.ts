import { migration, queueRowSecurity } from '@lms/service-host'

export const healthAndPace = migration(
  '014-health-and-pace',
  `
alter table webhooks.subscriptions add column max_parallel int, add column max_per_second int;

-- How sends to each subscription end: since when they all fail, and how many came to what in each ten minutes.
create table webhooks.health (
  school_id text collate "C" not null,
  webhook_id text collate "C" not null,
  last_success_at timestamptz(3),
  failing_since timestamptz(3),
  primary key (school_id, webhook_id)
) with (fillfactor = 50);
${queueRowSecurity('webhooks', 'health')}

create table webhooks.outcomes (
  school_id text collate "C" not null,
  webhook_id text collate "C" not null,
  since timestamptz(3) not null,
  succeeded int not null,
  failed int not null,
  primary key (school_id, webhook_id, since)
) with (fillfactor = 50);
create index on webhooks.outcomes (since);
${queueRowSecurity('webhooks', 'outcomes')}
`,
)
