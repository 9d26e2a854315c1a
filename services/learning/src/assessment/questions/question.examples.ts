// Test values for requests about questions, besides their declared bodies.
import { type Examples, readyFile, type School } from '@lms/testing/examples'

export const examples: Examples = {
  'questions.arrange': async school => {
    const { id, quiz_id } = await school.make('questions.create')
    return { path: { id: quiz_id }, body: { ids: [id] } }
  },
}

/** Contents that show a file in each of their places. */
const showing = {
  'media.[].file_id': (media: object[]) => ({ media }),
  'explanation_media.[].file_id': (explanation_media: object[]) => ({ explanation_media }),
  'options.[].media.[].file_id': (media: object[]) => ({
    options: [
      { text: 'Cotton', correct: true, media },
      { text: 'Copy', correct: false },
    ],
  }),
}
const options = [
  { text: 'Cotton', correct: true },
  { text: 'Copy', correct: false },
]

export const references: Examples = Object.fromEntries(
  Object.entries(showing).flatMap(([place, partsWith]) => {
    const body = async (school: School) => {
      const parts = partsWith([{ file_id: (await readyFile(school)).id, alt: 'A sheet' }])
      return { content: { kind: 'single', prompt: 'Which?', options, ...parts } }
    }
    return [
      [
        `questions.create content.${place}`,
        async (school: School) => ({
          path: { id: (await school.make('quizzes.create')).id as string },
          body: await body(school),
        }),
      ],
      [
        `questions.update content.${place}`,
        async (school: School) => {
          const { id, quiz_id } = await school.make('questions.create')
          return {
            path: { id: quiz_id as string, questionId: id as string },
            body: await body(school),
          }
        },
      ],
    ]
  }),
)
