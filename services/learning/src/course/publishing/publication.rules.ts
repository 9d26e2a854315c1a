// What is unfinished in a course.
import { Refused } from '@lms/contract'
import { itemOf, lessonOf, type OpeningRules, partsOf } from '../../study/openings/rule-schema.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import { maxProblems, type Problem, refusals } from './publication.contract.ts'

interface Parts {
  modules: readonly Pick<ModuleRow, 'id' | 'title' | 'access_rules'>[]
  lessons: readonly Pick<LessonRow, 'id' | 'module_id' | 'title' | 'status' | 'access_rules'>[]
  /** Lessons that have a block, a quiz or a homework. */
  filled: ReadonlySet<string>
  /** Flows of the course that start only later. */
  flowsAhead: readonly { group_id: string; starts_at: string }[]
  /** The lessons of its quizzes and homework. */
  items: ReadonlyMap<string, string>
  /** Draws of its quizzes that find too few questions. */
  shortDraws: readonly {
    lesson_id: LessonRow['id']
    title: string
    label: string
    count: number
    found: number
  }[]
  /** Lessons and modules of other courses that wait for the course. */
  waiting: readonly string[]
}

/**
 * What is unfinished, blockers first. Files need no look: a block takes only ready ones, and none is deleted while a
 * block shows it.
 */
export function problemsOf({
  modules,
  lessons,
  filled,
  flowsAhead,
  items,
  shortDraws,
  waiting,
}: Parts): Problem[] {
  const published = lessons.filter(({ status }) => status === 'published')
  const problem = (kind: Problem['kind'], blocks: boolean, message: string, at: Partial<Problem> = {}) => ({
    ...{ kind, blocks, message, module_id: null, lesson_id: null },
    ...at,
  })
  const publishedIds = new Set<string>(published.map(({ id }) => id))
  // Of several conditions of which one is enough, all.
  const namesOther = ({ conditions }: OpeningRules) =>
    conditions.some(condition =>
      partsOf(condition).every(part => {
        const item = itemOf(part)
        const lesson = lessonOf(part) ?? (item && (items.get(item) ?? item))
        return lesson !== null && !publishedIds.has(lesson)
      }),
    )
  const withLessons = new Set<string>(published.map(({ module_id }) => module_id))
  return [
    ...(published.length ? [] : [problem('no_lessons', true, 'The course has no published lesson.')]),
    ...published
      .filter(({ id }) => !filled.has(id))
      .map(({ id, module_id, title }) =>
        problem('lesson_empty', true, `The lesson “${title}” has no content.`, { lesson_id: id, module_id }),
      ),
    ...modules
      .filter(({ id, access_rules }) => withLessons.has(id) && namesOther(access_rules))
      .map(({ id, title }) =>
        problem('rule_unmeetable', true, `The module “${title}” ${waits}`, { module_id: id }),
      ),
    ...published
      .filter(({ access_rules }) => namesOther(access_rules))
      .map(({ id, module_id, title }) =>
        problem('rule_unmeetable', true, `The lesson “${title}” ${waits}`, { lesson_id: id, module_id }),
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
    ...flowsAhead.map(({ group_id, starts_at }) =>
      problem(
        'flow_not_started',
        false,
        `The flow ${group_id} starts at ${starts_at}: until then its lessons without a rule are closed.`,
      ),
    ),
    ...shortDraws.map(({ lesson_id, title, label, count, found }) =>
      problem(
        'draw_short',
        false,
        `The quiz “${title}” draws ${count} questions with the label “${label}”, and there are ${found}.`,
        { lesson_id },
      ),
    ),
    ...waiting.map(id =>
      problem(
        'course_named',
        false,
        `The opening rules of ${id} wait for this course: nobody completes it while it is a draft.`,
      ),
    ),
  ].slice(0, maxProblems)
}

const waits = 'waits for a lesson that is a draft: it never opens.'

/** Refuses a course with problems that block its publication. */
export function refuseUnfinished(problems: readonly Problem[]): void {
  const details = problems
    .filter(({ blocks }) => blocks)
    .map(({ lesson_id, module_id, message }) => ({ path: lesson_id ?? module_id ?? 'id', message }))
  if (details.length)
    throw new Refused(refusals.course_unfinished, undefined, { details: details.slice(0, 50) })
}
