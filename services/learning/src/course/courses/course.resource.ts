import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { removeContentOf } from '../deletions/course-content.ts'
import { courses, courseUpdated, refusals } from './course.contract.ts'
import type { CourseRow } from './course.store.ts'

const { list, create, get, delete: remove } = courses

const courseHandlers = builder.implement(courses, {
  ...crudHandlers({ list, create, get, delete: remove }, ({ courses }: Stores) => courses, {
    sets: () => ({ status: 'draft' as const, published_at: null, building: null }),
    check: refuseTwice,
    mayRemove: async ({ id }, stores) => {
      if (await stores.enrollments.anyIn(id)) throw new Refused(refusals.course_studied)
      await refuseNamed(id, stores)
      await refuseDrawnFrom(id, stores)
      removeContentOf(id, stores)
    },
  }),

  update: async ({ path, body, work, emit }, stores) => {
    const { courses } = stores
    const { status, ...changes } = body
    const course = await courses.lock(path.id)
    if (changes.grade_categories) {
      refuseTwice({ grade_categories: changes.grade_categories })
      await refuseUsedCategories(course, changes.grade_categories, stores)
    }
    if (status && status !== course.status) {
      await refuseNamed(course.id, stores)
      return courses.move(course, 'archive', changes)
    }
    const saved = courses.save(course, changes)
    if (saved.time_zone !== course.time_zone) armCourse(work, course.id)
    if (saved !== course) emit(courseUpdated, saved, { previous: course })
    return saved
  },
})

function refuseTwice({ grade_categories }: Pick<CourseRow, 'grade_categories'>): void {
  const keys = grade_categories.map(({ key }) => key)
  const details = keys.flatMap((key, index) =>
    keys.indexOf(key) < index
      ? [{ path: `body.grade_categories.${index}.key`, message: `${key} stands there before` }]
      : [],
  )
  if (details.length) throw new Refused(refusals.grade_category_twice, undefined, { details })
}

/** Refuses to leave out categories in which something counts. */
async function refuseUsedCategories(
  { id, grade_categories: before }: CourseRow,
  after: CourseRow['grade_categories'],
  { grades }: Pick<Stores, 'grades'>,
): Promise<void> {
  const remaining = new Set(after.map(({ key }) => key))
  const gone = new Set(before.map(({ key }) => key).filter(key => !remaining.has(key)))
  if (gone.size === 0) return
  const counting = (await grades.itemsOf(id)).filter(
    ({ category }) => category !== null && gone.has(category),
  )
  if (counting.length)
    throw new Refused(refusals.grade_category_named, undefined, {
      details: counting.slice(0, 50).map(({ item_id, category }) => ({
        path: 'body.grade_categories',
        message: `${item_id} counts in ${category}`,
      })),
    })
}

/** Refuses to take away a course that others wait for; no rule begins to name it until the end of the work. */
async function refuseNamed(courseId: string, { ruleRefs }: Pick<Stores, 'ruleRefs'>): Promise<void> {
  await ruleRefs.lockCourses()
  await ruleRefs.refuseNamed(courseId, refusals.course_named)
}

/** Refuses to delete a course whose questions other courses draw, or have asked. */
async function refuseDrawnFrom(
  courseId: string,
  { drawnQuestions, quizzes }: Pick<Stores, 'drawnQuestions' | 'quizzes'>,
): Promise<void> {
  await quizzes.lockOf('course_id', courseId)
  const [drawing, asking] = await Promise.all([
    quizzes.drawingFrom('course_id', courseId),
    drawnQuestions.elsewhere('course_id', courseId),
  ])
  const ids = [...new Set([...drawing, ...asking])]
  if (ids.length)
    throw new Refused(refusals.course_named, undefined, {
      details: ids.map(id => ({ path: 'id', message: `${id} draws questions from quizzes of this course` })),
    })
}

export const courseResource = builder.resource({
  handlers: [courseHandlers],
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: { fil: (id, { courses }) => courses.showing(id) },
})
