import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { movedClock, schoolWithStudies } from '../../testing/flows.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

const day = 86_400_000
const { clock, move, in: later } = movedClock()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService], clock })
})
afterAll(() => system.stop())

const say = (text = 'How wet should the paper be?') => ({ text })

test('students of a lesson read what others write under it, and reply in one thread', async () => {
  const { lesson, student, events } = await schoolOfStudy(system)
  const [ann, bob] = [await student(), await student()]
  const createdComment = await ann.comments.create({ body: { lesson_id: lesson.id, ...say() } })
  expect(createdComment).toMatchObject({
    author_id: ann.id,
    by: 'student',
    parent_id: null,
    status: 'visible',
  })
  const reply = await bob.comments.create({
    body: { parent_id: createdComment.id, ...say('Damp.'), mention_ids: [ann.id] },
  })
  const thanks = await ann.comments.create({ body: { parent_id: reply.id, ...say('Thanks!') } })
  expect(thanks.parent_id).toBe(createdComment.id)
  const { data } = await bob.comments.list({ query: { parent_id: createdComment.id, sort: 'created_at' } })
  expect(data.map(({ text }) => text)).toEqual(['Damp.', 'Thanks!'])
  expect((await bob.comments.get({ path: { id: createdComment.id } })).replies).toBe(2)
  expect((await events('lesson.comment_created')).map(({ data }) => data.object.id)).toEqual([
    createdComment.id,
    reply.id,
    thanks.id,
  ])
})

test('comments are read and written only where the lesson is open', async () => {
  const { api, lessons, student, rule, as } = await schoolWithStudies(system)
  const { user_id } = await student()
  const [one, two] = lessons
  await rule(two!.id, [{ kind: 'date', at: later(day) }])
  await api.comments.create({ body: { lesson_id: one!.id, ...say() } })
  const { id } = await api.comments.create({ body: { lesson_id: two!.id, ...say() } })
  const { comments } = as(user_id)
  const listed = async (query: object = {}) =>
    (await comments.list({ query: query as never })).data.map(({ lesson_id }) => lesson_id)
  expect(await listed()).toEqual([one!.id])
  expect(await listed({ lesson_id: two!.id })).toEqual([])
  await expect(comments.get({ path: { id } })).rejects.toMatchObject({ reason: 'lesson_closed' })
  await expect(comments.create({ body: { parent_id: id, ...say() } })).rejects.toMatchObject({
    reason: 'lesson_closed',
  })
  move(day)
  expect(await listed({ lesson_id: two!.id })).toEqual([two!.id])
  expect((await comments.create({ body: { parent_id: id, ...say() } })).parent_id).toBe(id)
})

test('a comment under a course is for those who study it', async () => {
  const { course, student, person } = await schoolOfStudy(system)
  const [ann, stranger] = [await student(), await person()]
  const { id } = await ann.comments.create({ body: { course_id: course.id, ...say() } })
  await expect(stranger.comments.get({ path: { id } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.comments.create({ body: { course_id: course.id, ...say() } })).rejects.toMatchObject({
    reason: 'comment_course_unknown',
  })
})

test('the school hides a comment with its replies from everyone but its author', async () => {
  const { api, course, lesson, student, person } = await schoolOfStudy(system)
  const [ann, bob, curator] = [await student(), await student(), await person('curator')]
  await api.curators.assign({ body: { curator_id: curator.id, course_id: course.id } })
  const rude = await ann.comments.create({ body: { lesson_id: lesson.id, ...say('Rude') } })
  await bob.comments.create({ body: { parent_id: rude.id, ...say('Please!') } })
  const path = { id: rude.id }
  await expect(bob.comments.update({ path, body: { status: 'hidden' } })).rejects.toMatchObject({
    reason: 'comment_unmoderated',
  })
  await curator.comments.update({ path, body: { status: 'hidden' } })
  const seen = async ({ comments }: typeof ann | typeof curator) =>
    (await comments.list({ query: { sort: 'created_at' } })).data.map(({ text }) => text)
  expect(await seen(ann)).toEqual(['Rude'])
  expect(await seen(bob)).toEqual(['Please!'])
  expect(await seen(curator)).toEqual(['Rude', 'Please!'])
  const third = await student()
  expect(await seen(third)).toEqual([])
})

test('the school pins comments of the first level, up to a maximum', async () => {
  const { api, lesson } = await schoolOfStudy(system)
  const write = async (body: object = { lesson_id: lesson.id }) =>
    (await api.comments.create({ body: { ...body, ...say() } as never })).id
  const pin = async (id: string) => api.comments.update({ path: { id }, body: { pinned: true } })
  const first = await write()
  await expect(pin(await write({ parent_id: first }))).rejects.toMatchObject({ reason: 'reply_unpinnable' })
  await pin(first)
  for (let count = 1; count < 10; count++) await pin(await write())
  await expect(pin(await write())).rejects.toMatchObject({ reason: 'comments_pinned_limit_reached' })
  const { data } = await api.comments.list({ query: { lesson_id: lesson.id, pinned: 'true' } })
  expect(data).toHaveLength(10)
})

test('only its author changes a comment; who has been answered asks the school to delete it', async () => {
  const { api, lesson, student } = await schoolOfStudy(system)
  const [ann, bob] = [await student(), await student()]
  const { id } = await ann.comments.create({ body: { lesson_id: lesson.id, ...say() } })
  const path = { id }
  for (const other of [bob, api])
    await expect(other.comments.update({ path, body: say('x') })).rejects.toMatchObject({
      reason: 'comment_of_other',
    })
  expect(await ann.comments.update({ path, body: say('Dry?') })).toMatchObject({ text: 'Dry?' })
  const reply = await bob.comments.create({ body: { parent_id: id, ...say() } })
  await expect(ann.comments.delete({ path })).rejects.toMatchObject({ reason: 'comment_answered' })
  await bob.comments.delete({ path: { id: reply.id } })
  expect((await ann.comments.get({ path })).replies).toBe(0)
  await bob.comments.create({ body: { parent_id: id, ...say() } })
  await api.comments.delete({ path })
  expect((await api.comments.list({ query: { lesson_id: lesson.id } })).data).toEqual([])
})

test('mentions name only people who take part in the course', async () => {
  const { lesson, student, person } = await schoolOfStudy(system)
  const [ann, stranger] = [await student(), await person()]
  await expect(
    ann.comments.create({ body: { lesson_id: lesson.id, ...say(), mention_ids: [stranger.id] } }),
  ).rejects.toMatchObject({ reason: 'comment_mention_unknown' })
})
