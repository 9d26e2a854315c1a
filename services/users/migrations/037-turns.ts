import { migration } from '@lms/service-host'

// What waits is worked off school by school, so its indexes begin with the school. The plain ones go; whether anything is
// due at all is asked of access_terms alone, where most rows are not.
export const turns = migration(
  '037-turns',
  `
drop index users.tag_departures_created_at_idx;
create index on users.tag_departures (school_id, created_at);
drop index users.data_exports_status_next_at_idx;
create index on users.data_exports (school_id, next_at) where status = 'queued';
drop index users.group_access_tasks_queued_at_idx;
create index on users.group_access_tasks (school_id, queued_at);
create index on users.access_terms (school_id, expires_at);
`,
)
