import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, commerceService, learningService, crmService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
}, 60_000)
afterAll(async () => {
  await system.stop()
  await mail.close()
})

/** A school, what its people were told, and a function that waits until they were. */
async function school() {
  const made = await schoolOf(system)
  const told = async () =>
    (await made.api.messages.list({ query: { sort: 'created_at' } })).data.map(
      ({ notification, user_id, subject, status }) => ({ notification, user_id, subject, status }),
    )
  const ended = (count: number) =>
    eventually('the messages', async () => {
      const all = await told()
      return all.length === count && all.every(({ status }) => !['queued', 'handing'].includes(status))
    })
  return { ...made, told, ended }
}

const saveSettings = (school: string, values: object) =>
  asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into crm.settings (school_id, "values", version, updated_at) values ($1, $2, 2, now())`,
      [school, JSON.stringify(values)],
    ),
  )

async function shop() {
  const made = await school()
  const commerce = system.client('commerce', commerceContract.resources, made.caller)
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const buy = async (user_id: Id<'usr'>) => {
    const order = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id: order.id }, body: {} })
    return order
  }
  return { ...made, buy }
}

test('a buyer is told in the language of the person', async () => {
  const { buy, person, told, ended } = await shop()
  const { id, email } = await person({ locale: 'ru' })
  const { number } = await buy(id)
  await ended(1)
  expect(await told()).toEqual([
    { notification: 'order_paid', user_id: id, subject: `Заказ ${number} оплачен`, status: 'sent' },
  ])
  expect(mail.mails.filter(({ to }) => to.includes(email!))).toHaveLength(1)
})

test('a school replaces a text, adds a channel and switches a kind on; a person switches one off', async () => {
  const { buy, caller, api, person, told, ended } = await shop()
  const template = { name: 'Paid', subject: 'Paid: {{ items }} for {{ amount }}', body: 'Thank you' }
  const template_id = (await api.messageTemplates.create({ body: template })).id
  const paid = { templates: [{ language: null, template_id }], transports: ['email', 'in_app'] }
  const values = { notifications: [{ kind: 'order_paid', ...paid }, { kind: 'order_created' }] }
  await saveSettings(caller.school, values)
  const { id } = await person()
  await api.preferences.replace({
    path: { userId: id },
    body: { off_notifications: ['order_created'] as never },
  })
  const { number } = await buy(id)
  await ended(3)
  const all = await told()
  expect(all.filter(({ notification }) => notification === 'order_created')).toMatchObject([
    { status: 'skipped' },
  ])
  expect(
    all.flatMap(({ notification, subject }) => (notification === 'order_paid' ? subject : [])).sort(),
  ).toEqual(['Paid: Course for €49.00', `Your order ${number} is paid`])
})

test('a lesson that opens to a flow is told to each of its people, and an answer to whom it answers', async () => {
  const { caller, person, told, ended, groups, accesses, api: crm } = await school()
  const api = system.client('learning', learningContract.resources, caller)
  const course_id = (await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })).id
  const module_id = (await api.modules.create({ body: { course_id, title: 'Module' } })).id
  const lesson = (await api.lessons.create({ body: { module_id, title: 'A sky', status: 'published' } })).id
  const content = { kind: 'text', html: '<p>Text</p>' } as const
  await api.lessonBlocks.create({ path: { id: lesson }, body: { content } })
  await api.publications.publish({ path: { id: course_id }, body: { action: 'publish' } })
  const conditions = [{ kind: 'days_after', from: 'flow_start', days: 2 }]
  await api.lessonAccessRules.set({ path: { id: lesson }, body: { conditions, deadline: null } as never })
  const flow = await groups.create({ body: { name: 'Spring', starts_at: '2026-11-21T09:30:00.000+00:00' } })
  const student = async (group_id: Id<'grp'> | null) => {
    const { id: user_id } = await person()
    await accesses.create({ body: { user_id, course_id } })
    await api.enrollments.create({ body: { user_id, course_id, group_id } })
    return user_id
  }
  const [one, two, other] = [await student(flow.id), await student(flow.id), await student(null)]
  now += 3 * 86_400_000
  await ended(2)
  const opened = { notification: 'lesson_opened', subject: 'A lesson is open: A sky', status: 'sent' }
  expect((await told()).map(({ user_id, ...each }) => ({ ...each, to: user_id === other }))).toEqual([
    { ...opened, to: false },
    { ...opened, to: false },
  ])
  const first = await api.comments.create({ body: { course_id, author_id: one, text: 'How wet?' } })
  await api.comments.create({ body: { parent_id: first.id, author_id: two, text: 'Very' } })
  await ended(3)
  expect((await told()).at(-1)).toMatchObject({ notification: 'comment_answered', user_id: one })

  // Whoever is mentioned again and again gets no more than the school has set.
  await saveSettings(caller.school, { notifications: [{ kind: 'comment_answered', most_a_day: 2 }] })
  for (const text of ['Once', 'Twice'])
    await api.comments.create({ body: { parent_id: first.id, author_id: two, text } })
  await ended(5)
  const answers = (await crm.messages.list({ query: { sort: 'created_at' } })).data.slice(-2)
  expect(answers.map(({ reason }) => reason).sort()).toEqual(['frequency_cap', null])
})
