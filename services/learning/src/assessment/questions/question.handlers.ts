import { maxOf, newId, Refused } from '@lms/contract'
import { enqueue, missing } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { withCleanHtml } from './formatted.ts'
import { checkQuestion, nameParts, withFormerIds } from './part-ids.rules.ts'
import { maxVersions, questions as operations, refusals } from './question.contract.ts'
import { inQuiz } from './question.store.ts'
import { regradeQuestion } from './regrade.task.ts'

/** A question of the quiz of the path, locked; the quiz is locked first, so that no attempt begins meanwhile. */
async function lockIn(path: { id: string; questionId: string }, { quizzes, questions }: Stores) {
  const quiz = await quizzes.lockAnyVersion(path.id)
  const question = await questions.lock(path.questionId)
  return question.quiz_id === quiz.id ? question : missing()
}

export const questionHandlers = builder.implement(
  operations,
  {
    list: async ({ path, query }, { quizzes, questions }) => {
      const [page] = await Promise.all([questions.page(query, [inQuiz(path.id)]), quizzes.get(path.id)])
      return page
    },

    create: async ({ path, body: sent, work, charge }, { quizzes, questions }) => {
      const body = await withCleanHtml(sent, sent.content.format, { school: work.school, charge })
      checkQuestion(body.content)
      const quiz = await quizzes.lock(path.id)
      const [position] = await Promise.all([
        questions.nextPosition(inQuiz(quiz.id)),
        questions.refuseBeyond(maxOf(operations.create.bound)!, inQuiz(quiz.id)),
      ])
      const createdQuestion = questions.insert({
        ...body,
        ...questions.fresh(newId('qst')),
        content: nameParts(body.content),
        quiz_id: quiz.id,
        position,
        number: 1,
        named_since: 1,
      })
      questions.keepVersion(createdQuestion)
      return createdQuestion
    },

    arrange: async ({ path, body }, { quizzes, questions }) => {
      const quiz = await quizzes.lock(path.id)
      const arranged = await questions.arrange(body.ids, inQuiz(quiz.id), refusals.questions_differ)
      return { id: quiz.id, version: quiz.version, question_ids: arranged.map(({ id }) => id) }
    },

    get: async ({ path }, { quizzes, questions, questionFigures }) => {
      const [question, versions, figures] = await Promise.all([
        questions.get(path.questionId),
        questions.versionsOf(path.questionId),
        questionFigures.of([path.questionId]),
        quizzes.get(path.id),
      ])
      if (question.quiz_id !== path.id) missing()
      return { ...question, versions, figures: figures.get(question.id)! }
    },

    update: async ({ path, body: sent, work, charge }, stores) => {
      const format = sent.content
        ? sent.content.format
        : (await stores.questions.get(path.questionId)).content.format
      const body = await withCleanHtml(sent, format, { school: work.school, charge })
      const { regrade = false, content: input, label, ...changes } = body
      if (input) checkQuestion(input)
      const question = await lockIn(path, stores)
      const { questions } = stores
      const used = await questions.isUsed(question)
      // Answers to an earlier version may still wait for their scores by the present one.
      const keepsIds = regrade && (used || question.number > question.named_since)
      const content = input && (keepsIds ? withFormerIds(input, question.content) : nameParts(input))
      const isVersion = input !== undefined || Object.keys(changes).length > 0
      const number = used && isVersion ? question.number + 1 : question.number
      if (number > maxVersions) throw new Refused(refusals.question_versions_limit_reached)
      const saved = questions.save(question, {
        ...changes,
        ...(label !== undefined && { label }),
        ...(content && { content, ...(!keepsIds && { named_since: number }) }),
        number,
      })
      if (isVersion) questions.keepVersion(saved)
      if (regrade && number > saved.named_since) {
        const { id: question_id, quiz_id, named_since: since } = saved
        enqueue(work, regradeQuestion, { quiz_id, question_id, since, number }, { key: question_id })
        for (const other of await stores.drawnQuestions.quizzesOf(question_id))
          enqueue(
            work,
            regradeQuestion,
            { quiz_id: other, question_id, since, number },
            { key: `${question_id} ${other}` },
          )
      }
      return saved
    },

    delete: async ({ path }, stores) => {
      const question = await lockIn(path, stores)
      stores.questions.take(question)
      return { id: question.id, deleted: true as const }
    },
  },
  { figures: (ids, { questionFigures }) => questionFigures.of(ids) },
)
