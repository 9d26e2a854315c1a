// Test values for requests about quizzes and attempts, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

/** A quiz of one open question, and somebody who studies its course. */
async function prepareAttempt(school: School) {
  const { id: lesson_id, course_id } = await publishedLesson(school)
  const quiz = await school.make('quizzes.create', { lesson_id })
  const question = await school.done('questions.create', {
    path: { id: quiz.id },
    body: { content: { kind: 'open', prompt: 'Why is the sky blue?', guidance: '' } },
  })
  const { user_id } = await school.make('accesses.create', { course_id })
  const enrollment = await school.done('enrollments.create', { body: { user_id, course_id } })
  return { body: { quiz_id: quiz.id, enrollment_id: enrollment.id }, question_id: question.id as string }
}

async function started(school: School) {
  const { body, question_id } = await prepareAttempt(school)
  const { id } = await school.done('quizAttempts.start', { body })
  const answer = { kind: 'open', text: 'It scatters short waves.' }
  return { path: { id: id as string }, question_id, answer }
}

/** An ended attempt whose open answer waits for its review. */
async function waiting(school: School) {
  const { path, question_id, answer } = await started(school)
  const answers = [{ question_id, revision: 1, answer }]
  await school.done('quizAttempts.save', { path, body: { answers } })
  await school.done('quizAttempts.finish', { path })
  return { path, question_id }
}

const assigned = async (school: School) => ({
  path: (await waiting(school)).path,
  body: { curator_id: (await school.make('users.create')).id as string },
})

export const references: Examples = {
  'quizzes.create draws.[].quiz_ids.[]': async school => ({
    body: {
      lesson_id: (await school.make('lessons.create')).id,
      title: 'x',
      draws: await drawsFromAnother(school),
    },
  }),
  'quizzes.update draws.[].quiz_ids.[]': async school => ({
    path: { id: (await school.make('quizzes.create')).id },
    body: { draws: await drawsFromAnother(school) },
  }),
  'quizAttempts.review curator_id': assigned,
}

const drawsFromAnother = async (school: School) => [
  { label: 'Papers', count: 1, source: 'quizzes', quiz_ids: [(await school.make('quizzes.create')).id] },
]

export const examples: Examples = {
  'quizzes.create': async school => ({ body: { lesson_id: (await school.make('lessons.create')).id } }),
  'quizzes.get': async school => ({ path: { id: (await prepareAttempt(school)).body.quiz_id } }),
  'quizAttempts.start': async school => ({ body: (await prepareAttempt(school)).body }),
  'quizAttempts.save': async school => {
    const { path, question_id, answer } = await started(school)
    return { path, body: { answers: [{ question_id, revision: 1, answer }] } }
  },
  'quizAttempts.review': async school => {
    // The list has an attempt with its curator, too.
    await school.done('quizAttempts.review', await assigned(school))
    const { path, question_id } = await waiting(school)
    return { path, body: { scores: [{ question_id, score: 50 }] } }
  },
}
