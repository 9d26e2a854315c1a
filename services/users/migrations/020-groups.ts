import { migration, rowSecurity } from '@lms/service-host'

export const groupsAndMembers = migration(
  '020-groups',
  `
create table users.groups (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  description text not null,
  curator_id text collate "C",
  starts_at timestamptz(3),
  course_ids jsonb not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.groups (school_id, created_at, id);
create index on users.groups (school_id, updated_at, id);
create index on users.groups (school_id, name, id);
create index on users.groups (school_id, curator_id);
${rowSecurity('users', 'groups')}

create table users.group_members (
  school_id text collate "C" not null,
  group_id text collate "C" not null,
  id text collate "C" not null,
  source text collate "C" not null check (source in ('manual', 'order')),
  order_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (school_id, group_id, id)
);
create index on users.group_members (school_id, group_id, created_at, id);
create index on users.group_members (school_id, id, group_id);
${rowSecurity('users', 'group_members')}
`,
)
