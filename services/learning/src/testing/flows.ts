// Schools with a course that people study, for specs: they need the users service, too.
import { type Envelope, formatTime, type Id, newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { learningContract } from '../contract.ts'
import type { ScheduleItem } from '../study/schedule/schedule.contract.ts'

/** A clock that a spec moves. */
export function movedClock() {
  let now = Date.now()
  return {
    clock: { now: () => new Date(now) },
    move: (milliseconds: number) => {
      now += milliseconds
    },
    in: (milliseconds: number) => formatTime(new Date(now + milliseconds)),
  }
}

/** A school with a published course of published lessons with a block each. */
export async function schoolWithStudies(system: TestSystem, lessonCount = 2) {
  const owner = system.caller()
  const users = system.client('users', usersContract.resources, owner)
  const api = system.client('learning', learningContract.resources, owner)
  const course = await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Module' } })
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
  const lessons = []
  for (let count = 0; count < lessonCount; count++) lessons.push(await addLesson())
  await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })

  const person = async (role: 'student' | 'curator' = 'student') =>
    (await users.users.create({ body: { email: `${newId('usr')}@school.org`, role } })).id
  const flow = (starts_at: string, fields: object = {}) =>
    users.groups.create({ body: { name: newId('grp'), starts_at, ...fields } })
  /** Gives a person the course. */
  const grant = (user_id: Id<'usr'>, fields: object = {}) =>
    users.accesses.create({ body: { user_id, course_id: course.id, ...fields } })
  /** A new person who studies the course, also in a flow. */
  const student = async (group_id: Id<'grp'> | null = null) => {
    const user_id = await person()
    await grant(user_id)
    const { id } = await api.enrollments.create({ body: { user_id, course_id: course.id, group_id } })
    return { user_id, enrollment_id: id }
  }
  const as = (user: Id<'usr'>, role: 'student' | 'curator' = 'student') =>
    system.client('learning', learningContract.resources, system.caller({ school: owner.school, role, user }))
  const rule = (id: Id<'les'>, conditions: object[], deadline: object | null = null) =>
    api.lessonAccessRules.set({ path: { id }, body: { conditions, deadline } as never })
  /** What the staff sees of a schedule. */
  const schedule = async (query: object) => (await api.lessonSchedule.list({ query: query as never })).data
  /** The openings that were told, in order; to a whole flow where nobody is named. */
  const opened = async (): Promise<ScheduleItem[]> => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: `select payload from learning.outbox where school_id = $1 and payload like '%"lesson.opened"%' order by position`,
      },
      values: [owner.school],
    })
    const events = rows.map(([payload]) => JSON.parse(payload!) as Envelope<ScheduleItem>)
    return events.filter(({ type }) => type === 'lesson.opened').map(({ data }) => data.object)
  }
  const override = (body: object) =>
    api.lessonOverrides.create({ body: { course_id: course.id, ...body } as never })
  return {
    owner,
    users,
    api,
    course,
    module,
    lessons,
    addLesson,
    person,
    flow,
    grant,
    student,
    as,
    rule,
    schedule,
    opened,
    override,
  }
}
