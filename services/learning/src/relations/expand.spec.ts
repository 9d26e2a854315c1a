// Lists show the names of people, courses and lessons beside their ids, to those who may read them.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../service.ts'
import { schoolOfStudy } from '../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test('a student reads who wrote a comment, in which course and lesson', async () => {
  const { api, course, lesson, student } = await schoolOfStudy(system)
  const [ann, bob] = [await student(), await student()]
  await api.users.update({ path: { id: ann.id }, body: { first_name: 'Ann', last_name: 'Lee' } })
  await ann.comments.create({ body: { lesson_id: lesson.id, text: 'How wet?' } })
  const { data } = await bob.comments.list({ query: { expand: 'author,course,lesson' } as never })
  expect(data).toMatchObject([
    {
      author: { id: ann.id, first_name: 'Ann', last_name: 'Lee' },
      course: { id: course.id, title: 'Watercolour' },
      lesson: { id: lesson.id, title: 'Lesson' },
    },
  ])
  expect(Object.keys((data[0] as unknown as { author: object }).author)).toEqual([
    'id',
    'first_name',
    'last_name',
  ])
})

test('lists of studies show their people, courses and lessons', async () => {
  const { api, lesson, student } = await schoolOfStudy(system)
  const ann = await student()
  await ann.lessonCompletions.complete({ path: { id: lesson.id }, body: {} })
  const query = { expand: 'user,course,lesson' } as never
  for (const list of [api.progress.list({ query }), api.lessonSchedule.list({ query })])
    expect((await list).data).toMatchObject([
      { user: { id: ann.id }, course: { title: 'Watercolour' }, lesson: { title: 'Lesson' } },
    ])
  expect((await api.enrollments.list({ query })).data).toMatchObject([
    { user: { id: ann.id }, course: { title: 'Watercolour' } },
  ])
})

test('a student reads the page of a lesson at once: blocks, quiz, homework, and how far they have come', async () => {
  const { api, lesson, student } = await schoolOfStudy(system)
  const path = { id: lesson.id }
  const of = { lesson_id: lesson.id, title: 'Papers' }
  const quiz = await api.quizzes.create({ body: of })
  const assignment = await api.assignments.create({ body: { ...of, max_score: null } })
  await api.lessonBlocks.create({ path, body: { content: { kind: 'quiz', quiz_id: quiz.id } } })
  await api.lessonBlocks.create({
    path,
    body: { content: { kind: 'assignment', assignment_id: assignment.id } },
  })
  const ann = await student()
  const [text] = (await api.lessonBlocks.list({ path })).data
  await ann.progress.report({ body: { reports: [{ block_id: text!.id }] } })
  const page = await ann.lessonBlocks.list({
    path,
    query: { expand: 'quiz,assignment,progress' } as never,
  })
  expect(page.data).toMatchObject([
    { id: text!.id, quiz: null, assignment: null, progress: { block_id: text!.id } },
    { quiz: { id: quiz.id, title: 'Papers' }, assignment: null, progress: null },
    { quiz: null, assignment: { id: assignment.id, title: 'Papers' }, progress: null },
  ])
})
