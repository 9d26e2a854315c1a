import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { learningContract } from '../contract.ts'
import { learningService } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
}, 60_000)
afterAll(() => system.stop())

/** A school with a course. */
async function school() {
  const caller = system.caller()
  const { courses } = system.client('learning', learningContract.resources, caller)
  const course = await courses.create({ body: { title: 'Watercolour' } })
  const path = { id: course.id }
  const publish = (body: object = {}) => courses.publish({ path, body: { action: 'publish', ...body } })
  const change = (body: object) => courses.change({ path, body })
  const events = async () => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from learning.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
  }
  const asStudent = system.client('learning', learningContract.resources, {
    ...system.caller({ school: caller.school, role: 'student', user: newId('usr') }),
  })
  return { caller, courses, course, path, publish, change, events, asStudent }
}

test('a course begins as a draft, and tells of its card', async () => {
  const { course, events } = await school()
  expect(course).toMatchObject({
    status: 'draft',
    published_at: null,
    building: null,
    after_access: 'nothing',
  })
  expect(await events()).toMatchObject([{ type: 'course.created', data: { object: { id: course.id } } }])
})

test('a change of the card tells what it was, and no change tells nothing', async () => {
  const { change, events } = await school()
  await change({ title: 'Oil' })
  await change({ title: 'Oil' })
  expect((await events()).slice(1)).toMatchObject([
    { type: 'course.updated', data: { object: { title: 'Oil' }, previous: { title: 'Watercolour' } } },
  ])
})

test('a course is published, withdrawn, published again and archived, each with one event', async () => {
  const { courses, path, publish, change, events } = await school()
  const { course } = await publish()
  expect(course).toMatchObject({ status: 'published', published_at: expect.any(String) })
  expect((await publish()).course).toEqual(course)
  await courses.publish({ path, body: { action: 'withdraw' } })
  await publish()
  expect(await change({ status: 'archived' })).toMatchObject({ status: 'archived' })
  const told = (await events()).slice(1).map(({ type, data }) => [type, data.object.status])
  expect(told).toEqual(
    ['published', 'draft', 'published', 'archived'].map(status => ['course.published', status]),
  )
})

test('a draft is neither withdrawn nor archived, and an archived course stays archived', async () => {
  const { courses, path, publish, change } = await school()
  const withdraw = () => courses.publish({ path, body: { action: 'withdraw' } })
  await expect(withdraw()).rejects.toMatchObject({ status: 409, reason: 'course_not_published' })
  await expect(change({ status: 'archived' })).rejects.toMatchObject({ reason: 'course_not_published' })
  await publish()
  await change({ status: 'archived' })
  await expect(publish()).rejects.toMatchObject({ status: 409, reason: 'course_archived' })
  await expect(withdraw()).rejects.toMatchObject({ status: 409, reason: 'course_archived' })
})

test('a dry run publishes nothing', async () => {
  const { courses, path, publish } = await school()
  expect((await publish({ dry_run: true })).course).toMatchObject({ status: 'draft' })
  expect(await courses.get({ path })).toMatchObject({ status: 'draft', version: 1 })
})

test('students see nothing of a draft', async () => {
  const { asStudent, path, publish } = await school()
  await expect(asStudent.courses.get({ path })).rejects.toMatchObject({ status: 404 })
  expect((await asStudent.courses.list({})).data).toEqual([])
  await publish()
  expect(await asStudent.courses.get({ path })).toMatchObject({ id: path.id })
})
