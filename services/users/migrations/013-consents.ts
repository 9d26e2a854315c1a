import { migration, rowSecurity } from '@lms/service-host'

export const consents = migration(
  '013-consents',
  `
create table users.consents (
  school_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  channel text collate "C" not null,
  status text collate "C" not null check (status in ('given', 'replaced', 'withdrawn')),
  text_version text not null,
  source text not null,
  given_at timestamptz(3) not null,
  ended_at timestamptz(3),
  withdrawal_source text,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.consents (school_id, user_id, given_at, id);
${rowSecurity('users', 'consents')}
`,
)
