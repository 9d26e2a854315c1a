import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { consumerInfo, eventSubject } from '@lms/events'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { asOwner, eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld([commerceService, learningService])
})
afterAll(() => world?.stop())

/** A school, what its people were told, and a function that waits until they were. */
async function school() {
  const base = await schoolOf(world.system)
  const listMessages = async () =>
    (await base.api.messages.list({ query: { sort: 'created_at' } })).data.map(
      ({ notification, user_id, subject, status }) => ({ notification, user_id, subject, status }),
    )
  const ended = (count: number) =>
    eventually('the messages', async () => {
      const all = await listMessages()
      return all.length === count && all.every(({ status }) => !['queued', 'sending'].includes(status))
    })
  return { ...base, listMessages, ended }
}

const saveSettings = (school: string, values: object, service = 'crm') =>
  asOwner(world.system.ownerUrl, owner =>
    owner.query(
      `insert into ${service}.settings (school_id, "values", version, updated_at) values ($1, $2, 2, now())`,
      [school, JSON.stringify(values)],
    ),
  )

async function shop() {
  const base = await school()
  const commerce = world.system.client('commerce', commerceContract.resources, base.caller)
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const buy = async (user_id: Id<'usr'>) => {
    const order = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id: order.id }, body: {} })
    return order
  }
  const buyGift = async (user_id: Id<'usr'>) => {
    const { id } = await commerce.orders.create({
      body: { user_id, as_gift: true, items: [{ offer_id: offer.id }] },
    })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  }
  /** Pays an order in parts. */
  const beginParts = async (user_id: Id<'usr'>) => {
    const { id: order_id } = await commerce.orders.create({
      body: { user_id, items: [{ offer_id: offer.id }] },
    })
    return (amount: number) => commerce.payments.create({ body: { order_id, amount } })
  }
  const orderFree = async (user_id: Id<'usr'>) => {
    const { id } = await commerce.offers.create({ body: { name: 'Gratis', amount: 0, currency: 'EUR' } })
    return commerce.orders.create({ body: { user_id, items: [{ offer_id: id }] } })
  }
  return { ...base, buy, buyGift, beginParts, orderFree }
}

test('a buyer is told in the language of the person', async () => {
  const { buy, person, listMessages, ended } = await shop()
  const { id, email } = await person({ locale: 'ru' })
  const { number } = await buy(id)
  await ended(1)
  expect(await listMessages()).toEqual([
    { notification: 'order_paid', user_id: id, subject: `Заказ ${number} оплачен`, status: 'sent' },
  ])
  expect(world.mail.mails.filter(({ to }) => to.includes(email!))).toHaveLength(1)
})

test('an event of which a school tells nobody is not processed, and is once the school has people told', async () => {
  const { caller, person, listMessages, ended } = await school()
  const commerce = world.system.client('commerce', commerceContract.resources, caller)
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const { id: user_id } = await person()
  const order = () => commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
  const processed = () =>
    asOwner(world.system.ownerUrl, async owner => {
      const text = `select event_id from crm.inbox where school_id = $1 and consumer = 'crm-notices'`
      return (await owner.query(text, [caller.school])).rows.length
    })
  const isRead = async () => {
    const { bus } = world.system
    const subject = eventSubject(caller.school, 'order.created')
    const { state } = await bus.manager.streams.info('EVENTS', { subjects_filter: subject })
    const consumer = await consumerInfo(bus, { stream: 'events', durable: 'crm-notices' })
    return state.subjects?.[subject] === 1 && consumer?.num_pending === 0 && consumer.num_ack_pending === 0
  }
  await order()
  await eventually('the order to be read', isRead)
  expect(await processed()).toBe(0)
  await saveSettings(caller.school, { notifications: [{ kind: 'order_created' }] })
  await order()
  await ended(1)
  expect(await processed()).toBe(1)
  expect(await listMessages()).toMatchObject([{ notification: 'order_created', status: 'sent' }])
})

test('a school replaces a text, adds a channel and switches a kind on; a person switches one off', async () => {
  const { buy, caller, api, person, listMessages, ended } = await shop()
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
  const all = await listMessages()
  expect(all.filter(({ notification }) => notification === 'order_created')).toMatchObject([
    { status: 'skipped' },
  ])
  expect(
    all.flatMap(({ notification, subject }) => (notification === 'order_paid' ? subject : [])).sort(),
  ).toEqual(['Paid: Course for €49.00', `Your order ${number} is paid`])
})

test('a notification leads to the page that the school names, and an access is told where the school wants it', async () => {
  const { caller, person, ended, accesses } = await school()
  const api = world.system.client('learning', learningContract.resources, caller)
  const course_id = (await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })).id
  await saveSettings(caller.school, {
    notifications: [{ kind: 'access_granted' }],
    object_links: [{ to: 'course', url: 'https://learn.example/courses/{course_id}' }],
  })
  const { id: user_id, email } = await person()
  await accesses.create({ body: { user_id, course_id } })
  await ended(1)
  const [mail] = world.mail.mails.filter(({ to }) => to.includes(email!))
  expect(mail!.text).toContain('You have access to the course')
  expect(mail!.text.replaceAll('=\r\n', '').replaceAll('=\n', '')).toContain(
    `https://learn.example/courses/${course_id}`,
  )
})

test('a lesson that opens to a flow is told to each of its people, and an answer to whom it answers', async () => {
  const { caller, person, listMessages, ended, groups, accesses, api: crm } = await school()
  const api = world.system.client('learning', learningContract.resources, caller)
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
  world.now += 3 * 86_400_000
  await ended(2)
  const opened = { notification: 'lesson_opened', subject: 'A lesson is open: A sky', status: 'sent' }
  expect((await listMessages()).map(({ user_id, ...each }) => ({ ...each, to: user_id === other }))).toEqual([
    { ...opened, to: false },
    { ...opened, to: false },
  ])
  const first = await api.comments.create({ body: { course_id, author_id: one, text: 'How wet?' } })
  await api.comments.create({ body: { parent_id: first.id, author_id: two, text: 'Very' } })
  await ended(3)
  expect((await listMessages()).at(-1)).toMatchObject({ notification: 'comment_answered', user_id: one })

  // Whoever is mentioned again and again gets no more than the school has set.
  await saveSettings(caller.school, { notifications: [{ kind: 'comment_answered', most_a_day: 2 }] })
  for (const text of ['Once', 'Twice'])
    await api.comments.create({ body: { parent_id: first.id, author_id: two, text } })
  await ended(5)
  const answers = (await crm.messages.list({ query: { sort: 'created_at' } })).data.slice(-2)
  expect(answers.map(({ reason }) => reason).sort()).toEqual(['frequency_cap', null])
})

/** A published course with homework of which certificates are made. */
async function course(caller: Awaited<ReturnType<typeof school>>['caller']) {
  const api = world.system.client('learning', learningContract.resources, caller)
  const course_id = (await api.courses.create({ body: { title: 'Watercolour' } })).id
  const module_id = (await api.modules.create({ body: { course_id, title: 'Module' } })).id
  const lesson_id = (await api.lessons.create({ body: { module_id, title: 'A sky', status: 'published' } }))
    .id
  const content = { kind: 'text', html: '<p>Text</p>' } as const
  await api.lessonBlocks.create({ path: { id: lesson_id }, body: { content } })
  await api.publications.publish({ path: { id: course_id }, body: { action: 'publish' } })
  const work = { lesson_id, title: 'A sky', max_score: 1000 }
  const assignment_id = (await api.assignments.create({ body: work })).id
  const frame = { x: 100, y: 200, width: 600, height: 60, size: 30 }
  const box = {
    kind: 'text',
    text: '{{name}}',
    bold: false,
    align: 'center',
    colour: '#000000',
    ...frame,
  } as const
  await api.certificateTemplates.create({
    body: { name: 'Certificate', course_ids: [course_id], boxes: [box] },
  })
  return { api, course_id, assignment_id }
}

test('homework is told to who has to act on it, and a certificate to whom it is given', async () => {
  const { caller, person, listMessages, ended, accesses } = await school()
  const { api, course_id, assignment_id } = await course(caller)
  const [student, curator] = [
    (await person({ first_name: 'Ann', last_name: 'Lee' })).id,
    (await person({ role: 'curator' })).id,
  ]
  await accesses.create({ body: { user_id: student, course_id } })
  const enrollment_id = (await api.enrollments.create({ body: { user_id: student, course_id } })).id
  await api.curators.assign({ body: { curator_id: curator, course_id } })
  const as = (role: 'student' | 'curator', user: Id<'usr'>) =>
    world.system.client(
      'learning',
      learningContract.resources,
      world.system.caller({ school: caller.school, role, user }),
    )
  const send = (text: string) =>
    as('student', student).homework.create({ body: { assignment_id, enrollment_id, text } })
  const path = { id: (await send('Three washes')).id }
  // Who may take it from the queue is told, and not again within the hour.
  await ended(1)
  const { homework } = as('curator', curator)
  await api.homework.assign({ path, body: { curator_id: curator } })
  await homework.giveBack({ path, body: { comment: 'Let it dry' } })
  await send('Four washes')
  await homework.claim({ body: {} })
  await homework.accept({ path, body: { score: 800 } })
  await api.certificates.create({ body: { user_id: student, course_id } })
  await ended(5)
  const people = new Map([
    [student as string, 'student'],
    [curator as string, 'curator'],
  ])
  expect(
    (await listMessages())
      .map(({ notification, user_id, status }) => [notification, people.get(user_id), status])
      .sort(),
  ).toEqual([
    ['certificate_issued', 'student', 'sent'],
    ['homework_accepted', 'student', 'sent'],
    ['homework_returned', 'student', 'sent'],
    ['homework_sent', 'curator', 'sent'],
    ['homework_waits', 'curator', 'sent'],
  ])
})

test('each part of an order that is paid has its receipt at once, and the last one the mail about the order', async () => {
  const { beginParts, caller, person, listMessages, ended } = await shop()
  const seller = { name: 'Painting school', address: null, tax_id: null, country: 'DE' }
  await saveSettings(caller.school, { receipts: { enabled: true, seller } }, 'commerce')
  const { id, email } = await person()
  const pay = await beginParts(id)
  await pay(2450)
  await ended(1)
  const kinds = async () => (await listMessages()).map(({ notification }) => notification)
  expect(await kinds()).toEqual(['receipt_issued'])
  await pay(2450)
  await ended(2)
  expect((await kinds()).sort()).toEqual(['order_paid', 'receipt_issued'])
  const receipts = world.mail.mails
    .filter(({ to }) => to.includes(email!))
    .map(({ text }) => /\/downloads\/(rcp_\w+)/.exec(text)![1])
  expect(new Set(receipts).size).toBe(2)
})

test('an order that costs nothing says so', async () => {
  const { orderFree, person, ended } = await shop()
  const { id, email } = await person()
  await orderFree(id)
  await ended(1)
  const { text } = world.mail.mails.find(({ to }) => to.includes(email!))!
  expect(text).toContain('There is nothing to pay for your order')
  expect(text).not.toContain('0.00')
})

test.each([
  ['in the mail about the paid order', {}, ['order_paid']],
  [
    'by itself where the school does not send that mail',
    { notifications: [{ kind: 'order_paid', send: false }] },
    ['receipt_issued'],
  ],
])('a receipt is told to the buyer %s', async (_, crm, kinds) => {
  const { buy, caller, person, listMessages, ended } = await shop()
  const seller = { name: 'Painting school', address: null, tax_id: null, country: 'DE' }
  await saveSettings(caller.school, { receipts: { enabled: true, seller } }, 'commerce')
  await saveSettings(caller.school, crm)
  const { id, email } = await person()
  await buy(id)
  await ended(kinds.length)
  expect((await listMessages()).map(({ notification }) => notification)).toEqual(kinds)
  const { text } = world.mail.mails.find(({ to }) => to.includes(email!))!
  expect(text).toMatch(/Receipt \(PDF\)[\s\S]*\/downloads\/rcp_/)
})

test.each([
  ['in the mail about it', {}, ['gift_bought']],
  [
    'by itself where the school does not send that mail',
    { notifications: [{ kind: 'gift_bought', send: false }] },
    ['receipt_issued'],
  ],
])('the receipt of a gift is told to its buyer %s', async (_, crm, kinds) => {
  const { buy, buyGift, caller, person, listMessages, ended } = await shop()
  const seller = { name: 'Painting school', address: null, tax_id: null, country: 'DE' }
  await saveSettings(caller.school, { receipts: { enabled: true, seller } }, 'commerce')
  await saveSettings(caller.school, crm)
  const { id, email } = await person()
  await buyGift(id)
  // What is told of a later order is told after all of the gift.
  await buy(id)
  await ended(2)
  const kindsSent = (await listMessages()).map(({ notification }) => notification)
  expect(kindsSent.sort()).toEqual([...kinds, 'order_paid'].sort())
  const receipts = world.mail.mails
    .filter(({ to }) => to.includes(email!))
    .map(({ text }) => /\/downloads\/(rcp_\w+)/.exec(text)![1])
  expect(new Set(receipts).size).toBe(2)
})
