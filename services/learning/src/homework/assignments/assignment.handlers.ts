import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { readsOfOpenLessons } from '../../study/schedule/open-to-caller.ts'
import { assignments, hasFitPenalty, refusals } from './assignment.contract.ts'

const store = ({ assignments }: Stores) => assignments

export const assignmentHandlers = builder.implement(assignments, {
  ...crudHandlers(assignments, store, {
    sets: async ({ lesson_id }, { before, stores }) => {
      if (before) return { course_id: before.course_id }
      // The lesson stays until the assignment is there.
      const lesson = await stores.lessons.hold(lesson_id)
      if (!lesson) throw new Refused(refusals.assignment_lesson_unknown)
      return { course_id: lesson.course_id }
    },
    check: assignment => {
      if (!hasFitPenalty(assignment)) throw new Refused(refusals.assignment_penalty_invalid)
    },
    mayRemove: async ({ id, ...location }, { lessonProgress, submissions }) => {
      if (await submissions.anyOf('assignment_id', id)) throw new Refused(refusals.assignment_begun)
      lessonProgress.enterLesson(location)
    },
  }),
  ...readsOfOpenLessons(store),
})
