import { migration } from '@lms/service-host'

export const mergedAndAnonymized = migration(
  '014-merged-and-anonymized',
  `
alter table users.users add column merged_into text collate "C", add column anonymized_at timestamptz(3);
create index users_merged_into on users.users (school_id, merged_into) where merged_into is not null;
`,
)
