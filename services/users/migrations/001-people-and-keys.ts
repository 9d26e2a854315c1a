import { migration, rowSecurity } from '@lms/service-host'

export const peopleAndKeys = migration(
  '001-people-and-keys',
  `
create table users.users (
  school_id text collate "C" not null,
  id text collate "C" not null,
  email text,
  email_key text collate "C",
  phone text collate "C",
  first_name text not null,
  last_name text not null,
  search_text text not null,
  role text collate "C" not null check (role in ('owner', 'administrator', 'manager', 'curator', 'student')),
  locale text collate "C" not null,
  time_zone text collate "C" not null,
  status text collate "C" not null check (status in ('active', 'blocked', 'deleted')),
  custom_fields jsonb not null,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index users_email_key on users.users (school_id, email_key);
create index on users.users (school_id, created_at, id);
create index on users.users (school_id, updated_at, id);
create index on users.users (school_id, first_name, id);
create index on users.users (school_id, last_name, id);
create index on users.users (school_id, phone);
${rowSecurity('users', 'users')}

create table users.api_keys (
  school_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  kind text collate "C" not null check (kind in ('integration', 'personal', 'agent', 'publishable')),
  role text collate "C" not null check (role in ('owner', 'administrator', 'manager', 'curator', 'student')),
  scope jsonb not null,
  user_id text collate "C",
  allowed_networks jsonb,
  hash text collate "C" not null,
  hint text collate "C" not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index api_keys_hash on users.api_keys (school_id, hash);
create index on users.api_keys (school_id, created_at, id);
create index on users.api_keys (school_id, user_id);
${rowSecurity('users', 'api_keys')}
`,
)
