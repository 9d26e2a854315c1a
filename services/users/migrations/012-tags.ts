import { migration, queueRowSecurity, rowSecurity } from '@lms/service-host'

export const tags = migration(
  '012-tags',
  `
create table users.tags (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index tags_name_key on users.tags (school_id, name_key);
create index on users.tags (school_id, created_at, id);
create index on users.tags (school_id, name, id);
${rowSecurity('users', 'tags')}

create table users.user_tags (
  school_id text collate "C" not null,
  tag_id text collate "C" not null,
  user_id text collate "C" not null,
  added_at timestamptz(3) not null,
  primary key (school_id, tag_id, user_id)
);
create index on users.user_tags (school_id, user_id);
${rowSecurity('users', 'user_tags')}

create table users.tag_counts (
  school_id text collate "C" not null,
  tag_id text collate "C" not null,
  slot int not null,
  people bigint not null,
  primary key (school_id, tag_id, slot)
);
${rowSecurity('users', 'tag_counts')}

create table users.tag_departures (
  school_id text collate "C" not null,
  tag_id text collate "C" not null,
  name text not null,
  into_id text collate "C",
  request_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (school_id, tag_id)
);
create index on users.tag_departures (created_at);
${queueRowSecurity('users', 'tag_departures')}
`,
)
