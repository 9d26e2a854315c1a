import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolWithStudy } from '../../testing/learners.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

async function school() {
  const fixture = await schoolWithStudy(system)
  const review = (fields: object = {}, by = fixture.learner) =>
    by.reviews.create({ body: { course_id: fixture.course.id, rating: 4, text: 'Calm.', ...fields } })
  const change = (id: string, body: object, by = fixture.api) => by.reviews.update({ path: { id }, body })
  return { ...fixture, review, change }
}

test('a review is published and answered by the school, and pending again once its author edits it', async () => {
  const { review, change, learner, events, clients, person } = await school()
  const { id, status } = await review()
  expect(status).toBe('pending')
  const other = clients(await person())
  expect((await other.reviews.list()).data).toEqual([])
  expect(await change(id, { status: 'published', answer: 'Thank you.' })).toMatchObject({
    status: 'published',
    published_at: expect.any(String),
    answered_at: expect.any(String),
  })
  expect((await other.reviews.list()).data).toMatchObject([{ id, rating: 4, answer: 'Thank you.' }])
  expect(await change(id, { rating: 4 }, learner)).toMatchObject({ status: 'published' })
  expect(await change(id, { rating: 2 }, learner)).toMatchObject({ status: 'pending', rating: 2 })
  expect((await other.reviews.list()).data).toEqual([])
  expect(await change(id, { status: 'rejected' })).toMatchObject({ status: 'rejected' })
  const createdEvents = (await events()).filter(({ type }) => type === 'course.review_created')
  expect(createdEvents).toMatchObject([{ data: { object: { id, status: 'pending' } } }])
})

test('there is one for a person and course, of those who study it', async () => {
  const { review, api, clients, person, student_id } = await school()
  await review()
  await expect(review()).rejects.toMatchObject({ status: 409, reason: 'review_exists' })
  const stranger = clients(await person())
  await expect(review({}, stranger)).rejects.toMatchObject({ status: 422, reason: 'study_unknown' })
  await expect(review({ user_id: student_id }, stranger)).rejects.toMatchObject({ reason: 'study_unknown' })
  await expect(review({ course_id: newId('crs') })).rejects.toMatchObject({ reason: 'study_unknown' })
  await expect(review({}, api)).rejects.toMatchObject({ reason: 'person_missing' })
})

test('author and school change what is theirs', async () => {
  const { review, change, learner, api, clients, person } = await school()
  const { id } = await review()
  await change(id, { status: 'published' })
  await expect(change(id, { status: 'published' }, learner)).rejects.toMatchObject({
    status: 403,
    reason: 'review_of_school',
  })
  await expect(change(id, { rating: 5 })).rejects.toMatchObject({ status: 403, reason: 'review_of_author' })
  const stranger = clients(await person())
  await expect(change(id, { rating: 1 }, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.reviews.delete({ path: { id } })).rejects.toMatchObject({ status: 404 })
  await api.reviews.delete({ path: { id } })
  await review()
})

test('the words go with an erasure, the stars stay', async () => {
  const { review, change, users, student_id, api } = await school()
  const { id } = await review()
  await change(id, { answer: 'Thank you, Ann.' })
  await users.persons.anonymize({ path: { id: student_id }, body: {} as never })
  const get = () => api.reviews.get({ path: { id } })
  await eventually('the words are gone', async () => (await get()).text === '')
  expect(await get()).toMatchObject({ rating: 4, answer: '' })
})
