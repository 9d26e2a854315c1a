import { migration } from '@lms/service-host'

export const errorDetails = migration(
  '020-error-details',
  'alter table webhooks.attempts add column error_detail text;',
)
