import { column, tenantEntity } from '@lms/service-host'

/** The presence of people in live sessions: a bit for each 15 seconds, a row for each hour (UTC). */
export const PresenceHourEntity = tenantEntity(
  'webinars',
  'presence_hours',
  {
    session_id: column.id<'wbs'>().primary(),
    user_id: column.id<'usr'>().primary(),
    hour: column.time().primary(),
    slots: column.bits(240),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'user_id'] }] },
)

/** What people have watched of recordings: a bit for each 10 seconds of the media, a row for each 40 minutes. */
export const WatchedPartEntity = tenantEntity(
  'webinars',
  'watched_parts',
  {
    session_id: column.id<'wbs'>().primary(),
    user_id: column.id<'usr'>().primary(),
    part: column.integer().primary(),
    slots: column.bits(240),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'user_id'] }] },
)
