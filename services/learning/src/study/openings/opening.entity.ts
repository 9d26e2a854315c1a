// What has been told of openings.
import type { Id } from '@lms/contract'
import { column, tenantEntity } from '@lms/service-host'

/** The lessons that are open to a flow since its last look, and when that was found, which is when it was told. */
export const FlowOpeningEntity = tenantEntity(
  'learning',
  'flow_openings',
  {
    group_id: column.id<'grp'>().primary(),
    lesson_id: column.id<'les'>().primary(),
    course_id: column.id<'crs'>(),
    told_at: column.time(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)

/** The lessons that were open to a person at the last look; null before the first one. */
export const OpenLessonsEntity = tenantEntity(
  'learning',
  'open_lessons',
  {
    enrollment_id: column.id<'enr'>().primary(),
    course_id: column.id<'crs'>(),
    looked_at: column.time(),
    lessons: column.texts<Id<'les'>>().nullable(),
    /** The lessons that were closed, and do not open with the flow. */
    own: column.texts<Id<'les'>>().nullable(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)

/** The flows in which somebody studies a course, since the first one did. */
export const TaughtFlowEntity = tenantEntity(
  'learning',
  'taught_flows',
  {
    group_id: column.id<'grp'>().primary(),
    course_id: column.id<'crs'>().primary(),
    since: column.time(),
    /** When its openings were looked at; null before the first look. */
    looked_at: column.time().nullable(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)
