// Texts of strangers in the fields of a school that others than its staff write, or write about people.
import type { AgentSchool } from './test-agent.ts'

/** Where they stand: the lists that show them, and the fields. */
export const plantedIn = {
  lists: [
    ...['users.list', 'tags.list', 'files.list', 'submissions.list', 'notes.list', 'tasks.list'],
    ...['comments.list', 'homework.list', 'reviews.list', 'webinarMessages.list'],
  ],
  fields: ['name', 'first_name', 'last_name', 'alt', 'answers', 'text', 'title', 'answer', 'author_name'],
  scope: [
    'notes:read',
    'tasks:read',
    'comments:read',
    'submissions:read',
    'reviews:read',
    'webinar-messages:read',
  ],
} as const

/**
 * Plants all of them in notes about a person, and some in tasks, comments, reviews, homework and the chat of a webinar; as
 * students where only they write. Needs crm, learning and webinars.
 */
export async function plantElsewhere(school: AgentSchool, injections: readonly string[]): Promise<void> {
  const done = async (by: AgentSchool['asKey'], path: string, body: object) => {
    const answer = await by('POST', `/v1/${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const staff = (path: string, body: object) => done(school.asKey, path, body)
  const some = injections.filter((_, index) => index % 20 === 0)
  const student = await school.person('student')
  const { id: user_id } = student
  for (const text of injections) await staff('notes', { user_id, text })
  for (const [at, title] of some.entries()) await staff('tasks', { user_id, title: `${at} ${title}` })

  const course = await staff('courses', { title: 'Watercolour' })
  const module = await staff('modules', { course_id: course.id, title: 'Washes' })
  const lesson = await staff('lessons', { module_id: module.id, title: 'A sky', status: 'published' })
  await staff(`lessons/${lesson.id}/blocks`, { content: { kind: 'text', html: '<p>Three washes</p>' } })
  await staff(`courses/${course.id}/publish`, { action: 'publish' })
  for (const text of some) await staff('comments', { lesson_id: lesson.id, text })
  const pair = { user_id, course_id: course.id }
  await staff('accesses', pair)
  const { id: enrollment_id } = await staff('enrollments', pair)
  for (const text of some) {
    const { id: assignment_id } = await staff('assignments', { lesson_id: lesson.id, title: 'A sky' })
    await done(student.call, 'submissions', { assignment_id, enrollment_id, text })
  }
  await done(student.call, 'reviews', { course_id: course.id, rating: 1, text: some.join('\n') })

  const webinar = await staff('webinars', { title: 'Colour' })
  const session = await staff('webinar-sessions', {
    webinar_id: webinar.id,
    starts_at: '2030-01-15T18:00:00Z',
  })
  await staff(`webinar-sessions/${session.id}/start`, {})
  for (const text of some)
    await staff('webinar-messages', { session_id: session.id, text, author_name: text.slice(0, 100) })
}
