import { newId, Refused } from '@lms/contract'
import { answerAfter } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { refusals as courseRefusals } from '../../course/courses/course.contract.ts'
import { keyOf } from '../rights/right.store.ts'
import { enrollments, maxFreezes, refusals } from './enrollment.contract.ts'
import { accessFrom } from './enrollment.rules.ts'
import { freezeRightsCall } from './freeze.run.ts'

export const enrollmentHandlers = builder.implement(enrollments, {
  list: ({ query }, { enrollments }) => enrollments.page(query),

  create: async ({ body, now }, { courses, enrollments, people, rights }) => {
    const { user_id, course_id, ...study } = body
    const pair = { user_id, course_id }
    const course = await courses.find(course_id)
    if (!course) throw new Refused(refusals.course_unknown)
    if (!(await people.holdPresent(user_id))) throw new Refused(refusals.access_missing)
    const find = async () => (await enrollments.lockPairs([pair])).get(keyOf(pair))
    let present = await find()
    if (!present) {
      // Another request, or a reading of the rights, may be beginning this study.
      await rights.holdCopy()
      present = await find()
    }
    if (!present && course.status === 'archived') throw new Refused(courseRefusals.course_archived)
    const currentRights = await rights.of(pair)
    const frozen = currentRights.some(({ status }) => status === 'frozen')
    if (!frozen && accessFrom(currentRights, now) === null) throw new Refused(refusals.access_missing)
    if (!present) return enrollments.begin(pair, newId('enr'), currentRights, study)
    const { group_id = present.group_id, ...dates } = study
    return enrollments.settle(
      { ...enrollments.enter(present, group_id), ...dates, ended_at: null },
      currentRights,
    )
  },

  get: ({ path }, { enrollments }) => enrollments.get(path.id),

  update: async ({ path, body }, { enrollments, rights }) => {
    const row = await enrollments.lock(path.id)
    if (row.status === 'ended') throw new Refused(refusals.enrollment_ended)
    const { group_id = row.group_id, ...study } = body
    return enrollments.settle({ ...enrollments.enter(row, group_id), ...study }, await rights.of(row))
  },

  freeze: async ({ path }, { enrollments }) => {
    const row = await enrollments.lock(path.id)
    if (row.status === 'ended') throw new Refused(refusals.enrollment_ended)
    if (row.status === 'suspended') throw new Refused(refusals.enrollment_not_running)
    if (row.freezes.length >= maxFreezes && row.status !== 'frozen')
      throw new Refused(refusals.freezes_limit_reached)
    return answerAfter(freezeRightsCall, { enrollment_id: row.id, frozen: true })
  },

  unfreeze: async ({ path }, { enrollments }) => {
    const row = await enrollments.lock(path.id)
    if (row.status === 'ended') throw new Refused(refusals.enrollment_ended)
    return answerAfter(freezeRightsCall, { enrollment_id: row.id, frozen: false })
  },

  delete: async ({ path, now }, { enrollments }) => {
    const row = await enrollments.lock(path.id)
    if (row.status !== 'ended') enrollments.move(row, 'end', { ended_at: now })
    return { id: row.id, deleted: true as const }
  },
})
