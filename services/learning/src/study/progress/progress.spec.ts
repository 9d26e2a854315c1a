import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolWithStudy } from '../../testing/learners.ts'
import { EnrollmentStore } from '../enrollments/enrollment.store.ts'
import { RightStore } from '../rights/right.store.ts'
import { fulfill } from './enter.ts'
import { LessonProgressStore } from './lesson-progress.store.ts'

let system: TestSystem
let now = Date.parse('2026-11-23T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

async function school() {
  const fixture = await schoolWithStudy(system)
  const { api, lesson, film, learner, events } = fixture
  const report = (reports: object[], by = learner) => by.progress.report({ body: { reports } as never })
  const watch = (from: number, to: number, block_id = film.id, more: object = {}) =>
    report([{ block_id, segments: [{ from, to }], ...more }])
  const setRule = (completion: object, id = lesson.id) =>
    api.lessons.update({ path: { id }, body: { completion } as never })
  const eventTypes = async () =>
    (await events())
      .map(({ type }) => type)
      .filter(type => /^(lesson\.(started|completed)|course\.completed)$/.test(type))
  const recounted = () => system.services.learning!.workOffTasks()
  const complete = (by = learner, body: object = {}) =>
    by.lessonCompletions.complete({ path: { id: lesson.id }, body })
  return { ...fixture, report, watch, setRule, eventTypes, recounted, complete }
}
const viewed = { match: 'all', conditions: ['viewed'], viewed_percent: 80 }

test('watched seconds are united, whatever is repeated or late, and the latest position counts', async () => {
  const { watch, learner, film, lesson, eventTypes } = await school()
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  await watch(0, 30, film.id, { position_seconds: 30, at: at(0) })
  now += 60_000
  await watch(20, 40, film.id, { position_seconds: 40, at: at(30) })
  const { lessons } = await watch(20, 40, film.id, { position_seconds: 20, at: at(50) })
  expect(lessons).toMatchObject([{ lesson_id: lesson.id, viewed_percent: 40, status: 'started' }])
  expect(lessons[0]!.blocks).toMatchObject([{ block_id: film.id, watched_seconds: 40, position_seconds: 40 }])
  expect((await learner.progress.list()).data).toEqual(lessons)
  expect(await eventTypes()).toEqual(['lesson.started'])
})

test('a film that is deleted is watched by nobody any more, and one that is longer has more to watch', async () => {
  const { api, addFilm, watch, setRule, eventTypes, lesson, learner, film, recounted } = await school()
  await setRule(viewed)
  const second = await addFilm(100)
  await watch(0, 60)
  now += 60_000
  await watch(60, 100)
  const percent = async () => (await learner.progress.list()).data[0]!.viewed_percent
  expect(await percent()).toBe(50)
  const longer = { ...(second.content as object), duration_seconds: 300 }
  await api.lessonBlocks.update({
    path: { id: lesson.id, blockId: second.id },
    body: { content: longer as never },
  })
  await recounted()
  expect(await percent()).toBe(50)
  now += 600_000
  await eventually('the share of more', async () => {
    await recounted()
    return (await percent()) === 25
  })
  await api.lessonBlocks.delete({ path: { id: lesson.id, blockId: second.id } })
  now += 600_000
  await eventually('its completion', async () => {
    await recounted()
    return (await percent()) === 100
  })
  expect(await eventTypes()).toEqual(['lesson.started', 'lesson.completed', 'course.completed'])
  expect((await learner.progress.list()).data).toMatchObject([{ blocks: [{ block_id: film.id }] }])
})

test('a lesson and its course are completed by watching, once', async () => {
  const { watch, setRule, eventTypes, study } = await school()
  await setRule(viewed)
  await watch(0, 60)
  expect(await study()).toMatchObject({ status: 'active', percent: 0 })
  now += 60_000
  const { lessons } = await watch(60, 100)
  expect(lessons).toMatchObject([{ status: 'completed', viewed_percent: 100 }])
  await watch(0, 100)
  expect(await study()).toMatchObject({
    status: 'completed',
    percent: 100,
    completed_at: lessons[0]!.completed_at,
  })
  expect(await eventTypes()).toEqual(['lesson.started', 'lesson.completed', 'course.completed'])
})

test('reports that cannot be are left out with a warning, and the others are taken', async () => {
  const { report, film, addFilm, learner, access, users, lesson } = await school()
  const long = await addFilm(5000)
  const unknown = newId('lbk')
  const reportResult = await report([
    { block_id: unknown },
    { block_id: long.id, segments: [{ from: 0, to: 5000 }] },
    { block_id: film.id, segments: [{ from: 0, to: 10 }] },
  ])
  expect(reportResult.accepted).toBe(2)
  expect(reportResult.unknown).toEqual([unknown])
  expect(reportResult.warnings).toMatchObject([{ index: 1, kind: 'too_fast' }])
  expect(reportResult.lessons[0]!.blocks.map(block => block.watched_seconds).sort()).toEqual([10, 60])
  await users.accesses.revoke({ path: { id: access.id } })
  now += 1000
  expect(await report([{ block_id: film.id }])).toMatchObject({
    accepted: 0,
    lessons: [],
    warnings: [{ index: 0, kind: 'study_not_running' }],
  })
  const mark = learner.lessonCompletions.complete({ path: { id: lesson.id }, body: {} })
  await expect(mark).rejects.toMatchObject({ status: 409, reason: 'study_not_running' })
})

test('statements of the xAPI video profile are reports of the person that the call acts as', async () => {
  const { report, film } = await school()
  const extensions = 'https://w3id.org/xapi/video/extensions/'
  const statement = (segments: string) => ({
    actor: { mbox: 'mailto:somebody@else.org' },
    verb: { id: 'https://w3id.org/xapi/video/verbs/paused', display: { en: 'paused' } },
    object: { id: `https://school.org/blocks/${film.id}` },
    result: { extensions: { [`${extensions}played-segments`]: segments, [`${extensions}time`]: 24.5 } },
  })
  expect(await report([statement('0[.]12.5[,]20[.]24.5'), statement('soon')])).toMatchObject({
    accepted: 1,
    warnings: [{ index: 1, kind: 'unreadable' }],
    lessons: [{ blocks: [{ watched_seconds: 18, position_seconds: 24 }] }],
  })
})

test('students mark lessons where the rule says so; staff completes and takes back', async () => {
  const { complete, setRule, api, lesson, student_id, study, person, clients } = await school()
  await setRule({ ...viewed, conditions: ['viewed', 'marked'] })
  expect(await complete()).toMatchObject({ status: 'started', marked_at: expect.any(String) })
  expect(await complete(api, { user_id: student_id })).toMatchObject({ status: 'completed' })
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
  const path = { id: lesson.id }
  expect(await api.lessonCompletions.undo({ path, body: { user_id: student_id } })).toMatchObject({
    status: 'started',
    completed_at: null,
    marked_at: null,
  })
  expect(await study()).toMatchObject({ status: 'active', percent: 0, completed_at: null })
  await setRule(viewed)
  await expect(complete()).rejects.toMatchObject({ reason: 'lesson_not_markable' })
  await expect(complete(api)).rejects.toMatchObject({ status: 422, reason: 'person_missing' })
  const stranger = clients(await person())
  await expect(complete(stranger)).rejects.toMatchObject({ status: 404 })
  await expect(complete(stranger, { user_id: student_id })).rejects.toMatchObject({ status: 404 })
})

test('a changed rule completes what was done, and new lessons take no completion away', async () => {
  const { addLesson, setRule, watch, study, recounted, eventTypes, complete, api, student_id } =
    await school()
  const second = await addLesson({ status: 'published' })
  await watch(0, 60)
  await setRule({ ...viewed, viewed_percent: 50 })
  await recounted()
  expect(await study()).toMatchObject({ status: 'active', percent: 50 })
  expect(await eventTypes()).toEqual(['lesson.started', 'lesson.completed'])
  await complete(api, { user_id: student_id })
  await api.lessons.update({ path: { id: second.id }, body: { required: false } })
  await recounted()
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
  await addLesson({ status: 'published' })
  await recounted()
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
  expect(await eventTypes()).toEqual(['lesson.started', 'lesson.completed', 'course.completed'])
})

test('what staff has taken back stays so when the course changes, until something is done again', async () => {
  const { watch, setRule, study, recounted, eventTypes, complete, api, lesson, student_id } = await school()
  await setRule({ match: 'any', conditions: ['viewed', 'marked'], viewed_percent: 50 })
  await watch(0, 60)
  expect(await study()).toMatchObject({ status: 'completed' })
  const path = { id: lesson.id }
  expect(await api.lessonCompletions.undo({ path, body: { user_id: student_id } })).toMatchObject({
    status: 'started',
    taken_back_at: expect.any(String),
  })
  await setRule({ match: 'any', conditions: ['viewed', 'marked'], viewed_percent: 40 })
  await recounted()
  now += 60_000
  await watch(60, 70)
  expect(await study()).toMatchObject({ status: 'active', percent: 0 })
  expect(await complete()).toMatchObject({ status: 'completed', taken_back_at: null })
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
  const both = ['lesson.completed', 'course.completed']
  expect(await eventTypes()).toEqual(['lesson.started', ...both, 'lesson.started', ...both])
})

test('a mark that a student sets, undoes and sets again tells one completion of the course', async () => {
  const { setRule, study, eventTypes, complete, learner, lesson } = await school()
  await setRule({ ...viewed, conditions: ['marked'] })
  for (let round = 0; round < 3; round++) {
    await complete()
    expect(await study()).toMatchObject({ status: 'completed' })
    await learner.lessonCompletions.undo({ path: { id: lesson.id }, body: {} })
    expect(await study()).toMatchObject({ status: 'active', percent: 0 })
  }
  const types = await eventTypes()
  expect(types.filter(type => type === 'course.completed')).toHaveLength(1)
})

test('a changed rule completes nobody whose study has ended, and those who study on once they do', async () => {
  const { watch, setRule, study, recounted, eventTypes, api, student_id, course } = await school()
  await setRule(viewed)
  await watch(0, 60)
  const { id } = await study()
  await api.enrollments.delete({ path: { id } })
  await setRule({ ...viewed, viewed_percent: 50 })
  await recounted()
  expect(await study()).toMatchObject({ status: 'ended', percent: 0, completed_at: null })
  expect(await eventTypes()).toEqual(['lesson.started'])
  await api.enrollments.create({ body: { user_id: student_id, course_id: course.id } })
  await recounted()
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
})

test('a closed lesson takes neither reports nor marks, and what is completed opens the next', async () => {
  const { watch, complete, api, lesson, addLesson, addText, learner, student_id } = await school()
  const next = await addLesson({ status: 'published' })
  await addText(next.id)
  const set = (id: string, kind: string, lesson_id: string) =>
    api.lessonAccessRules.set({ path: { id }, body: { conditions: [{ kind, lesson_id }] } as never })
  await set(next.id, 'after_lesson', lesson.id)
  const statuses = async () => (await learner.lessonSchedule.list()).data.map(({ status }) => status)
  expect(await statuses()).toEqual(['open', 'closed'])
  const mark = () => learner.lessonCompletions.complete({ path: { id: next.id }, body: {} })
  await expect(mark()).rejects.toMatchObject({ status: 403, reason: 'lesson_closed' })
  await complete()
  expect(await statuses()).toEqual(['open', 'open'])
  expect(await mark()).toMatchObject({ status: 'completed' })
  const lent = await addLesson({ status: 'published' })
  await set(lesson.id, 'after_acceptance', lent.id)
  await api.lessonCompletions.undo({ path: { id: lesson.id }, body: { user_id: student_id } })
  expect(await watch(0, 1)).toMatchObject({ accepted: 0, warnings: [{ kind: 'lesson_closed' }] })
})

test('a new round begins with nothing', async () => {
  const { complete, api, pair, learner, study } = await school()
  await complete()
  expect(await api.progress.reset({ body: pair })).toMatchObject({ status: 'active', percent: 0 })
  expect((await learner.progress.list()).data).toEqual([])
  await complete()
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
  const nobody = api.progress.reset({ body: { ...pair, user_id: newId('usr') } })
  await expect(nobody).rejects.toMatchObject({ status: 422, reason: 'study_unknown' })
})

test('a lesson that somebody has begun and a course that somebody studies are not deleted', async () => {
  const { watch, api, lesson, course } = await school()
  await watch(0, 1)
  await expect(api.lessons.delete({ path: { id: lesson.id } })).rejects.toMatchObject({
    status: 409,
    reason: 'lesson_studied',
  })
  await expect(api.courses.delete({ path: { id: course.id } })).rejects.toMatchObject({ status: 409 })
})

test('passed quizzes and accepted homework complete a lesson in the transaction of their cause', async () => {
  const { setRule, caller, lesson, student_id, study } = await school()
  await setRule({ ...viewed, conditions: ['quiz', 'homework'] })
  const enter = (what: 'quiz' | 'homework') =>
    inSchool(caller.school, system.services.learning!.runtime, async ({ work }) =>
      fulfill(
        { user_id: student_id, lesson_id: lesson.id },
        what,
        {
          enrollments: new EnrollmentStore(work),
          lessonProgress: new LessonProgressStore(work),
          rights: new RightStore(work),
        },
        work,
      ),
    )
  await enter('quiz')
  expect(await study()).toMatchObject({ percent: 0 })
  await enter('homework')
  expect(await study()).toMatchObject({ status: 'completed', percent: 100 })
})

test('of two merged persons the seconds are united, and the earlier completion stays', async () => {
  const { watch, report, users, person, clients, pair, student_id, film, api, course, setRule } =
    await school()
  await setRule(viewed)
  const twin = await person()
  await users.accesses.create({ body: { ...pair, user_id: twin } })
  await api.enrollments.create({ body: { user_id: twin, course_id: course.id } })
  await watch(0, 50)
  await report([{ block_id: film.id, segments: [{ from: 40, to: 70 }] }], clients(twin))
  await users.persons.merge({ path: { id: student_id }, body: { user_id: twin } })
  const all = async () => (await api.progress.list()).data
  await eventually('one is left', async () => (await all()).length === 1)
  expect(await all()).toMatchObject([{ user_id: student_id, blocks: [{ watched_seconds: 70 }] }])
})
