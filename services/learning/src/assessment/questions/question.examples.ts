// Test values for requests about questions, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'questions.arrange': async school => {
    const { id, quiz_id } = await school.make('questions.create')
    return { path: { id: quiz_id }, body: { ids: [id] } }
  },
}
