import { column, tenantEntity } from '@lms/service-host'

/**
 * What changed in a room, by the session's own numbers, for whoever comes back to its stream. A row names the object; its
 * content is read when it is asked for, so that nothing about people is kept here.
 */
export const RoomEventEntity = tenantEntity(
  'webinars',
  'room_events',
  {
    session_id: column.id<'wbs'>().primary(),
    number: column.integer().primary(),
    kind: column.text(),
    /** The message or block; empty for the room itself. */
    object_id: column.text(),
  },
  { archive: 'rows' },
)
