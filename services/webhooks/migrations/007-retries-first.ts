import { migration } from '@lms/service-host'

// Retries that are due are fetched before first attempts. They are few, and the index has only them.
export const retriesFirst = migration(
  '007-retries-first',
  'create index due_retries on webhooks.due (school_id, webhook_id, at, delivery_id) where attempts > 0;',
)
