// Test values for requests about homework and curators, besides their declared bodies.
import { type Examples, on, readyFile, type School } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

/** A homework, and somebody who studies its course. */
async function createHomework(school: School) {
  const { id: lesson_id, course_id } = await publishedLesson(school)
  const { id: assignment_id } = await school.make('assignments.create', { lesson_id })
  const { user_id } = await school.make('accesses.create', { course_id })
  const { id: enrollment_id } = await school.done('enrollments.create', { body: { user_id, course_id } })
  return { assignment_id, enrollment_id }
}

/** An assignment that a student sees. */
const studied = async (school: School) => ({ id: (await createHomework(school)).assignment_id as string })
const person = async (school: School) => (await school.make('users.create')).id as string
const sent = async (school: School) => ({ id: (await school.make('homework.create')).id as string })

const scoped = async (school: School) => ({
  curator_id: await person(school),
  course_id: (await school.make('courses.create')).id,
})

export const examples: Examples = {
  'assignments.create': async school => ({ body: { lesson_id: (await school.make('lessons.create')).id } }),
  'assignments.get': on(studied),
  'homework.create': async school => ({ body: await createHomework(school) }),
  'homework.claim': async school => ({ body: { curator_id: await person(school) } }),
  'homework.assign': async school => ({
    path: await sent(school),
    body: { curator_id: await person(school) },
  }),
  'curators.assign': async school => ({ body: await scoped(school) }),
  'curators.release': async school => ({ body: { id: (await school.make('curators.assign')).id } }),
}

export const references: Examples = {
  'homework.create file_ids.[]': async school => ({
    body: { ...(await createHomework(school)), text: 'x', file_ids: [(await readyFile(school)).id] },
  }),
  'homework.update file_ids.[]': async school => ({
    path: await sent(school),
    body: { file_ids: [(await readyFile(school)).id] },
  }),
  'submissionComments.create file_ids.[]': async school => ({
    path: await sent(school),
    body: { text: 'x', file_ids: [(await readyFile(school)).id] },
  }),
  'curators.assign user_id': async school => ({
    body: { curator_id: await person(school), user_id: await person(school) },
  }),
  'curators.assign group_id': async school => ({
    body: { curator_id: await person(school), group_id: (await school.make('groups.create')).id },
  }),
}
