// Test values for requests about reviews, besides their declared bodies.
import { type Examples, on, type School } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

/** A person who studies a course. */
async function study(school: School) {
  const { course_id } = await publishedLesson(school)
  const { user_id } = await school.make('accesses.create', { course_id })
  const { id } = await school.make('enrollments.create', { course_id, user_id })
  return { id: id as string, course_id, user_id: user_id as string }
}

const review = async (school: School) => {
  const { course_id, user_id } = await study(school)
  return { body: { course_id, user_id } }
}

/** A review that students see. */
async function published(school: School) {
  const { id } = await school.done('reviews.create', {
    body: { ...(await review(school)).body, rating: 5, text: 'Clear and calm.' },
  })
  return school.done('reviews.update', { path: { id }, body: { status: 'published' } }) as Promise<{
    id: string
  }>
}

export const examples: Examples = {
  'reviews.create': review,
  'reviews.get': on(published),
}
