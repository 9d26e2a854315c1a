import { migration, queueRowSecurity } from '@lms/service-host'

export const groupAccesses = migration(
  '022-group-accesses',
  `
create table users.group_access_tasks (
  school_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  queued_at timestamptz(3) not null,
  primary key (school_id, group_id, user_id)
);
create index on users.group_access_tasks (queued_at);
${queueRowSecurity('users', 'group_access_tasks')}
`,
)
