import { migration } from '@lms/service-host'

// Headers and credential that a school gives for its receiver, sealed like the secret.
export const ownHeaders = migration(
  '015-own-headers',
  `
alter table webhooks.subscriptions add column header_names jsonb not null default '[]', add column own_headers text;
`,
)
