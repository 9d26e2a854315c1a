// When a lesson is completed whose authors have not said it: by what it consists of.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { type CompletionRule, type Lesson, lessonUpdated } from './lesson.contract.ts'

/** By its quizzes and homework; a test only by a quiz; what has none by the student's own mark. */
export function followedCompletion(
  { kind }: Pick<Lesson, 'kind'>,
  has: { quiz: boolean; homework: boolean },
): CompletionRule {
  const conditions = (['quiz', 'homework'] as const).filter(what => has[what])
  const otherwise = kind === 'test' ? 'quiz' : 'marked'
  return { match: 'all', conditions: conditions.length ? conditions : [otherwise], viewed_percent: 90 }
}

/** What is set counts; null has it follow from the content. */
export const completionOf = (
  lesson: Pick<Lesson, 'kind'> & { completion: CompletionRule | null },
  has: { quiz: boolean; homework: boolean },
): Pick<Lesson, 'completion' | 'completion_follows'> => ({
  completion: lesson.completion ?? followedCompletion(lesson, has),
  completion_follows: lesson.completion === null,
})

type Emits = Pick<Work<typeof lessonUpdated>, 'emit'>

/** A lesson to which a quiz or homework is added, or of which one goes: its completion follows, unless it was set. */
export async function followContent(
  lesson_id: Lesson['id'],
  change: { what: 'quiz' | 'homework'; id: string; isThere: boolean },
  { emit }: Emits,
  { assignments, lessonProgress, lessons, quizzes }: Stores,
): Promise<void> {
  const lesson = await lessons.lockIfAny(lesson_id)
  if (!lesson?.completion_follows) return
  const [quizzesOf, assignmentsOf] = await Promise.all([
    quizzes.ofLesson(lesson_id),
    assignments.ofLesson(lesson_id),
  ])
  const others = (rows: readonly { id: string }[]) => rows.some(({ id }) => id !== change.id)
  const isThere = (what: 'quiz' | 'homework') => change.what === what && change.isThere
  const completion = followedCompletion(lesson, {
    quiz: others(quizzesOf) || isThere('quiz'),
    homework: others(assignmentsOf) || isThere('homework'),
  })
  const saved = lessons.save(lesson, { completion })
  if (saved === lesson) return
  lessonProgress.recount(lesson.course_id)
  emit(lessonUpdated, saved, { previous: lesson })
}
