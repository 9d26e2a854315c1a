import { builder, type Stores } from '../../builder.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import type { CourseRow } from '../courses/course.store.ts'
import { maxProblems, type Problem, type Publication, publications } from './publication.contract.ts'
import { problemsOf, refuseUnfinished } from './publication.rules.ts'

export const publicationHandlers = builder.implement(publications, {
  publish: async ({ path, body: { action, dry_run }, work }, stores) => {
    const { courses } = stores
    // Nobody adds, moves or deletes a lesson meanwhile: whoever does locks the course, too.
    const course = await courses.lock(path.id)
    const problems = await problemsIn(course, stores, action)
    if (dry_run) return publicationOf(course, problems)
    armCourse(work, course.id)
    if (action === 'withdraw') return publicationOf(courses.move(course, 'withdraw'), problems)
    if (course.status === 'published') return publicationOf(course, problems)
    if (course.status === 'draft') refuseUnfinished(problems)
    return publicationOf(courses.move(course, 'publish', { published_at: work.now }), problems)
  },
})

async function problemsIn(
  { id: courseId }: CourseRow,
  { modules, lessons, blocks, quizzes, ruleRefs, schedules }: Stores,
  action: 'publish' | 'withdraw',
): Promise<Problem[]> {
  const [modulesOf, lessonsOf, filled, flowsAhead, items, shortDraws, waiting] = await Promise.all([
    modules.ofCourse(courseId),
    lessons.ofCourse(courseId),
    blocks.lessonsWithContent(courseId),
    schedules.flowsAhead(courseId, maxProblems),
    ruleRefs.itemsOf(courseId),
    quizzes.shortDraws(courseId, maxProblems),
    action === 'withdraw' ? ruleRefs.naming(courseId, maxProblems) : [],
  ])
  return problemsOf({
    ...{ modules: modulesOf, lessons: lessonsOf, filled, flowsAhead },
    ...{ items, shortDraws, waiting },
  })
}

const publicationOf = (course: CourseRow, problems: Problem[]): Publication => ({
  id: course.id,
  version: course.version,
  course,
  problems,
})
