import { Refused } from '@lms/contract'
import { crudHandlers, enqueue } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { followContent } from '../../course/lessons/followed-completion.ts'
import { expanders } from '../../relations/expanders.ts'
import { readsOfOpenLessons } from '../../study/schedule/open-to-caller.ts'
import { refuseUnknownCategory } from '../gradebook/known-category.ts'
import { drawProblems, refusals as drawRefusals } from './draw.ts'
import { type Quiz, quizOperations, quizzes, refusals } from './quiz.contract.ts'
import { regradeQuiz } from './regrade-quiz.task.ts'

const store = ({ quizzes }: Stores) => quizzes

const operations = crudHandlers(quizOperations, store, {
  sets: async ({ lesson_id }, { before, stores }) => {
    if (before) return { course_id: before.course_id }
    // The lesson stays until the quiz is there.
    const lesson = await stores.lessons.hold(lesson_id)
    if (!lesson) throw new Refused(refusals.quiz_lesson_unknown)
    return { course_id: lesson.course_id }
  },
  check: async (quiz, { before, stores }) => {
    refuseTwice(quiz.draws)
    await refuseUnknownCategory(quiz, before, stores)
    await checkSources(quiz.draws, stores)
  },
  mayRemove: async (
    { id, ...parent },
    { attempts, drawnQuestions, lessonProgress, questions, quizzes, ruleRefs },
  ) => {
    const [attempted, elsewhere] = await Promise.all([
      attempts.anyOf('quiz_id', id),
      drawnQuestions.elsewhere('id', id),
    ])
    if (attempted || elsewhere.length) throw new Refused(refusals.quiz_attempted)
    await ruleRefs.refuseNamed(id, refusals.quiz_named)
    const drawing = await quizzes.drawingFrom('id', id)
    if (drawing.length)
      throw new Refused(refusals.quiz_named, undefined, {
        details: drawing.map(quiz => ({ path: 'id', message: `the draws of ${quiz} name ${id}` })),
      })
    questions.removeOf('quiz_id', id)
    lessonProgress.enterLesson(parent)
  },
})

export const quizHandlers = builder.implement(
  quizzes,
  {
    ...operations,
    ...readsOfOpenLessons(store),

    create: async (input, stores) => {
      // Of two that come at once, the second waits here: each looks at the work of the lesson.
      await stores.lessons.lockIfAny(input.body.lesson_id)
      const created = await operations.create(input as never, stores)
      await followContent(created.lesson_id, { what: 'quiz', id: created.id, isThere: true }, input, stores)
      return created
    },

    delete: async (input, stores) => {
      const { id, lesson_id } = await stores.quizzes.get(input.path.id)
      const deleted = await operations.delete(input as never, stores)
      stores.blocks.removeNaming(id)
      await followContent(lesson_id, { what: 'quiz', id, isThere: false }, input, stores)
      return deleted
    },

    update: async ({ body: { regrade = false, dry_run = false, ...body }, ...input }, stores) => {
      const { attempts, quizzes } = stores
      const before = await quizzes.get(input.path.id)
      const percent = body.pass_percent ?? before.pass_percent
      const regraded = regrade ? await attempts.wouldPass(before.id, percent) : null
      if (dry_run) {
        quizzes.checkVersion(before)
        refuseTwice(body.draws ?? before.draws)
        await checkSources(body.draws ?? [], stores)
        return { ...before, ...body, regraded }
      }
      const saved = await operations.update({ ...input, body }, stores)
      if (regrade || saved.counts !== before.counts)
        enqueue(
          input.work,
          regradeQuiz,
          { quiz_id: saved.id, judges: regrade },
          { key: `${saved.id} ${regrade}` },
        )
      return { ...saved, regraded }
    },
  },
  expanders,
)

/** Refuses draws whose sources do not fit, or are not there; those that are stay until the end of the work. */
async function checkSources(draws: Quiz['draws'], { quizzes }: Pick<Stores, 'quizzes'>): Promise<void> {
  const details = drawProblems(draws)
  if (details.length) throw new Refused(drawRefusals.quiz_draw_invalid, undefined, { details })
  const ids = [...new Set(draws.flatMap(({ quiz_ids = [] }) => quiz_ids))]
  if (ids.length === 0) return
  const present = new Set(await quizzes.holdAll(ids))
  const missing = draws.flatMap(({ quiz_ids = [] }, index) =>
    quiz_ids.flatMap((id, at) =>
      present.has(id)
        ? []
        : [{ path: `body.draws.${index}.quiz_ids.${at}`, message: `this school has no quiz ${id}` }],
    ),
  )
  if (missing.length)
    throw new Refused(drawRefusals.quiz_source_unknown, undefined, { details: missing.slice(0, 50) })
}

function refuseTwice(draws: Quiz['draws']): void {
  if (new Set(draws.map(({ label }) => label)).size < draws.length)
    throw new Refused(refusals.quiz_draws_twice)
}
