// Test values for requests about comments, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { studiedLesson } from '../../testing/published-lesson.ts'

const text = 'How wet should the paper be?'

/** A comment of a program that mentions nobody, and somebody who studies the course. */
async function written(school: School) {
  const { id: lesson_id, user_id } = await studiedLesson(school)
  const { id } = await school.done('comments.create', { body: { lesson_id, text } })
  return { id: id as string, user_id }
}

export const examples: Examples = {
  'comments.create': async school => {
    const { id: lesson_id, user_id } = await studiedLesson(school)
    return { body: { lesson_id, author_id: user_id } }
  },
}

export const references: Examples = {
  'comments.create course_id': async school => ({
    body: { course_id: (await studiedLesson(school)).course_id, text },
  }),
  'comments.create parent_id': async school => ({ body: { parent_id: (await written(school)).id, text } }),
  'comments.create mention_ids.[]': async school => {
    const { id: lesson_id, user_id } = await studiedLesson(school)
    return { body: { lesson_id, text, mention_ids: [user_id] } }
  },
  'comments.update mention_ids.[]': async school => {
    const { id, user_id } = await written(school)
    return { path: { id }, body: { mention_ids: [user_id] } }
  },
}
