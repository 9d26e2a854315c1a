import { migration, queueRowSecurity, rowSecurity } from '@lms/service-host'

export const accesses = migration(
  '021-accesses',
  `
create table users.accesses (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  course_id text collate "C" not null,
  source text collate "C" not null check (source in ('order', 'group', 'manual', 'gift')),
  order_id text collate "C",
  group_id text collate "C",
  grant_key text collate "C",
  status text collate "C" not null check (status in ('active', 'frozen', 'expired', 'revoked')),
  starts_at timestamptz(3) not null,
  expires_at timestamptz(3),
  frozen_at timestamptz(3),
  ended_at timestamptz(3),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index accesses_grant_key on users.accesses (school_id, grant_key);
create index on users.accesses (school_id, created_at, id);
create index on users.accesses (school_id, updated_at, id);
create index on users.accesses (school_id, user_id, created_at, id);
create index on users.accesses (school_id, course_id, created_at, id);
create index on users.accesses (school_id, order_id);
create index on users.accesses (school_id, group_id, user_id);
${rowSecurity('users', 'accesses')}

create table users.access_terms (
  school_id text collate "C" not null,
  access_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  primary key (school_id, access_id)
);
create index on users.access_terms (expires_at);
${queueRowSecurity('users', 'access_terms')}

create table users.followed_orders (
  school_id text collate "C" not null,
  order_id text collate "C" not null,
  version int not null,
  primary key (school_id, order_id)
);
${rowSecurity('users', 'followed_orders')}

create table users.order_places (
  school_id text collate "C" not null,
  order_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  primary key (school_id, order_id, group_id)
);
create index on users.order_places (school_id, user_id, group_id);
${rowSecurity('users', 'order_places')}
`,
)
