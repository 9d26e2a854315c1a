// Homework that is reviewed by the criteria of a rubric.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

const levels = [
  { key: 'poor', title: 'Poor', percent: 0 },
  { key: 'fair', title: 'Fair', percent: 50 },
  { key: 'good', title: 'Good', percent: 100 },
]
const rubric = [
  { key: 'colour', title: 'Colour', weight: 3, levels },
  { key: 'form', title: 'Form', weight: 1, levels },
]
const graded = (colour: string, form: string) => [
  { key: 'colour', level: colour, comment: 'More water' },
  { key: 'form', level: form },
]

test('a review by criteria gives the score, the student sees it, and the grade follows', async () => {
  const { api, send, claim, curator, student, course } = await homeworkSchool(system, { rubric })
  const path = { id: (await send()).id }
  await claim()
  const accepted = await curator.homework.accept({ path, body: { criteria: graded('good', 'fair') } })
  expect(accepted).toMatchObject({ status: 'accepted', score: 875, given_score: 875 })
  expect((await student.homework.get({ path })).criteria).toEqual([
    {
      ...{ key: 'colour', title: 'Colour', weight: 3, comment: 'More water' },
      level: { key: 'good', title: 'Good', percent: 100 },
    },
    {
      ...{ key: 'form', title: 'Form', weight: 1, comment: '' },
      level: { key: 'fair', title: 'Fair', percent: 50 },
    },
  ])
  const [row] = (await api.gradebooks.list({ path: { id: course.id } })).data
  expect(row!.grades).toMatchObject([{ score: 875, max_score: 1000, status: 'accepted' }])
})

test('a rubric that changes later rewrites no review, and a repeated acceptance goes by the new one', async () => {
  const { api, assignment, send, claim, curator } = await homeworkSchool(system, { rubric })
  const path = { id: (await send()).id }
  await claim()
  const before = await curator.homework.accept({ path, body: { criteria: graded('fair', 'fair') } })
  const changed = [{ ...rubric[0]!, title: 'Colours', weight: 1 }]
  await api.assignments.update({ path: { id: assignment.id }, body: { rubric: changed } })
  expect(await api.homework.get({ path })).toMatchObject({ criteria: before.criteria, score: 500 })
  const after = await curator.homework.accept({
    path,
    body: { criteria: [{ key: 'colour', level: 'good' }] },
  })
  expect(after).toMatchObject({ score: 1000, criteria: [{ title: 'Colours', weight: 1 }] })
})

test('a return may name some criteria; an acceptance names all, and no other score', async () => {
  const { api, assignment, send, claim, curator, student } = await homeworkSchool(system, { rubric })
  const path = { id: (await send()).id }
  await claim()
  const accept = (body: object) => curator.homework.accept({ path, body })
  const refused = { status: 422, reason: 'rubric_mismatch' }
  await expect(accept({ score: 700 })).rejects.toMatchObject(refused)
  await expect(accept({ criteria: graded('good', 'good').slice(1) })).rejects.toMatchObject({
    ...refused,
    details: [{ path: 'body.criteria', message: 'colour is missing' }],
  })
  await expect(accept({ criteria: graded('good', 'great') })).rejects.toMatchObject({
    details: [{ path: 'body.criteria.1.level' }],
  })
  await expect(accept({ criteria: graded('good', 'good'), score: 900 })).rejects.toMatchObject(refused)
  await curator.homework.giveBack({
    path,
    body: { comment: 'Again', criteria: [{ key: 'form', level: 'poor' }] },
  })
  expect((await student.homework.get({ path })).criteria).toMatchObject([{ key: 'form' }])
  await send()
  await claim()
  await api.assignments.update({ path: { id: assignment.id }, body: { rubric: null } })
  await expect(accept({ criteria: graded('good', 'good'), score: 1000 })).rejects.toMatchObject(refused)
  expect(await accept({ score: 1000 })).toMatchObject({ score: 1000, criteria: [] })
})

test('a rubric needs points and keys that stand once', async () => {
  const { api, assignment } = await homeworkSchool(system)
  const change = (body: object) => api.assignments.update({ path: { id: assignment.id }, body })
  const refused = { status: 422, reason: 'assignment_rubric_invalid' }
  await expect(change({ rubric, max_score: null })).rejects.toMatchObject(refused)
  await expect(change({ rubric: [rubric[0]!, rubric[0]!] })).rejects.toMatchObject({
    ...refused,
    details: [{ path: 'body.rubric.1.key' }],
  })
  expect((await change({ rubric })).rubric).toHaveLength(2)
})
