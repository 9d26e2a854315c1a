// Lessons that open by other courses, scores, hours or one of several conditions, and lessons and flows that end.
import { type Id, newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { movedClock, schoolWithStudies } from '../../testing/flows.ts'
import { choice } from '../../testing/studying.ts'

const day = 86_400_000
const { clock, move, in: later } = movedClock()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService], clock })
})
afterAll(() => system.stop())

async function school() {
  const base = await schoolWithStudies(system)
  const [first, second] = [base.lessons[0]!, base.lessons[1]!]
  /** Another course of one lesson. */
  const other = async () => {
    const course = await base.api.courses.create({ body: { title: 'Paper', time_zone: 'UTC' } })
    const module = await base.api.modules.create({ body: { course_id: course.id, title: 'Module' } })
    const lesson = await base.api.lessons.create({
      body: { module_id: module.id, title: 'Lesson', status: 'published' },
    })
    await base.api.lessonBlocks.create({
      path: { id: lesson.id },
      body: { content: { kind: 'text', html: '<p>Text</p>' } },
    })
    await base.api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
    return { course, lesson }
  }
  const study = async (user_id: Id<'usr'>, course_id: Id<'crs'>) => {
    await base.users.accesses.create({ body: { user_id, course_id } })
    await base.api.enrollments.create({ body: { user_id, course_id } })
  }
  const statuses = async (user_id: string) => (await base.schedule({ user_id })).map(({ status }) => status)
  const told = async (user_id: string, lesson_id: string) =>
    (await base.opened()).some(item => item.user_id === user_id && item.lesson_id === lesson_id)
  return { ...base, first, second, other, study, statuses, told }
}

describe('another course', () => {
  test('opens a lesson once it is completed, and that is told', async () => {
    const { api, first, student, other, study, rule, schedule, told } = await school()
    const { course, lesson } = await other()
    // Before anybody studies: a lesson that a look has found open is no news when it opens again before the next one.
    await rule(first.id, [{ kind: 'after_course', course_id: course.id }])
    const { user_id } = await student()
    await study(user_id, course.id)
    expect((await schedule({ user_id }))[0]).toMatchObject({
      ...{ status: 'closed', opens_at: null },
      reasons: [{ kind: 'after_course', ref: course.id, met: false, opens_by: 'student' }],
    })
    move(1000)
    await api.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id } })
    expect((await schedule({ user_id }))[0]).toMatchObject({ status: 'open' })
    await eventually('the opening is told', () => told(user_id, first.id))
  })

  test('that waits for this one is refused, also behind a third', async () => {
    const { api, course, first, other, rule } = await school()
    const [paper, ink] = [await other(), await other()]
    const after = (course_id: string) => [{ kind: 'after_course', course_id }]
    await rule(paper.lesson.id, after(ink.course.id))
    await rule(ink.lesson.id, after(course.id))
    await expect(rule(first.id, after(paper.course.id))).rejects.toMatchObject({
      ...{ status: 422, reason: 'courses_circular' },
    })
    await expect(rule(first.id, after(course.id))).rejects.toMatchObject({ reason: 'courses_circular' })
    await expect(rule(first.id, after(newId('crs')))).rejects.toMatchObject({
      reason: 'rule_course_unknown',
      details: [{ path: 'body.conditions.0.course_id' }],
    })
    const { access_rules } = await api.modules.create({
      body: {
        ...{ course_id: paper.course.id, title: 'Late' },
        access_rules: { conditions: after(ink.course.id) as never, deadline: null },
      },
    })
    expect(access_rules.conditions).toHaveLength(1)
  })

  test('of two rules that come at once and would close a circle, one is refused', async () => {
    const { course, first, other, rule } = await school()
    const paper = await other()
    const results = await Promise.allSettled([
      rule(first.id, [{ kind: 'after_course', course_id: paper.course.id }]),
      rule(paper.lesson.id, [{ kind: 'after_course', course_id: course.id }]),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('that a rule names is neither deleted nor archived, and a withdrawal says who waits', async () => {
    const { api, first, other, rule } = await school()
    const { course } = await other()
    await rule(first.id, [{ kind: 'after_course', course_id: course.id }])
    const path = { id: course.id }
    await expect(api.courses.delete({ path })).rejects.toMatchObject({ status: 409, reason: 'course_named' })
    await expect(api.courses.update({ path, body: { status: 'archived' } })).rejects.toMatchObject({
      reason: 'course_named',
      details: [{ message: expect.stringContaining(first.id) }],
    })
    const { problems } = await api.publications.publish({ path, body: { action: 'withdraw', dry_run: true } })
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: 'course_named', message: expect.stringContaining(first.id) }),
    )
    await rule(first.id, [])
    expect(await api.courses.delete({ path })).toMatchObject({ deleted: true })
  })
})

describe('a score', () => {
  test('opens a lesson when the quiz reaches it, and what the rule names stays', async () => {
    const { api, first, second, student, as, rule, statuses, told } = await school()
    const quiz = await api.quizzes.create({ body: { lesson_id: first.id, title: 'Test', pass_percent: 10 } })
    const keys = []
    for (const prompt of ['One', 'Two'])
      keys.push(
        await api.questions.create({ path: { id: quiz.id }, body: { content: { ...choice, prompt } } }),
      )
    await rule(second.id, [{ kind: 'score', item_id: quiz.id, percent: 100 }])
    const { user_id, enrollment_id } = await student()
    const attempt = async (right: number) => {
      const mine = as(user_id).quizAttempts
      const { id, questions } = await mine.start({ body: { quiz_id: quiz.id, enrollment_id } })
      const answers = questions.map(({ question_id, asked }, index) => {
        const { options } = asked as Extract<typeof asked, { kind: 'single' }>
        const option = options.find(({ text }) => (text === 'Cotton') === index < right)!
        return { question_id, revision: 1, answer: { kind: 'single' as const, option_id: option.id } }
      })
      await mine.save({ path: { id }, body: { answers: answers as never } })
      move(1000)
      return mine.finish({ path: { id } })
    }
    await attempt(1)
    expect((await statuses(user_id))[1]).toBe('closed')
    await attempt(2)
    expect((await statuses(user_id))[1]).toBe('open')
    await eventually('the opening is told', () => told(user_id, second.id))
    const other = await api.quizzes.create({ body: { lesson_id: first.id, title: 'Unused' } })
    await rule(second.id, [{ kind: 'score', item_id: other.id, percent: 50 }])
    await expect(api.quizzes.delete({ path: { id: other.id } })).rejects.toMatchObject({
      reason: 'quiz_named',
    })
    await expect(rule(first.id, [{ kind: 'score', item_id: other.id, percent: 50 }])).rejects.toMatchObject({
      reason: 'lessons_circular',
    })
    await expect(
      rule(second.id, [{ kind: 'score', item_id: newId('quz'), percent: 50 }]),
    ).rejects.toMatchObject({
      reason: 'rule_lesson_unknown',
      details: [{ path: 'body.conditions.0.item_id' }],
    })
  })

  test('of a homework opens by its acceptance, and a copy of the course names its own', async () => {
    const { api, course, first, second, student, as, rule, statuses } = await school()
    const assignment = await api.assignments.create({
      body: { lesson_id: first.id, title: 'A sky', max_score: 1000 },
    })
    await rule(second.id, [{ kind: 'score', item_id: assignment.id, percent: 70 }])
    const { user_id, enrollment_id } = await student()
    const sent = await as(user_id).homework.create({
      body: { assignment_id: assignment.id, enrollment_id, text: 'Three washes' },
    })
    const path = { id: sent.id }
    await api.homework.accept({ path, body: { score: 600 } })
    expect((await statuses(user_id))[1]).toBe('closed')
    await api.homework.accept({ path, body: { score: 700 } })
    expect((await statuses(user_id))[1]).toBe('open')
    await expect(api.assignments.delete({ path: { id: assignment.id } })).rejects.toMatchObject({
      reason: 'assignment_begun',
    })

    const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
    const assignments = await eventually('the copy is filled', async () => {
      const { data } = await api.assignments.list({ query: { course_id: copy.id } })
      return data.length ? data : null
    })
    const lessons = (await api.lessons.list({ query: { course_id: copy.id } })).data
    const rules = await Promise.all(lessons.map(({ id }) => api.lessonAccessRules.get({ path: { id } })))
    expect(rules.flatMap(({ conditions }) => conditions)).toEqual([
      { kind: 'score', item_id: assignments![0]!.id, percent: 70 },
    ])
  })
})

describe('one of several', () => {
  test('opens a lesson, and the closed lesson names them all', async () => {
    const { first, second, student, as, rule, statuses, api } = await school()
    const { user_id } = await student()
    const conditions = [
      { kind: 'after_lesson', lesson_id: first.id },
      { kind: 'date', at: later(5 * day) },
    ]
    await rule(second.id, [{ kind: 'any_of', conditions }])
    const closed = as(user_id).lessonBlocks.list({ path: { id: second.id } })
    await expect(closed).rejects.toMatchObject({
      reason: 'lesson_closed',
      details: [{ path: 'after_lesson' }, { path: 'date' }],
    })
    move(1000)
    await api.lessonCompletions.complete({ path: { id: first.id }, body: { user_id } })
    expect((await statuses(user_id))[1]).toBe('open')
  })

  test('hours count from the own start, and a preview says whom a rule opens', async () => {
    const { api, first, student, rule, statuses } = await school()
    const { user_id } = await student()
    await rule(first.id, [{ kind: 'hours_after', from: 'own_start', hours: 5 }])
    move(4 * 3_600_000)
    expect((await statuses(user_id))[0]).toBe('closed')
    const { closes } = await api.lessonAccessRules.set({
      path: { id: first.id },
      body: {
        conditions: [{ kind: 'hours_after', from: 'own_start', hours: 4 }],
        deadline: null,
        dry_run: true,
      },
    })
    expect(closes).toMatchObject({ lessons: [], opens: [{ lesson_id: first.id, people: 1 }], people: 0 })
    move(3_600_000)
    expect((await statuses(user_id))[0]).toBe('open')
  })
})

describe('an end', () => {
  test('closes a lesson to everybody: it is not read, its homework is overdue, and only what was returned is sent', async () => {
    const { api, first, student, as, statuses, override } = await school()
    const assignment = await api.assignments.create({ body: { lesson_id: first.id, title: 'A sky' } })
    const [ann, bob] = [await student(), await student()]
    const send = (who: typeof ann) =>
      as(who.user_id).homework.create({
        body: { assignment_id: assignment.id, enrollment_id: who.enrollment_id, text: 'Three washes' },
      })
    const path = { id: first.id }
    const end = { kind: 'date' as const, at: later(day) }
    const preview = await api.lessonAccessRules.set({
      path,
      body: { conditions: [], deadline: null, end: { ...end, at: later(-1000) }, dry_run: true },
    })
    expect(preview.closes).toMatchObject({ lessons: [{ lesson_id: first.id, people: 2 }], people: 2 })
    await api.lessonAccessRules.set({ path, body: { conditions: [], deadline: null, end } })
    const sent = await send(ann)
    expect(sent).toMatchObject({ due_at: end.at })
    move(day + 1000)
    expect((await statuses(bob.user_id))[0]).toBe('closed')
    expect((await api.lessonSchedule.list({ query: { user_id: bob.user_id } })).data[0]).toMatchObject({
      ...{ ends_at: end.at, due_at: end.at },
      reasons: [{ kind: 'ended', met: false }],
    })
    await expect(as(bob.user_id).lessonBlocks.list({ path })).rejects.toMatchObject({
      reason: 'lesson_closed',
      details: [{ path: 'ended' }],
    })
    await expect(send(bob)).rejects.toMatchObject({ reason: 'lesson_closed' })
    await eventually('the missing homework is overdue', async () => {
      const { data } = await as(bob.user_id).homework.list()
      return data[0]?.late === 'student'
    })
    await api.homework.giveBack({
      path: { id: sent.id },
      body: { comment: 'More water', due_at: later(day) },
    })
    expect(await send(ann)).toMatchObject({ status: 'submitted', number: 2 })
    await override({ user_id: bob.user_id, due_at: later(day) })
    expect(await send(bob)).toMatchObject({ status: 'submitted', days_late: 0 })
  })

  test('of a flow closes its lessons to who studies in it, needs a start, and can be moved', async () => {
    const { users, flow, student, statuses } = await school()
    await expect(
      users.groups.create({ body: { name: 'No flow', ends_at: later(day) } }),
    ).rejects.toMatchObject({
      reason: 'flow_end_invalid',
    })
    const spring = await flow(later(-day), { ends_at: later(day) })
    const [ann, bob] = [await student(spring.id), await student()]
    const both = async () => {
      // What is read of the flows counts for a second.
      move(1000)
      return [(await statuses(ann.user_id))[0], (await statuses(bob.user_id))[0]]
    }
    expect(await both()).toEqual(['open', 'open'])
    move(day)
    expect(await both()).toEqual(['closed', 'open'])
    const path = { id: spring.id }
    await expect(users.groups.update({ path, body: { ends_at: later(-3 * day) } })).rejects.toMatchObject({
      reason: 'flow_end_invalid',
    })
    await users.groups.update({ path, body: { ends_at: later(day) } })
    expect(await both()).toEqual(['open', 'open'])
  })
})
