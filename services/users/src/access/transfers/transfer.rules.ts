// Moving a student between flows: pure functions.
import { type Id, Refused } from '@lms/contract'
import type { Group } from '../groups/group.contract.ts'
import { refusals, type Transfer } from './transfer.contract.ts'

type Flow = Pick<Group, 'id' | 'starts_at' | 'curator_id' | 'course_ids'>

/** The start date of a flow; refuses a group without one. */
export function startOf({ starts_at }: Flow): string {
  if (starts_at === null) throw new Refused(refusals.group_not_flow)
  return starts_at
}

/**
 * The flow that a student leaves for `target`: the named one, the only one, or the only one that shares a course with
 * it. `flows` are all flows of the student.
 */
export function sourceOf<F extends Flow>(flows: readonly F[], target: Flow, flowId?: string): F {
  startOf(target)
  if (flows.some(({ id }) => id === target.id)) throw new Refused(refusals.already_member)
  if (flowId !== undefined)
    return flows.find(({ id }) => id === flowId) ?? refuseWith(refusals.flow_not_theirs)
  if (flows.length === 0) throw new Refused(refusals.not_in_flow)
  const related = flows.filter(({ course_ids }) => course_ids.some(id => target.course_ids.includes(id)))
  const candidates = related.length ? related : flows
  return candidates.length === 1 ? candidates[0]! : refuseWith(refusals.flow_ambiguous)
}

const refuseWith = (refusal: (typeof refusals)[keyof typeof refusals]): never => {
  throw new Refused(refusal)
}

const dayMs = 86_400_000

/** Days from one start to the other. Rounded, because a day with a clock change has 23 or 25 hours. */
export const shiftDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 0

/** The effects of the move. */
export function transferOf(userId: Id<'usr'>, from: Flow, to: Flow): Transfer {
  const [from_starts_at, to_starts_at] = [startOf(from), startOf(to)]
  return {
    id: from.id,
    user_id: userId,
    from_group_id: from.id,
    to_group_id: to.id,
    from_starts_at,
    to_starts_at,
    shift_days: shiftDays(from_starts_at, to_starts_at),
    lessons_may_close:
      to_starts_at > from_starts_at || from.course_ids.some(course => !to.course_ids.includes(course)),
    progress: 'kept',
    answers: 'kept',
    certificates: 'kept',
    from_curator_id: from.curator_id,
    to_curator_id: to.curator_id,
  }
}
