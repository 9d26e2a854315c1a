import { migration } from '@lms/service-host'

// A rare role or state among many people: without these a page would walk the whole school.
export const peopleFilters = migration(
  '015-people-filters',
  `
create index on users.users (school_id, role, created_at, id);
create index on users.users (school_id, status, created_at, id);
`,
)
