import { migration } from '@lms/service-host'

// Filters by times that few rows have, or that few rows have near: without these a page would walk the whole school.
export const endsAndErasures = migration(
  '041-ends-and-erasures',
  `
create index accesses_frozen_at on users.accesses (school_id, frozen_at) where frozen_at is not null;
create index accesses_ended_at on users.accesses (school_id, ended_at) where ended_at is not null;
create index accesses_expires_at on users.accesses (school_id, expires_at) where expires_at is not null;
create index users_anonymized_at on users.users (school_id, anonymized_at) where anonymized_at is not null;
`,
)
