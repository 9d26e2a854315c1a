import { migration } from '@lms/service-host'

// Of a deleted person the e-mail is free for another, but still found by: in the same form, by an index of its own.
export const formerEmails = migration(
  '034-former-e-mails',
  `
alter table users.users add column former_email_key text collate "C";
update users.users set former_email_key = lower(normalize(email, nfkc)) where status = 'deleted' and email is not null;
create index users_former_email_key on users.users (school_id, former_email_key) where former_email_key is not null;
`,
)
