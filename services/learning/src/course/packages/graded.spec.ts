// Questions of other products, taken by a student over HTTP, earn what their source gives for the same answers.
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { asStudent } from '../../testing/as-student.ts'
import { packageSchool, zipped } from '../../testing/package-school.ts'
import { type QuestionDocument, sourceQuestions } from '../../testing/source-questions.ts'

let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService, serviceService] })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const endings: Record<QuestionDocument['as'], string> = {
  ...{ qti12: 'xml', qti21: 'xml', moodle: 'xml', gift: 'gift', aiken: 'txt' },
}

test('each kind of question of each product is graded as its source grades it', async () => {
  const here = await packageSchool(system, gateway)
  const nameOf = (index: number) => `q${String(index).padStart(2, '0')}`
  const files = sourceQuestions.map(([, { as, text }], index) => [`${nameOf(index)}.${endings[as]}`, text])
  const imported = await here.importOf(await here.upload(await zipped(Object.fromEntries(files))))
  expect(imported).toMatchObject({ status: 'finished', failure: null })
  const { course_id } = imported
  const student = await asStudent(system, here, course_id)
  const { data: quizzes } = await here.done('GET', `/quizzes?course_id=${course_id}&limit=200`)
  const { modules } = await here.done('GET', `/courses/${course_id}/structure`)
  const lessons = modules.flatMap((module: any) => module.lessons)
  expect(quizzes).toHaveLength(sourceQuestions.length)
  for (const [index, [name, , answers]] of sourceQuestions.entries()) {
    const lesson = lessons.find(({ title }: any) => title === nameOf(index))
    const quiz = quizzes.find(({ lesson_id }: any) => lesson_id === lesson.id)
    const shares = []
    for (const [words] of answers) shares.push(await student.shareOf(quiz.id, words))
    expect([name, shares]).toEqual([name, answers.map(([, share]) => share)])
  }
})
