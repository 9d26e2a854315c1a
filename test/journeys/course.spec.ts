// One course travels the whole system: it is built, sold and studied in a flow by a clock that moves, and ends with a
// certificate that a stranger checks.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@lms/api'
import { commerceContract } from '@lms/commerce/contract'
import { type Envelope, formatTime, type Id } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersContract } from '@lms/users/contract'
import { webhooksContract } from '@lms/webhooks/contract'
import express from 'express'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'

const day = 86_400_000
const secret = 'a secret of the receiver'
const resources = {
  ...usersContract.resources,
  ...learningContract.resources,
  ...commerceContract.resources,
  ...webhooksContract.resources,
}

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
let now = Date.now()
const received: Envelope[] = []
const app = express()
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  // Signatures are of the time of the clock, which the test may have moved on by a day since. What is refused comes again
  // only when it is moved on once more.
  const options = { now: now / 1000, tolerance: (2 * day) / 1000 }
  const event = verifyWebhook(request.body, request.header('x-lms-signature'), secret, options)
  if (!received.some(({ id }) => id === event.id)) received.push(event)
  response.sendStatus(200)
})
const listening = app.listen(0, '127.0.0.1')
beforeAll(async () => {
  if (!listening.listening) await once(listening, 'listening')
  system = await startSystem({
    services: allServices,
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
  })
  gateway = await startTestGateway(system)
  school = await newSchool(gateway, 'Painting')
}, 300_000)
afterAll(async () => {
  listening.close()
  await gateway?.stop()
  await system?.stop()
})

const apiWith = (key: string) => gateway.client(resources, { ...school, key })
type Api = ReturnType<typeof apiWith>

/** A published course: a lesson from the start, one with a quiz on the next day, one with a homework the day after. */
async function built(api: Api) {
  const course = await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Washes' } })
  const conditions = ['marked', 'quiz', 'homework'] as const
  const lessons: Id<'les'>[] = []
  for (const [days, condition] of conditions.entries()) {
    const { id } = await api.lessons.create({
      body: {
        module_id: module.id,
        title: `Day ${days + 1}`,
        status: 'published',
        completion: { match: 'all', conditions: [condition], viewed_percent: 90 },
      },
    })
    await api.lessonBlocks.create({
      path: { id },
      body: { content: { kind: 'text', html: '<p>Wet the paper first.</p>' } },
    })
    const opens = [{ kind: 'days_after', from: 'flow_start', days }] as const
    await api.lessonAccessRules.set({ path: { id }, body: { conditions: [...opens], deadline: null } })
    lessons.push(id)
  }
  const [first, second, third] = lessons as [Id<'les'>, Id<'les'>, Id<'les'>]
  const quiz = await api.quizzes.create({ body: { lesson_id: second, title: 'Papers' } })
  const options = [
    { text: 'Cotton', correct: true },
    { text: 'Copy', correct: false },
  ]
  await api.questions.create({
    path: { id: quiz.id },
    body: { content: { kind: 'single', prompt: 'Which paper?', options } },
  })
  const homework = await api.assignments.create({
    body: { lesson_id: third, title: 'A sky', max_score: 1000 },
  })
  const name = { kind: 'text', x: 100, y: 200, width: 600, height: 60, text: '{{name}}', size: 30 } as const
  const box = { ...name, bold: false, align: 'center', colour: '#000000' } as const
  await api.certificateTemplates.create({
    body: { name: 'Certificate', course_ids: [course.id], boxes: [box] },
  })
  await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  return { course, lessons: [first, second, third] as const, quiz, homework }
}

/** A place in a flow that begins a day later is bought on a page, and paid by transfer; gives the buyer. */
async function sold(api: Api, course_id: `crs_${string}`) {
  const flow = await api.groups.create({
    body: { name: 'Spring', starts_at: formatTime(new Date(now + day)), course_ids: [course_id] },
  })
  const offer = await api.offers.create({ body: { name: 'Watercolour', amount: 9900, currency: 'EUR' } })
  await api.offerItems.create({
    path: { id: offer.id },
    body: { kind: 'group', name: 'Spring', resource_id: flow.id },
  })
  const { api_key } = await api.apiKeys.issue({
    body: { name: 'Web page', kind: 'publishable', role: 'student', scope: ['checkouts:*'] },
  })
  const page = apiWith(api_key)
  const { id } = await page.checkouts.create({ body: { items: [{ offer_id: offer.id }] } })
  const path = { id }
  await page.checkouts.update({
    path,
    body: { email: 'ann@example.org', first_name: 'Ann', last_name: 'Lee' },
  })
  const { order_id } = await page.checkouts.confirm({ path })
  await api.orders.markPaid({ path: { id: order_id! }, body: {} })
  const { user_id } = await api.orders.get({ path: { id: order_id! } })
  return { user_id, flow, order_id: order_id! }
}

/** The school as a person sees it, by a key of their own. */
async function asPerson(api: Api, user_id: `usr_${string}`, role: 'student' | 'curator') {
  const { api_key } = await api.apiKeys.issue({ body: { name: role, kind: 'personal', role, user_id } })
  return apiWith(api_key)
}

test('a course is built, sold, opens by the clock, is studied, and ends with a certificate that a stranger checks', async () => {
  const api = apiWith(school.key)
  const { port } = listening.address() as AddressInfo
  await api.webhooks.create({ body: { url: `http://127.0.0.1:${port}/hook`, events: ['*'], secret } })
  const { course, lessons, quiz, homework } = await built(api)
  const { user_id, flow, order_id } = await sold(api, course.id)
  const curator_id = (await api.users.create({ body: { email: 'bo@example.org', role: 'curator' } })).id
  await api.curators.assign({ body: { curator_id, course_id: course.id } })
  const [student, curator] = await Promise.all([
    asPerson(api, user_id, 'student'),
    asPerson(api, curator_id, 'curator'),
  ])

  // The flow starts, and its lessons open day by day.
  const enrollment = await eventually(
    'the study',
    async () => (await student.enrollments.list()).data[0] ?? false,
  )
  expect(enrollment).toMatchObject({ course_id: course.id, group_id: flow.id, percent: 0 })
  const open = async () => {
    const { data } = await student.lessonSchedule.list({ query: { status: 'open' } })
    return data.map(({ lesson_id }) => lesson_id)
  }
  expect(await open()).toEqual([])
  const opening = async (count: number) => {
    now += day
    await eventually(`lesson ${count} to open`, async () => (await open()).length === count)
    expect(new Set(await open())).toEqual(new Set(lessons.slice(0, count)))
    await eventually('its telling', () => of('lesson.opened').length === count)
  }
  const about = ({ data: { object }, related }: Envelope) =>
    [object.user_id, object.id, related.user_id].includes(user_id) ||
    [object.id, related.order_id].includes(order_id) ||
    [object.group_id, related.group_id].includes(flow.id)
  const of = (type: string) => received.filter(event => event.type === type && about(event))

  await opening(1)
  await student.lessonCompletions.complete({ path: { id: lessons[0] }, body: {} })
  await opening(2)
  const attempt = await student.quizAttempts.start({
    body: { quiz_id: quiz.id, enrollment_id: enrollment.id },
  })
  const [question] = attempt.questions
  const choices = question!.asked.kind === 'single' ? question!.asked.options : []
  const answer = { kind: 'single' as const, option_id: choices.find(({ text }) => text === 'Cotton')!.id }
  await student.quizAttempts.save({
    path: { id: attempt.id },
    body: { answers: [{ question_id: question!.question_id, revision: 1, answer }] },
  })
  const finished = await student.quizAttempts.finish({ path: { id: attempt.id } })
  expect(finished.result).toMatchObject({ score: 100, passed: true })

  // The homework is returned once, and then accepted.
  await opening(3)
  const send = (text: string) =>
    student.homework.create({
      body: { assignment_id: homework.id, enrollment_id: enrollment.id, text },
    })
  const { id } = await send('Three washes')
  const path = { id }
  const claim = async () => (await curator.homework.claim({ body: {} })).submission
  expect(await claim()).toMatchObject({ id, status: 'in_review' })
  await curator.homework.giveBack({ path, body: { comment: 'Let the first wash dry.' } })
  expect(await send('Four washes')).toMatchObject({ id, number: 2 })
  expect(await claim()).toMatchObject({ id })
  await curator.homework.accept({ path, body: { score: 900 } })
  expect((await student.enrollments.list()).data).toMatchObject([{ status: 'completed', percent: 100 }])

  // The certificate follows, and a stranger checks it.
  const certificate = await eventually(
    'the certificate',
    async () => (await student.certificates.list()).data[0] ?? false,
  )
  const { number } = certificate
  const get = (url: string, accept = '*/*') =>
    gateway.call('GET', url, { host: school.host, headers: { accept } })
  const page = await get(`/certificates/${number}`, 'text/html')
  expect(page.body).toContain('Ann Lee')
  expect(page.body).toContain('This certificate is valid.')
  const files = (await student.certificates.file({ path: { id: certificate.id } })).data
  const pdf = await get(files[0]!.download_path)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
  const { credential } = await student.certificates.credential({ path: { id: certificate.id } })
  const key = await get(new URL(decodeProtectedHeader(credential).kid!).pathname)
  const { payload } = await jwtVerify(credential, await importJWK(key.body), { currentDate: new Date(now) })
  expect(payload).toMatchObject({
    iss: `did:web:${school.host}`,
    jti: `https://${school.host}/certificates/${number}`,
    credentialSubject: { achievement: { name: 'Watercolour' } },
  })

  // A receiver has learned of everything.
  const expected = [
    ...['user.created', 'order.created', 'order.paid', 'payment.succeeded', 'user.group_joined'],
    ...['course.access_granted', 'lesson.opened', 'lesson.opened', 'lesson.opened'],
    ...['lesson.started', 'lesson.completed', 'lesson.started', 'lesson.completed', 'lesson.quiz_finished'],
    ...['submission.created', 'submission.assigned', 'submission.returned', 'submission.created'],
    ...['submission.assigned', 'submission.accepted', 'lesson.started', 'lesson.completed'],
    ...['course.completed', 'course.certificate_issued'],
  ]
  const receivedTypes = () => received.filter(about).map(({ type }) => type)
  await eventually('all events', () => receivedTypes().length >= expected.length)
  expect(receivedTypes().sort()).toEqual(expected.sort())
}, 120_000)
