import { migration } from '@lms/service-host'

export const keyRotation = migration(
  '030-key-rotation',
  `
alter table users.api_keys
  add column previous_hash text collate "C",
  add column previous_until timestamptz(3);
create index on users.api_keys (school_id, previous_hash);
`,
)
