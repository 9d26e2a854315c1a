import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { readsOfOpenLessons } from '../../study/schedule/open-to-caller.ts'
import { quizzes, refusals } from './quiz.contract.ts'

const store = ({ quizzes }: Stores) => quizzes

export const quizHandlers = builder.implement(quizzes, {
  ...crudHandlers(quizzes, store, {
    sets: async ({ lesson_id }, { before, stores }) => {
      if (before) return { course_id: before.course_id }
      // The lesson stays until the quiz is there.
      const lesson = await stores.lessons.hold(lesson_id)
      if (!lesson) throw new Refused(refusals.quiz_lesson_unknown)
      return { course_id: lesson.course_id }
    },
    check: ({ draws }) => {
      if (new Set(draws.map(({ label }) => label)).size < draws.length)
        throw new Refused(refusals.quiz_draws_twice)
    },
    mayRemove: async ({ id, ...parent }, { attempts, lessonProgress, questions }) => {
      if (await attempts.anyOf('quiz_id', id)) throw new Refused(refusals.quiz_attempted)
      questions.removeOf('quiz_id', id)
      lessonProgress.enterLesson(parent)
    },
  }),
  ...readsOfOpenLessons(store),
})
