import { migration, queueRowSecurity } from '@lms/service-host'

export const rightsAndErasedPeople = migration(
  '013-rights-and-erased-people',
  `
-- The rights of whoever last gave the address or the events; null of subscriptions that are older than this column.
alter table webhooks.subscriptions add column sender_rights jsonb;

-- People who were anonymized, for as long as a stream or an outbox may still bring something of them.
create table webhooks.erased_people (
  school_id text collate "C" not null,
  user_id text collate "C" not null,
  till timestamptz(3) not null,
  primary key (school_id, user_id)
);
create index on webhooks.erased_people (till);
${queueRowSecurity('webhooks', 'erased_people')}
`,
)
