// A school moves in, in the steps of docs/guides/move-a-course.md and move-people.md: courses of Canvas and Moodle, then the tables of
// Mailchimp and Thinkific and the orders of before. `LMS_TEST_ROWS` has it take more people.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { asStudent } from '../../services/learning/src/testing/as-student.ts'
import { canvasPackage } from '../../services/learning/src/testing/canvas-package.ts'
import { moodleBackupFiles } from '../../services/learning/src/testing/moodle-backup.ts'
import { packageSchool, zipped } from '../../services/learning/src/testing/package-school.ts'

const people = Number(process.env.LMS_TEST_ROWS ?? 120)
/** Milliseconds for one table, a multiple of the slowest (37 a row on a busy machine): a bound against a hang, not a pace. */
const longestImport = 120_000 + people * 300

let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  const services = [usersService, siteService, learningService, commerceService, crmService, serviceService]
  system = await startSystem({ services })
  gateway = await startTestGateway(system)
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const lines = (head: string, rows: readonly string[]) => [head, ...rows].join('\n')
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** Of Mailchimp: two thirds subscribed, the rest unsubscribed or cleaned. */
const mailchimp = () => {
  const [half, rest] = [Math.floor((people * 2) / 3), Math.floor((people * 5) / 6)]
  const head = 'Email Address,First Name,Last Name,MEMBER_RATING'
  const row = (index: number) => `p${index}@people.example,P${index},Lee,2`
  return [
    lines(
      `${head},OPTIN_TIME,CONFIRM_TIME,TAGS`,
      numbers(0, half).map(
        index => `${row(index)},2020-01-01 10:00:00,2020-01-02 10:00:00,"""VIP"",""Old"""`,
      ),
    ),
    lines(
      `${head},UNSUB_TIME`,
      numbers(half, rest).map(index => `${row(index)},2021-01-02 10:00:00`),
    ),
    lines(
      `${head},CLEAN_TIME`,
      numbers(rest, people).map(index => `${row(index)},2021-01-02 10:00:00`),
    ),
  ]
}
const thinkificUsers = () =>
  lines(
    'First Name,Last Name,Email,Company,Date Created,Last Sign In,Sign In Count,Groups',
    numbers(0, people).map(
      index => `P${index},Lee,P${index}@people.example,Firm,2019-03-04,2024-01-01,3,Spring`,
    ),
  )
const thinkificProgress = (titles: readonly string[]) =>
  lines(
    'Student First Name,Student Last Name,Student Email,Course Name,Started At,Activated At,Expires At,Completed At,% Completed,% Viewed',
    numbers(0, people).map(index => {
      const completed = index % 3 === 0 ? '2024-06-01' : ''
      return `P${index},Lee,p${index}@people.example,${titles[index % 2]},2024-01-05,,,${completed},${completed ? 100 : 50},80`
    }),
  )
const orders = () =>
  lines(
    'email,offer,order_number,order_amount,order_currency,order_status,order_paid_at',
    numbers(0, people).map(
      index =>
        `p${index}@people.example,Both courses,TH-${index},49.90,EUR,${index % 10 ? 'paid' : 'refunded'},2024-01-05`,
    ),
  )

test(`a school of ${people} moves in, and the same again changes nothing`, async () => {
  const school = await packageSchool(system, gateway)
  const { done, upload, importOf, ended } = school
  const { learning, commerce, users, crm } = {
    learning: gateway.client(learningContract.resources, school),
    commerce: gateway.client(commerceContract.resources, school),
    users: gateway.client(usersContract.resources, school),
    crm: gateway.client(crmContract.resources, school),
  }
  const addsUp = ({ report, counts }: any) => {
    for (const { found, taken, changed, left_out } of report.kinds)
      expect(taken + changed + left_out).toBe(found)
    expect(counts.created + counts.updated + counts.unchanged + counts.errors).toBe(counts.rows)
  }

  // The courses: tried, imported, published.
  const packages = [
    { bytes: await canvasPackage(), name: 'canvas.imscc', content_type: 'application/zip' },
    { bytes: await zipped(moodleBackupFiles), name: 'backup.mbz', content_type: 'application/zip' },
  ]
  const courseIds: string[] = []
  for (const { bytes, ...fields } of packages) {
    const file = await upload(bytes, fields)
    const tried = await importOf(file, { dry_run: true })
    const imported = await importOf(file)
    expect(imported).toMatchObject({ status: 'finished', failure: null })
    expect([tried.report, tried.counts]).toEqual([imported.report, imported.counts])
    addsUp(imported)
    courseIds.push(imported.course_id)
  }
  const [canvas, moodle] = await Promise.all(courseIds.map(id => done('GET', `/courses/${id}`)))
  // A student of each: the quiz of Canvas is graded by its key.
  const student = await asStudent(system, school, canvas.id)
  await asStudent(system, school, moodle.id)
  const quizzes = (await done('GET', `/quizzes?course_id=${canvas.id}&limit=200`)).data
  const quiz = quizzes.find(({ title }: any) => title === 'All kinds')
  const right: Record<string, string[]> = {
    ...{ 'Which one?': ['Red'], 'Which?': ['a', 'b'], 'About?': ['10'], 'True?': ['True'] },
  }
  const { questions } = await student.taken(quiz.id, prompt => right[prompt] ?? null)
  const answered = questions.filter(({ asked }: any) => right[asked.prompt.replace(/<[^>]*>/g, '').trim()])
  expect(answered.length).toBeGreaterThanOrEqual(4)
  for (const { outcome, points } of answered) expect(outcome.score).toBe(points)

  // What the tables name.
  const offer = await commerce.offers.create({
    body: { name: 'Both courses', amount: 4990, currency: 'EUR' },
  })
  const before = (await users.users.list({ query: { limit: 1 } })).data.length
  expect(before).toBe(1)
  const tables = [...mailchimp(), thinkificUsers(), thinkificProgress([canvas.title, moodle.title]), orders()]
  const run = async (text: string, body: object = {}) => {
    const file_id = await upload(Buffer.from(text), { name: 'table.csv', content_type: 'text/csv' })
    const { id } = await done('POST', '/imports', { file_id, ...body })
    return ended(`/imports/${id}`, ['queued', 'running'], longestImport)
  }
  const sums = { created: 0, completions: 0, accesses: 0, orders: 0 }
  for (const table of tables) {
    const dry = await run(table, { dry_run: true })
    const imported = await run(table)
    expect(imported).toMatchObject({ status: 'finished', failure: null })
    expect([dry.counts, dry.errors]).toEqual([imported.counts, imported.errors])
    expect(imported.counts).toMatchObject({ errors: 0, warnings: 0 })
    for (const name of ['created', 'completions', 'accesses', 'orders'] as const)
      sums[name] += imported.counts[name]
  }
  expect(sums).toEqual({
    created: people,
    completions: Math.ceil(people / 3),
    accesses: people,
    orders: people,
  })

  // They are there as they were, and nobody was written to.
  const person = await users.users.byEmail({ path: { email: 'p0@people.example' } })
  expect(person).toMatchObject({ first_name: 'P0', created_at: expect.stringMatching(/^20(19|20)-/) })
  const enrollment = await eventually('the study', async () => {
    const { data } = await learning.enrollments.list({ query: { user_id: person.id } })
    return data[0]?.percent === 100 ? data[0] : null
  })
  expect(enrollment).toMatchObject({ course_id: canvas.id, completed_at: '2024-06-01T00:00:00.000+00:00' })
  const bought = (await commerce.orders.list({ query: { user_id: person.id } })).data
  expect(bought).toMatchObject([{ status: 'refunded', amount: 4990, items: [{ offer_id: offer.id }] }])
  const all = { limit: 200 as const }
  expect((await crm.messages.list()).data.filter(({ user_id }) => user_id === person.id)).toEqual([])
  const suppressions = (await crm.suppressions.list({ query: all })).data.length
  expect(suppressions).toBe(Math.min(200, people - Math.floor((people * 2) / 3)))

  // The same again, all of it.
  for (const [index, { bytes, ...fields }] of packages.entries()) {
    const again = await importOf(await upload(bytes, fields))
    expect(again).toMatchObject({ course_id: courseIds[index], counts: { created: 0, updated: 0 } })
    addsUp(again)
  }
  for (const table of tables) {
    const { counts } = await run(table)
    expect(counts).toMatchObject({ created: 0, updated: 0, errors: 0 })
    expect(counts.unchanged).toBe(counts.rows)
  }
  expect((await done('GET', '/courses?limit=200')).data).toHaveLength(2)
  expect((await crm.suppressions.list({ query: all })).data).toHaveLength(suppressions)
  expect((await commerce.orders.list({ query: { user_id: person.id } })).data).toEqual(bought)
}, 3_600_000)
