// Curators read and moderate what is assigned to them: by a person, a flow that they curate, or a course.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

/** A student's comment with an answer to it, a review that is pending, and a quiz with a question. */
async function school() {
  const base = await schoolOfStudy(system)
  const { api, course, lesson } = base
  const [ann, bob] = [await base.student(), await base.student()]
  const comment = await ann.comments.create({ body: { lesson_id: lesson.id, text: 'How wet?' } })
  await bob.comments.create({ body: { parent_id: comment.id, text: 'Very.' } })
  const review = await ann.reviews.create({ body: { course_id: course.id, rating: 4 } })
  const quiz = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers' } })
  await api.questions.create({ path: { id: quiz.id }, body: { content: choice } })
  const seen = async ({ comments, reviews, questions }: typeof ann | typeof base.api) => {
    const lists = await Promise.all([
      comments.list(),
      reviews.list(),
      questions.list({ path: { id: quiz.id } }),
    ])
    return lists.map(({ data }) => data.length)
  }
  return { ...base, ann, comment, review, quiz, seen }
}

test('who curates nobody sees no comment, no pending review and no question, and hides nothing', async () => {
  const { api, course, person, comment, review, seen } = await school()
  const curator = await person('curator')
  expect(await seen(api)).toEqual([2, 1, 1])
  expect(await seen(curator as never)).toEqual([0, 0, 0])
  const hide = { path: { id: comment.id }, body: { status: 'hidden' as const } }
  await expect(curator.comments.update(hide)).rejects.toMatchObject({ status: 404 })
  await expect(curator.comments.delete({ path: { id: comment.id } })).rejects.toMatchObject({ status: 404 })
  await expect(curator.reviews.get({ path: { id: review.id } })).rejects.toMatchObject({ status: 404 })
  await api.reviews.update({ path: { id: review.id }, body: { status: 'published' } })
  expect(await seen(curator as never)).toEqual([0, 1, 0])
  const own = await curator.comments.create({ body: { course_id: course.id, text: 'Welcome' } })
  await curator.comments.update({ path: { id: own.id }, body: { text: 'Welcome, all' } })
})

test.each(['course_id', 'user_id', 'group_id'] as const)('whom a %s is assigned to does', async kind => {
  const { api, course, person, ann, comment, seen } = await school()
  const curator = await person('curator')
  const group = await api.groups.create({ body: { name: 'Spring' } })
  await api.members.add({ path: { id: group.id }, body: { user_id: ann.id } })
  const scope = { course_id: course.id, user_id: ann.id, group_id: group.id }
  await api.curators.assign({ body: { curator_id: curator.id, [kind]: scope[kind] } as never })
  expect(await seen(curator as never)).toEqual([2, 1, 1])
  await curator.comments.update({ path: { id: comment.id }, body: { status: 'hidden' } })
})
