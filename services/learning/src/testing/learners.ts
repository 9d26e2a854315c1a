// Schools with a course that a person studies, for specs.
import { type Id, newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { learningContract } from '../contract.ts'
import { schoolWithCourse } from './courses.ts'

/** A school with a published course of one lesson, a student with access to it, and the enrollment. */
export async function schoolWithStudy(system: TestSystem) {
  const fixture = await schoolWithCourse(system)
  const users = system.client('users', usersContract.resources, fixture.caller)
  const person = async (role: 'student' | 'curator' = 'student') =>
    (await users.users.create({ body: { email: `${newId('usr')}@school.org`, role } })).id
  const clients = (user: Id<'usr'>, role: 'student' | 'curator' | 'manager' = 'student') =>
    system.client(
      'learning',
      learningContract.resources,
      system.caller({ school: fixture.caller.school, role, user }),
    )
  const lesson = await fixture.addLesson({ status: 'published' })
  /** A block of this many seconds. */
  const addFilm = (seconds: number, lessonId = lesson.id) =>
    fixture.api.lessonBlocks.create({
      path: { id: lessonId },
      body: {
        content: {
          kind: 'embed',
          url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
          title: 'Film',
          duration_seconds: seconds,
        },
      },
    })
  const film = await addFilm(100)
  await fixture.publish()
  const student_id = await person()
  const pair = { course_id: fixture.course.id, user_id: student_id }
  const access = await users.accesses.create({ body: pair })
  const enrollment = await fixture.api.enrollments.create({ body: pair })
  const study = async () => fixture.api.enrollments.get({ path: { id: enrollment.id } })
  return {
    ...fixture,
    users,
    person,
    clients,
    lesson,
    film,
    addFilm,
    student_id,
    pair,
    access,
    enrollment,
    study,
    learner: clients(student_id),
  }
}
