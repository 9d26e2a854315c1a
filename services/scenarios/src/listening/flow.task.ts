import { type Envelope, id } from '@lms/contract'
import { lessonOpened } from '@lms/learning/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const FlowOpening = z.object({
  group_id: id('grp'),
  course_id: id('crs'),
  module_id: id('mod'),
  lesson_id: id('les'),
  /** In milliseconds, as the time of the event. */
  opens_at: z.int(),
  told_at: z.int(),
})
type FlowOpening = z.infer<typeof FlowOpening>

/** Has an opening to a whole flow heard for each of its people. */
export const enterFlow = task('enter-flow', {
  payload: FlowOpening,
  state: z.object({ after: id('enr').nullable(), seen: z.int() }),
  deadline: 60,
  attempts: 1_000_000,
  longestPause: 60,
})

/** The opening that an event tells to a whole flow; null of every other event. */
export function flowOpeningOf({
  type,
  created_at,
  data,
}: Envelope<Record<string, unknown>>): FlowOpening | null {
  const { object } = data
  if (type !== lessonOpened.type || object.user_id !== null) return null
  const { group_id, course_id, module_id, lesson_id, opens_at } = object
  const times = { opens_at: Date.parse(String(opens_at)), told_at: Date.parse(created_at) }
  const read = FlowOpening.safeParse({ group_id, course_id, module_id, lesson_id, ...times })
  return read.success ? read.data : null
}
