import { migration } from '@lms/service-host'

/** Before a course, group or webinar is deleted, it is asked which items sell it. */
export const namedResources = migration(
  '040-named-resources',
  'create index on commerce.offer_items (school_id, resource_id);',
)
