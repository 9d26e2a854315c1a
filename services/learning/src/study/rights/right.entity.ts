// The copy of rights to courses and of starts of flows, which the users service keeps.
import { column, tenantEntity } from '@lms/service-host'

export const RightEntity = tenantEntity(
  'learning',
  'rights',
  {
    id: column.id<'acc'>().primary(),
    user_id: column.id<'usr'>(),
    course_id: column.id<'crs'>(),
    group_id: column.id<'grp'>().nullable(),
    status: column.key<'active' | 'frozen' | 'expired' | 'revoked'>(),
    starts_at: column.time(),
    expires_at: column.time().nullable(),
    frozen_at: column.time().nullable(),
    ended_at: column.time().nullable(),
    version: column.integer(),
  },
  {
    archive: { never: 'copied from the users service', returns: 'read anew' },
    indexes: [{ properties: ['school_id', 'user_id', 'course_id'] }],
  },
)

export const FlowEntity = tenantEntity(
  'learning',
  'flows',
  {
    id: column.id<'grp'>().primary(),
    starts_at: column.time(),
    ends_at: column.time().nullable(),
  },
  { archive: { never: 'copied from the users service', returns: 'read anew' } },
)

/** How far the copy has come (`Followed.progress`). */
export const RightsProgressEntity = tenantEntity(
  'learning',
  'rights_progress',
  {
    since: column.key().nullable(),
    pass: column.key().nullable(),
    after: column.key().nullable(),
  },
  { archive: { never: 'copied from the users service', returns: 'read anew' } },
)
