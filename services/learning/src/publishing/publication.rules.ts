// What is unfinished in a course.
import { Refused } from '@lms/contract'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import { mostProblems, type Problem, refusals } from './publication.contract.ts'

interface Parts {
  modules: readonly Pick<ModuleRow, 'id' | 'title'>[]
  lessons: readonly Pick<LessonRow, 'id' | 'module_id' | 'title' | 'status'>[]
  /** Lessons that have a block. */
  filled: ReadonlySet<string>
}

/**
 * What is unfinished, blockers first. Files need no look: a block takes only ready ones, and none is deleted while a
 * block shows it.
 */
export function problemsOf({ modules, lessons, filled }: Parts): Problem[] {
  const published = lessons.filter(({ status }) => status === 'published')
  const problem = (kind: Problem['kind'], blocks: boolean, message: string, at: Partial<Problem> = {}) => ({
    ...{ kind, blocks, message, module_id: null, lesson_id: null },
    ...at,
  })
  const withLessons = new Set<string>(published.map(({ module_id }) => module_id))
  return [
    ...(published.length ? [] : [problem('no_lessons', true, 'The course has no published lesson.')]),
    ...published
      .filter(({ id }) => !filled.has(id))
      .map(({ id, module_id, title }) =>
        problem('lesson_empty', true, `The lesson “${title}” has no blocks.`, { lesson_id: id, module_id }),
      ),
    ...modules
      .filter(({ id }) => !withLessons.has(id))
      .map(({ id, title }) =>
        problem('module_empty', false, `The module “${title}” has no published lesson.`, { module_id: id }),
      ),
    ...lessons
      .filter(({ status }) => status === 'draft')
      .map(({ id, module_id, title }) =>
        problem('lesson_draft', false, `The lesson “${title}” is a draft: students do not see it.`, {
          lesson_id: id,
          module_id,
        }),
      ),
  ].slice(0, mostProblems)
}

/** Refuses a course with problems that block its publication. */
export function refuseUnfinished(problems: readonly Problem[]): void {
  const details = problems
    .filter(({ blocks }) => blocks)
    .map(({ lesson_id, message }) => ({ path: lesson_id ?? 'id', message }))
  if (details.length)
    throw new Refused(refusals.course_unfinished, undefined, { details: details.slice(0, 50) })
}
