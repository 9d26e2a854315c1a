import { type Envelope, id } from '@lms/contract'
import { lessonOpened } from '@lms/learning/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const FlowOpening = z.object({
  group_id: id('grp'),
  course_id: id('crs'),
  lesson_id: id('les'),
  /** The time of the event, in milliseconds. */
  told_at: z.int(),
})
type FlowOpening = z.infer<typeof FlowOpening>

/** Tells each person of a flow that a lesson has opened. */
export const tellFlow = task('tell-flow', {
  returns: 'later',
  payload: FlowOpening,
  state: z.object({ after: id('enr').nullable(), seen: z.int() }),
  deadline: 60,
  attempts: 100,
  longestPause: 600,
})

/** The opening that an event tells to a whole flow; null of every other event. */
export function flowOpeningOf({
  type,
  created_at,
  data,
}: Envelope<Record<string, unknown>>): FlowOpening | null {
  if (type !== lessonOpened.type || data.object.user_id !== null) return null
  const { group_id, course_id, lesson_id } = data.object
  const read = FlowOpening.safeParse({ group_id, course_id, lesson_id, told_at: Date.parse(created_at) })
  return read.success ? read.data : null
}
