// Test values for requests about comments, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'
import { studiedLesson } from '../testing/published.ts'

export const examples: Examples = {
  'comments.create': async school => {
    const { id: lesson_id, user_id } = await studiedLesson(school)
    return { body: { lesson_id, author_id: user_id } }
  },
}
