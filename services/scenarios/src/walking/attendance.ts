// Conditions about attendance at webinars.
import type { Id } from '@lms/contract'
import type { Outside } from '@lms/service-host'
import { attendances } from '@lms/webinars/contract'
import type { Ask } from '../graph/asks.ts'

type AttendanceTest = Extract<Ask, { by: 'attendance' }>

/** Whether each of these tests holds of the person now, and the best session that says so. */
export async function attendanceOf(
  user_id: Id<'usr'>,
  tests: readonly AttendanceTest[],
  ctx: Pick<Outside, 'runtime' | 'school' | 'requestId'>,
): Promise<{ holds: boolean; why: string }[]> {
  const webinar_ids = [...new Set(tests.map(({ webinar_id }) => webinar_id))]
  const { attendance } = await ctx.runtime
    .client('webinars', { attendances }, ctx)
    .attendances.of({ body: { user_id, webinar_ids } })
  return tests.map(({ webinar_id, counts, at_least }) => {
    const own = attendance.filter(each => each.webinar_id === webinar_id)
    const best = Math.max(0, ...own.map(each => each[counts]))
    return { holds: best >= at_least, why: `${counts} ${best} of ${at_least}` }
  })
}
