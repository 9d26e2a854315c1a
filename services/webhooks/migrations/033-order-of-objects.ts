import { migration } from '@lms/service-host'

// Of a subscription that is ordered what waits says of which object it is and in which place: of an object only the first is
// due, the others wait at infinity.
export const orderOfObjects = migration(
  '033-order-of-objects',
  `
alter table webhooks.subscriptions add column ordered boolean not null default false;
alter table webhooks.due add column object_id text collate "C", add column sequence bigint;
create index due_of_objects on webhooks.due (school_id, webhook_id, object_id, sequence) where object_id is not null;
`,
)
