// What has been told of openings.
import { column, tenantEntity } from '@lms/service-host'

/** The lessons whose opening has been told: to all people of a flow, or to the person of an enrollment. */
export const LessonOpeningEntity = tenantEntity(
  'learning',
  'lesson_openings',
  {
    owner_id: column.id<'enr' | 'grp'>().primary(),
    lesson_id: column.id<'les'>().primary(),
    course_id: column.id<'crs'>(),
    opens_at: column.time(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)

/** The flows in which somebody studies a course, since the first one did. */
export const TaughtFlowEntity = tenantEntity(
  'learning',
  'taught_flows',
  { group_id: column.id<'grp'>().primary(), course_id: column.id<'crs'>().primary(), since: column.time() },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)
