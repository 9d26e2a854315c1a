// Whoever is assigned to a person, a flow or a course sees what their work needs, however they were assigned.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

/** A student with an open answer that waits for a review, and another student; a curator of neither. */
async function school() {
  const base = await schoolOfStudy(system)
  const { api, course, lesson } = base
  const quiz = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers' } })
  const question = await api.questions.create({
    path: { id: quiz.id },
    body: { content: { kind: 'open', prompt: 'Why cotton?' } },
  })
  const [ann, bob, curator] = [await base.student(), await base.student(), await base.person('curator')]
  const begun = await ann.quizAttempts.start({
    body: { quiz_id: quiz.id, enrollment_id: ann.enrollment.id },
  })
  await ann.quizAttempts.save({
    path: { id: begun.id },
    body: {
      answers: [{ question_id: question.id, revision: 1, answer: { kind: 'open', text: 'It lasts.' } }],
    },
  })
  await ann.quizAttempts.finish({ path: { id: begun.id } })
  await api.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id: ann.id } })
  /** Whom each list shows to the curator. */
  const seen = async () => {
    const lists = await Promise.all([
      curator.enrollments.list(),
      curator.quizAttempts.list(),
      curator.progress.list(),
      curator.gradebooks.list({ path: { id: course.id } }),
      curator.lessonSchedule.list(),
      curator.accesses.list(),
    ])
    const people = await curator.users.list()
    const ids: (string | null)[][] = [
      ...lists.map(({ data }) => data.map(({ user_id }) => user_id)),
      people.data.map(({ id }) => id),
    ]
    return ids.map(list => new Set(list.filter(id => id !== curator.id)))
  }
  return { ...base, ann, bob, curator, attempt: begun, question, seen }
}

test.each(['user_id', 'group_id', 'course_id', 'group.curator_id'] as const)(
  'a curator by %s sees attempts, progress, grades, schedule, access and contact, and reviews',
  async kind => {
    const { api, course, ann, bob, curator, attempt, question, seen } = await school()
    expect((await seen()).map(ids => ids.size)).toEqual([0, 0, 0, 0, 0, 0, 0])
    const group = await api.groups.create({
      body: { name: 'Spring', curator_id: kind === 'group.curator_id' ? curator.id : null },
    })
    await api.members.add({ path: { id: group.id }, body: { user_id: ann.id } })
    const scopes = { user_id: ann.id, group_id: group.id, course_id: course.id }
    if (kind !== 'group.curator_id')
      await api.curators.assign({ body: { curator_id: curator.id, [kind]: scopes[kind] } as never })
    const both = new Set(kind === 'course_id' ? [ann.id, bob.id] : [ann.id])
    await eventually('all services know', async () => (await seen()).every(({ size }) => size > 0))
    const only = new Set([ann.id])
    expect(await seen()).toEqual([both, only, only, both, both, both, both])
    const reviewed = await curator.quizAttempts.review({
      path: { id: attempt.id },
      body: { scores: [{ question_id: question.id, score: 100, comment: '' }] },
    })
    expect(reviewed.status).toBe('reviewed')
    expect((await curator.users.get({ path: { id: ann.id } })).email).toBe(
      (await api.users.get({ path: { id: ann.id } })).email,
    )
  },
)

test('the contact of a student is closed again once the assignment has ended', async () => {
  const { api, course, curator, seen } = await school()
  const assigned = await api.curators.assign({ body: { curator_id: curator.id, course_id: course.id } })
  await eventually('the users service knows', async () => (await seen()).at(-1)!.size === 2)
  await api.curators.release({ body: { id: assigned.id } })
  await eventually('the users service knows', async () => (await seen()).at(-1)!.size === 0)
  expect((await seen()).map(ids => ids.size)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('a change of the load leaves an absence as it is, and an assignment moves to other work', async () => {
  const { api, course, ann, curator } = await school()
  const who = { curator_id: curator.id, course_id: course.id }
  const absence_starts_at = '2030-01-01T00:00:00.000+00:00'
  const { id } = await api.curators.assign({ body: { ...who, absence_starts_at } })
  expect(await api.curators.assign({ body: { ...who, max_load: 3 } })).toMatchObject({
    id,
    max_load: 3,
    absence_starts_at,
  })
  const moved = await api.curators.assign({ body: { id, curator_id: curator.id, user_id: ann.id } })
  expect(moved).toMatchObject({ id, user_id: ann.id, course_id: null, max_load: 3, absence_starts_at })
  const back = await api.curators.assign({ body: { id, curator_id: curator.id, absence_starts_at: null } })
  expect(back).toMatchObject({ id, user_id: ann.id, max_load: 3, absence_starts_at: null })
  expect((await api.curators.list()).data).toHaveLength(1)
  await api.curators.assign({ body: who })
  await expect(api.curators.assign({ body: { ...who, id } })).rejects.toMatchObject({
    reason: 'curator_assignment_exists',
  })
})

test('the curator of a group is one of the assignments, and ends with it', async () => {
  const { api, curator, person } = await school()
  const group = await api.groups.create({ body: { name: 'Spring', curator_id: curator.id } })
  const own = async () => (await api.curators.list()).data.map(each => `${each.curator_id} ${each.group_id}`)
  await eventually('it is listed', async () => (await own()).join() === `${curator.id} ${group.id}`)
  const other = await person('curator')
  await api.groups.update({ path: { id: group.id }, body: { curator_id: other.id } })
  await eventually('the other is', async () => (await own()).join() === `${other.id} ${group.id}`)
  await api.groups.update({ path: { id: group.id }, body: { curator_id: null } })
  await eventually('nobody is', async () => (await own()).length === 0)
})
