import { migration, queueRowSecurity } from '@lms/service-host'

export const noticesAndErasures = migration(
  '005-notices-and-erasures',
  `
-- The notice by e-mail of a subscription: the last failure, and when a mail about it is due; null when none is.
create table webhooks.notices (
  school_id text collate "C" not null,
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  request_id text collate "C" not null,
  next_at timestamptz(3),
  tries int not null default 0,
  sent_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (school_id, webhook_id)
);
create index on webhooks.notices (next_at) where next_at is not null;
create index on webhooks.notices (updated_at);
${queueRowSecurity('webhooks', 'notices')}

-- People whose personal data leave the journal. position is the last sequence that is done of the present pass.
create table webhooks.erasures (
  school_id text collate "C" not null,
  user_id text collate "C" not null,
  event_id text collate "C" not null,
  pass int not null,
  own boolean not null,
  position bigint not null,
  next_at timestamptz(3) not null,
  primary key (school_id, user_id)
);
create index on webhooks.erasures (next_at);
${queueRowSecurity('webhooks', 'erasures')}
`,
)
