import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { refuseUnknownCategory } from '../../assessment/gradebook/known-category.ts'
import { builder, type Stores } from '../../builder.ts'
import { followContent } from '../../course/lessons/followed-completion.ts'
import { expanders } from '../../relations/expanders.ts'
import { readsOfOpenLessons } from '../../study/schedule/open-to-caller.ts'
import { assignmentOperations, assignments, hasFitPenalty, refusals } from './assignment.contract.ts'
import { rubricProblems } from './rubric.rules.ts'

const store = ({ assignments }: Stores) => assignments

const operations = crudHandlers(assignmentOperations, store, {
  sets: async ({ lesson_id }, { before, stores }) => {
    if (before) return { course_id: before.course_id }
    // The lesson stays until the assignment is there.
    const lesson = await stores.lessons.hold(lesson_id)
    if (!lesson) throw new Refused(refusals.assignment_lesson_unknown)
    return { course_id: lesson.course_id }
  },
  check: async (assignment, { before, stores }) => {
    if (!hasFitPenalty(assignment)) throw new Refused(refusals.assignment_penalty_invalid)
    const details = rubricProblems(assignment, 'body.rubric')
    if (details.length)
      throw new Refused(refusals.assignment_rubric_invalid, undefined, { details: details.slice(0, 50) })
    await refuseUnknownCategory(assignment, before, stores)
  },
  mayRemove: async ({ id, ...location }, { lessonProgress, ruleRefs, submissions }) => {
    if (await submissions.anyOf('assignment_id', id)) throw new Refused(refusals.assignment_begun)
    await ruleRefs.refuseNamed(id, refusals.assignment_named)
    lessonProgress.enterLesson(location)
  },
})

const assignmentHandlers = builder.implement(
  assignments,
  {
    ...operations,
    ...readsOfOpenLessons(store),

    create: async (input, stores) => {
      // Of two that come at once, the second waits here: each looks at the work of the lesson.
      await stores.lessons.lockIfAny(input.body.lesson_id)
      const created = await operations.create(input as never, stores)
      await followContent(
        created.lesson_id,
        { what: 'homework', id: created.id, isThere: true },
        input,
        stores,
      )
      return created
    },

    delete: async (input, stores) => {
      const { id, lesson_id } = await stores.assignments.get(input.path.id)
      const deleted = await operations.delete(input as never, stores)
      stores.blocks.removeNaming(id)
      await followContent(lesson_id, { what: 'homework', id, isThere: false }, input, stores)
      return deleted
    },
  },
  expanders,
)

export const assignmentResource = builder.resource({
  handlers: [assignmentHandlers],
  objects: { asg: (ids, { assignments }) => assignments.many(ids) },
  knowsPresent: [assignments],
  used: { assignments_limit_reached: ({ assignments }, most) => assignments.standing(most) },
})
