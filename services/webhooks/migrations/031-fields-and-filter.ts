import { migration } from '@lms/service-host'

// Which fields of objects a subscription sends, and conditions on the events that it takes.
export const fieldsAndFilter = migration(
  '031-fields-and-filter',
  'alter table webhooks.subscriptions add column fields jsonb, add column filter jsonb;',
)
