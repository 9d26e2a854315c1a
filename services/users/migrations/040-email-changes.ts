import { migration, queueRowSecurity } from '@lms/service-host'

// One row for a person who asked for a new address, one for each address and person that was mailed within the hour.
export const emailChanges = migration(
  '040-email-changes',
  `
create table users.email_changes (
  school_id text collate "C" not null,
  id text collate "C" not null,
  email text not null,
  token_hash text collate "C",
  tries int not null,
  next_at timestamptz(3),
  expires_at timestamptz(3) not null,
  request_id text collate "C" not null,
  primary key (school_id, id)
);
create unique index email_changes_token_hash on users.email_changes (school_id, token_hash);
create index on users.email_changes (next_at);
create index on users.email_changes (expires_at);
create table users.recent_mails (
  school_id text collate "C" not null,
  id text collate "C" not null,
  sent_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index on users.recent_mails (sent_at);
${queueRowSecurity('users', 'email_changes')}
${queueRowSecurity('users', 'recent_mails')}
`,
)
