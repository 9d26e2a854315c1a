// Schools with homework, for specs.
import type { TestSystem } from '@lms/testing'
import { schoolOfStudy } from './studying.ts'

/** Fields of the homework, and the deadline of its student. */
export type HomeworkOptions = [fields?: object, due_at?: string]

/** A school with a homework of ten points, a student, and a curator of the course. */
export async function homeworkSchool(system: TestSystem, fields: object = {}, due_at?: string) {
  const fixture = await schoolOfStudy(system)
  const { api, lesson, course } = fixture
  const assignment = await api.assignments.create({
    body: { lesson_id: lesson.id, title: 'A sky', max_score: 1000, ...fields },
  })
  const [student, curator] = [await fixture.student(), await fixture.person('curator')]
  if (due_at)
    await api.lessonOverrides.create({ body: { user_id: student.id, course_id: course.id, due_at } })
  await api.curators.assign({ body: { curator_id: curator.id, course_id: course.id } })
  const send = (by = student, body: object = {}) =>
    by.homework.create({
      body: { assignment_id: assignment.id, enrollment_id: by.enrollment.id, text: 'Three washes', ...body },
    })
  const claim = async (by = curator) => (await by.homework.claim({ body: {} })).submission
  const eventNames = async () => (await fixture.events('submission.')).map(({ type }) => type.slice(11))
  return { ...fixture, enroll: fixture.student, assignment, student, curator, send, claim, told: eventNames }
}
