import { type BodyOf, type Caller, newId, type RefusalDetail, Refused } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { armEnrollment, armFlow } from '../openings/opening.task.ts'
import { lessonOverrides, overrideRoom, refusals } from './override.contract.ts'
import { type OverrideRow, ofTarget } from './override.store.ts'

type Body = BodyOf<typeof lessonOverrides.create>

export const overrideHandlers = builder.implement(
  lessonOverrides,
  {
    list: ({ query }, { overrides }) => overrides.page(query),

    create: async ({ body, caller, work, now }, stores) => {
      const { courses, overrides, people } = stores
      const { user_id = null, group_id = null, opening = null } = body
      const [present, course] = await Promise.all([
        people.holdAll(user_id ? [user_id] : []),
        // Locked, so that two requests together stay within the room.
        courses.lockFor(body.course_id),
      ])
      if (!course) throw new Refused(refusals.override_course_unknown)
      if (user_id && !present.has(user_id)) throw new Refused(refusals.override_person_unknown)
      const target = { user_id, group_id, course_id: course.id }
      await Promise.all([
        checkLessons(body, stores),
        checkTarget(body, caller, stores),
        overrides.refuseBeyond(overrideRoom, ofTarget(target)),
      ])
      await arm(target, work, stores)
      return overrides.insert({
        ...overrides.fresh(newId('ovr')),
        ...target,
        lesson_ids: body.lesson_ids,
        opening,
        at: body.at ?? (opening === 'open' ? now : null),
        due_at: body.due_at ?? null,
        extra_quiz_minutes: body.extra_quiz_minutes ?? null,
        extra_quiz_attempts: body.extra_quiz_attempts ?? null,
        restarts_quizzes: body.restarts_quizzes,
        excused: body.excused,
      })
    },

    delete: async ({ path, work }, stores) => {
      const { overrides } = stores
      const row = await overrides.lock(path.id)
      overrides.remove(row)
      await arm(row, work, stores)
      return { id: row.id, deleted: true as const }
    },
  },
  expanders,
)

/** The openings of those whom an override concerns are looked at again. */
async function arm(
  { user_id, group_id, course_id }: Pick<OverrideRow, 'user_id' | 'group_id' | 'course_id'>,
  work: UnitOfWork,
  { enrollments, openings }: Stores,
): Promise<void> {
  if (group_id) return armFlow(work, group_id)
  const enrollment = user_id && (await enrollments.ofPair({ user_id, course_id }))
  if (!enrollment) return
  if (enrollment.group_id) openings.keepTold([enrollment.id], enrollment.group_id)
  armEnrollment(work, enrollment.id)
}

async function checkLessons({ course_id, lesson_ids }: Body, { lessons }: Stores): Promise<void> {
  const lessonRows = await lessons.many(lesson_ids)
  const present = new Set<string>(
    lessonRows.filter(lesson => lesson.course_id === course_id).map(({ id }) => id),
  )
  const details = lesson_ids.flatMap((id, index): RefusalDetail[] =>
    present.has(id) ? [] : [{ path: `body.lesson_ids.${index}`, message: `this course has no lesson ${id}` }],
  )
  if (details.length)
    throw new Refused(refusals.override_lesson_unknown, undefined, { details: details.slice(0, 50) })
}

async function checkTarget(
  { user_id, group_id, course_id }: Body,
  { role, user }: Caller,
  { enrollments, overrides }: Stores,
): Promise<void> {
  if (user_id && !(await enrollments.ofPair({ user_id, course_id })))
    throw new Refused(refusals.override_person_unknown)
  if (group_id && role === 'curator' && !(await overrides.isCuratorOf(group_id, user)))
    throw new Refused(refusals.override_flow_unknown)
}
