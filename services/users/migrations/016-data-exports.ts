import { migration, queueRowSecurity } from '@lms/service-host'

// The content is sealed: what one person's whole record is must not lie open in a table.
export const dataExports = migration(
  '016-data-exports',
  `
create table users.data_exports (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  status text collate "C" not null check (status in ('queued', 'ready', 'failed')),
  content text,
  tries int not null,
  next_at timestamptz(3) not null,
  expires_at timestamptz(3),
  request_id text collate "C" not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.data_exports (school_id, user_id);
create index on users.data_exports (status, next_at);
create index on users.data_exports (expires_at) where status = 'ready';
create index on users.data_exports (updated_at) where status = 'failed';
${queueRowSecurity('users', 'data_exports')}
`,
)
