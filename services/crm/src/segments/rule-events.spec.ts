// Rules about what people did, with what, how often and when.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId, type Permission } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { wakeDue } from './follow.run.ts'

let system: TestSystem
let now = Date.now()
beforeAll(async () => {
  system = await startSystem({
    services: [siteService, usersService, commerceService, learningService, crmService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

const dayMs = 24 * 3600_000

async function schoolWithRules() {
  const school = await schoolOf(system)
  const { api, caller } = school
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const learning = system.client('learning', learningContract.resources, caller)
  const offer = (amount: number) =>
    commerce.offers.create({ body: { name: 'Course', amount, currency: 'EUR' } })
  const buy = async (user_id: Id<'usr'>, offer_id: Id<'off'>) => {
    const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id }] } })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  }
  const segment = (rule: object) => api.segments.create({ body: { name: 'Segment', rule } })
  const until = (id: Id<'seg'>, people: readonly { id: Id<'usr'> }[]) =>
    eventually(`${people.length} members of ${id}`, async () => {
      const { data } = await api.segmentMembers.list({ path: { id } })
      const [members, expected] = [data.map(({ user_id }) => user_id), people.map(person => person.id)]
      return members.toSorted().join() === expected.toSorted().join()
    })
  const later = async (days: number) => {
    now += days * dayMs
    await wakeDue(system.services.crm!.runtime)
  }
  return { ...school, commerce, learning, offer, buy, segment, until, later }
}

test('bought A, has not finished lesson 3 within 7 days, birthday this month, not VIP', async () => {
  const { person, customFields, tags, personTags, learning, accesses, ...school } = await schoolWithRules()
  await customFields.create({ body: { name: 'born', type: 'date' } })
  const [vip, a, b] = [
    await tags.create({ body: { name: 'VIP' } }),
    await school.offer(4900),
    await school.offer(900),
  ]
  const course = await learning.courses.create({ body: { title: 'Watercolour' } })
  const module = await learning.modules.create({ body: { course_id: course.id, title: 'Module' } })
  const lesson = await learning.lessons.create({
    body: { module_id: module.id, title: 'Lesson 3', status: 'published' },
  })
  const text = { content: { kind: 'text' as const, html: '<p>Text</p>' } }
  await learning.lessonBlocks.create({ path: { id: lesson.id }, body: text })
  await learning.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  const thisMonth = new Date(now + 8 * dayMs).toISOString().slice(5, 7)
  const otherMonth = thisMonth === '01' ? '06' : '01'
  const born = (month: string) => person({ custom_fields: { born: `1990-${month}-15` } })
  const [ann, bea, cleo, dora, eve] = [
    await born(thisMonth),
    await born(thisMonth),
    await born(thisMonth),
    await born(otherMonth),
    await born(thisMonth),
  ]
  await personTags.add({ path: { id: cleo.id }, body: { tags: ['VIP'] } })
  for (const { id } of [ann, bea, cleo, dora]) await school.buy(id, a.id)
  await school.buy(eve.id, b.id)
  const bought = { event: 'order.paid', where: { offer_id: a.id } }
  const { id } = await school.segment({
    and: [
      bought,
      {
        did_not: 'lesson.completed',
        where: { lesson_id: lesson.id },
        within_days: 7,
        after: { first: 'order.paid', where: { offer_id: a.id } },
      },
      { field: 'custom.born', date: { month: 'this' } },
      { not: { tag: vip.id } },
    ],
  })
  const buyers = await school.segment(bought)
  await school.until(buyers.id, [ann, bea, cleo, dora])
  await school.until(id, [])
  await school.later(2)
  const pair = { user_id: bea.id, course_id: course.id }
  await accesses.create({ body: pair })
  await learning.enrollments.create({ body: pair })
  await learning.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id: bea.id } })
  const finished = await school.segment({ event: 'lesson.completed', where: { lesson_id: lesson.id } })
  await school.until(finished.id, [bea])
  await school.later(6)
  await school.until(id, [ann])
})

test('events are counted with what they were about, and for how much', async () => {
  const { person, offer, buy, segment, until } = await schoolWithRules()
  const [ann, bea, cheap, dear] = [await person(), await person(), await offer(900), await offer(49_000)]
  await buy(ann.id, cheap.id)
  await buy(ann.id, cheap.id)
  await buy(bea.id, cheap.id)
  await buy(bea.id, dear.id)
  const paid = (where: object, more: object = {}) => segment({ event: 'order.paid', where, ...more })
  const twice = await paid({ offer_id: cheap.id }, { at_least: 2 })
  const lately = await paid({ offer_id: dear.id }, { within_days: 7 })
  const much = await paid({ amount: { at_least: 10_000 }, currency: 'EUR' })
  const nobody = await paid({ offer_id: cheap.id, amount: { at_least: 10_000 } })
  const never = await segment({ did_not: 'order.paid', where: { offer_id: dear.id } })
  await until(twice.id, [ann])
  await until(lately.id, [bea])
  await until(much.id, [bea])
  await until(nobody.id, [])
  await until(never.id, [ann])
})

test('what an event never has, and objects that the school does not have, are refused with their place', async () => {
  const { segment, offer } = await schoolWithRules()
  const lesson = newId('les')
  for (const [type, where] of [
    ['lesson.completed', { lesson_id: lesson }],
    ['lesson.quiz_finished', { quiz_id: newId('quz') }],
    ['submission.accepted', { assignment_id: newId('asg') }],
    ['message.opened', { campaign_id: newId('cmp') }],
    ['message.opened', { mailing_id: newId('mlg') }],
  ] as const)
    await expect(segment({ not: { event: type, where } })).rejects.toMatchObject({
      ...{ status: 422, reason: 'unknown_reference' },
      details: [{ path: `body.rule.not.where.${Object.keys(where)[0]}` }],
    })
  await expect(segment({ event: 'order.paid', where: { lesson_id: lesson } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.rule.where.lesson_id', message: expect.stringContaining('offer_id') }],
  })
  const { id } = await offer(100)
  await expect(
    segment({
      event: 'order.paid',
      where: { offer_id: id },
      within_days: 3,
      after: { first: 'order.paid', where: { offer_id: newId('off') } },
    }),
  ).rejects.toMatchObject({
    status: 422,
    reason: 'unknown_reference',
    details: [{ path: 'body.rule.after.where.offer_id' }],
  })
  await expect(segment({ event: 'order.paid', after: { first: 'order.paid' } })).rejects.toMatchObject({
    status: 400,
  })
})

test('whoever asks what came after an event may read both', async () => {
  const { caller } = await schoolWithRules()
  const leaf = { did_not: 'lesson.completed', within_days: 7, after: { first: 'order.paid' } }
  const preview = (...rights: Permission[]) =>
    system
      .client('crm', crmContract.resources, { ...caller, rights: [['segments:*', ...rights]] })
      .segments.preview({ body: { rule: leaf } })
  const refused = { status: 403, reason: 'permission_missing', details: [{ path: 'body.rule' }] }
  await expect(preview('orders:read')).rejects.toMatchObject(refused)
  await expect(preview('progress:read')).rejects.toMatchObject(refused)
  await expect(preview('orders:read', 'progress:read')).resolves.toMatchObject({ count: 0 })
})

test('who got a mailing, and who did not', async () => {
  const { api, person, segment, until } = await schoolWithRules()
  const [ann, bea] = [await person(), await person()]
  const mailing = await api.mailings.create({
    body: {
      ...{ name: 'Autumn', topic: 'study', transport: 'in_app', subject: 'Autumn', body: 'Hello' },
      audience: { user_ids: [ann.id] },
    },
  })
  const got = { event: 'message.sent', where: { mailing_id: mailing.id } }
  const [sent, others] = [await segment(got), await segment({ not: got })]
  await until(others.id, [ann, bea])
  await api.mailings.start({ path: { id: mailing.id }, body: {} })
  await until(sent.id, [ann])
  await until(others.id, [bea])
})
