// Schools in which people study a published course, for specs.
import { type Envelope, type Id, newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import type { QuestionInput } from '../assessment/questions/question-content.ts'
import { learningContract } from '../contract.ts'

/** A question of one choice. */
export const choice = {
  kind: 'single',
  prompt: 'Which paper?',
  options: [
    { text: 'Cotton', correct: true },
    { text: 'Copy', correct: false },
  ],
} satisfies QuestionInput

/** A school with a published course of one published lesson; the system runs the users service, too. */
export async function schoolOfStudy(system: TestSystem) {
  const owner = system.caller()
  const clients = (caller: ReturnType<TestSystem['caller']>) => ({
    ...system.client('users', usersContract.resources, caller),
    ...system.client('learning', learningContract.resources, caller),
  })
  const api = clients(owner)
  const course = await api.courses.create({ body: { title: 'Watercolour' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Module' } })
  /** Another lesson with a block. */
  const addLesson = async () => {
    const lesson = await api.lessons.create({
      body: { module_id: module.id, title: 'Lesson', status: 'published' },
    })
    await api.lessonBlocks.create({
      path: { id: lesson.id },
      body: { content: { kind: 'text', html: '<p>Text</p>' } },
    })
    return lesson
  }
  const lesson = await addLesson()
  await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })

  /** A member of the staff or another person, with clients of their own. */
  const person = async (role: 'student' | 'curator' | 'manager' = 'student') => {
    const { id } = await api.users.create({ body: { email: `${newId('usr')}@school.org`, role } })
    return { id, ...clients(system.caller({ school: owner.school, role, user: id })) }
  }
  /** A student of the course. */
  const student = async (study: { group_id?: Id<'grp'> } = {}) => {
    const createdPerson = await person()
    const { id: user_id } = createdPerson
    const access = await api.accesses.create({ body: { user_id, course_id: course.id } })
    const enrollment = await api.enrollments.create({ body: { user_id, course_id: course.id, ...study } })
    return { ...createdPerson, enrollment, access }
  }
  /** The events of the learning service of this school, of the types with this beginning, the oldest first. */
  const events = async (beginning: string): Promise<Envelope<any>[]> => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from learning.outbox where school_id = $1 order by position',
      },
      values: [owner.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type?.startsWith(beginning))
  }
  return { owner, api, course, module, lesson, addLesson, person, student, events }
}
