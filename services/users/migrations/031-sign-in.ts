import { migration, queueRowSecurity, rowSecurity } from '@lms/service-host'

export const signIn = migration(
  '031-sign-in',
  `
create table users.messengers (
  school_id text collate "C" not null,
  id text collate "C" not null,
  bot_id text collate "C" not null,
  bot_token text not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
${rowSecurity('users', 'messengers')}

create table users.used_signatures (
  school_id text collate "C" not null,
  id text collate "C" not null,
  expires_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.used_signatures (expires_at);
${queueRowSecurity('users', 'used_signatures')}

create table users.identities (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  provider text collate "C" not null,
  subject text collate "C" not null,
  display_name text not null,
  verified_at timestamptz(3),
  last_used_at timestamptz(3),
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create unique index identities_subject on users.identities (school_id, provider, subject);
create index on users.identities (school_id, created_at, id);
create index on users.identities (school_id, user_id, created_at, id);
${rowSecurity('users', 'identities')}

create table users.sessions (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  identity_id text collate "C" not null,
  method text collate "C" not null check (method in ('messenger', 'messenger_miniapp')),
  address text,
  agent text,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.sessions (school_id, user_id, created_at, id);
create index on users.sessions (expires_at);
${queueRowSecurity('users', 'sessions')}
`,
)
