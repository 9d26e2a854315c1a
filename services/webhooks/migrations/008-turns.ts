import { migration } from '@lms/service-host'

// What waits is worked off school by school, so its indexes begin with the school.
export const turns = migration(
  '008-turns',
  `
drop index webhooks.notices_next_at_idx;
create index on webhooks.notices (school_id, next_at) where next_at is not null;
drop index webhooks.erasures_next_at_idx;
create index on webhooks.erasures (school_id, next_at);
`,
)
