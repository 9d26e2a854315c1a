// The journeys of the demo school, under a clock that is moved: who gets which mail, and when.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Caller, type Id, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { scenariosContract } from '@lms/scenarios/contract'
import { scenariosService } from '@lms/scenarios/service'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { botToken, eventually, messengerId, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { messengerInternalApi, usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { demoBirthday } from '../../packages/cli/src/up/demo-data.ts'
import { demoJourneys, withBirthday } from '../../packages/cli/src/up/demo-scenarios.ts'
import { openLinks } from './mail-links.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let broken: string[]
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [
      ...[usersService, siteService, serviceService, commerceService],
      ...[crmService, webinarsService, scenariosService],
    ],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@platform.example' } },
  })
  gateway = await startTestGateway(system)
  broken = openLinks(mail, gateway)
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
  await mail.close()
})

/** The mails of each journey. */
const subjects: Record<string, RegExp> = {
  basket: /^Subject: Your basket/m,
  unpaid: /^Subject: (Your order waits|Do you still want)/m,
  webinar: /^Subject: We begin in an hour/m,
  birthday: /^Subject: Happy birthday/m,
  away: /^Subject: We miss you/m,
}

/** A school in which one of the journeys is enabled. */
async function schoolWith(journey: string) {
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.school.example`
  const { id: school } = await schools.create({ body: { name: 'Painting school', domains: [host] } })
  const caller: Caller = system.caller({ school })
  const people = system.client('users', usersContract.resources, caller)
  const shop = system.client('commerce', commerceContract.resources, caller)
  const crm = system.client('crm', crmContract.resources, caller)
  const webinars = system.client('webinars', webinarsContract.resources, caller)
  const { settings } = system.client('service', serviceContract.resources, caller)
  const api = system.client('scenarios', scenariosContract.resources, caller)
  await people.customFields.create({ body: demoBirthday })
  const { id: birthday } = await crm.segments.create({ body: withBirthday })
  await eventually('the segment', async () => {
    return (await crm.segments.get({ path: { id: birthday } })).status === 'ready'
  })
  const path = { id: (await api.scenarios.create({ body: demoJourneys(birthday)[journey]! })).id }
  // The thread that reads the texts starts with the first of them.
  await eventually('the publication', () => api.scenarios.publish({ path, body: {} }))
  await api.scenarios.status({ path, body: { status: 'enabled' } })
  const person = (fields: object = {}) =>
    people.users.create({ body: { email: `${newId('usr')}@school.example`, first_name: 'Ann', ...fields } })
  /** Waits until the run of the person is there. */
  const at = (user_id: Id<'usr'>, node: string) =>
    eventually(`the person to be at ${node}`, async () => {
      const { data } = await api.scenarioRuns.list({ query: { user_id, limit: 10 } })
      return data.find(run => run.node === node)
    })
  const traceOf = async (id: Id<'run'>) => (await api.scenarioRuns.trace({ path: { id } })).data
  /** What the journey has written to them; the school writes by itself, too. */
  const mailsTo = ({ email }: { email: string | null }) =>
    mail.mails.filter(({ to, text }) => to.includes(email!.toLowerCase()) && subjects[journey]!.test(text))
  const mailed = (to: { email: string | null }, count = 1) =>
    eventually('the mail', async () => mailsTo(to).length === count && mailsTo(to))
  const offer = () => shop.offers.create({ body: { name: 'Watercolour', amount: 4900, currency: 'EUR' } })
  return {
    ...{ caller, people, shop, crm, webinars, settings, api, path, person },
    ...{ at, traceOf, mailsTo, mailed, offer, segment: { id: birthday } },
  }
}

test('an abandoned basket is reminded of, unless its person has bought meanwhile', async () => {
  const { shop, crm, api, path, person, offer, at, mailed, mailsTo, traceOf } = await schoolWith('basket')
  const [ann, bob, eve] = [await person(), await person({ first_name: 'Bob' }), await person()]
  await crm.suppressions.create({ body: { address: eve.email! } })
  const { id: offer_id } = await offer()
  for (const { email } of [ann, bob, eve])
    await shop.checkouts.create({ body: { email, items: [{ offer_id }] } })
  now += 61 * minute
  for (const { id } of [ann, bob, eve]) await at(id, 'later')
  const order = await shop.orders.create({ body: { user_id: bob.id, items: [{ offer_id }] } })
  now += minute
  await shop.orders.markPaid({ path: { id: order.id }, body: {} })
  expect(await at(bob.id, 'bought')).toMatchObject({ status: 'finished', reason: 'goal' })
  now += 4 * hour
  await mailed(ann)
  const run = await at(ann.id, 'day')
  expect(run.continues_at).toBe(new Date(now + day).toISOString().replace('Z', '+00:00'))
  const became = async (id: Id<'run'>, outcome: string) =>
    eventually(`a mail that is ${outcome}`, async () =>
      (await traceOf(id)).find(item => item.node === 'remind' && item.outcome === outcome),
    )
  expect((await became(run.id, 'sent')).ids).toHaveLength(1)
  const without = await at(eve.id, 'day')
  expect(await became(without.id, 'skipped')).toMatchObject({ reason: 'suppressed' })
  expect([...mailsTo(bob), ...mailsTo(eve)]).toEqual([])
  const stats = (await api.scenarios.stats({ path })).data.find(({ node }) => node === 'remind')
  expect(stats).toMatchObject({ entered: 2, messages: { sent: 1, opened: 0, clicked: 0, skipped: 1 } })
})

test('who pays leaves at once, by the order that began it and by no other', async () => {
  const { shop, person, offer, at, mailed, mailsTo, api, path } = await schoolWith('unpaid')
  const [ann, bob] = [await person(), await person({ first_name: 'Bob' })]
  const { id: offer_id } = await offer()
  const buy = (user_id: Id<'usr'>) => shop.orders.create({ body: { user_id, items: [{ offer_id }] } })
  const [first, paid] = [await buy(ann.id), await buy(bob.id)]
  for (const { id } of [ann, bob]) await at(id, 'day')
  now += minute
  // Another order of Ann's ends nothing.
  const other = await buy(ann.id)
  await shop.orders.markPaid({ path: { id: other.id }, body: {} })
  await shop.orders.markPaid({ path: { id: paid.id }, body: {} })
  expect(await at(bob.id, 'paid')).toMatchObject({ status: 'finished', reason: 'goal' })
  now += day
  const [reminder] = await mailed(ann)
  expect(reminder!.text).toContain(String(first.number))
  await at(ann.id, 'days')
  now += minute
  await shop.orders.markPaid({ path: { id: first.id }, body: {} })
  await at(ann.id, 'paid')
  now += 4 * day
  expect((await api.scenarios.get({ path })).inside_count).toBe(0)
  expect([mailsTo(ann).length, mailsTo(bob)]).toEqual([1, []])
  const stats = (await api.scenarios.stats({ path })).data
  expect(stats.find(({ node }) => node === 'remind')).toMatchObject({ messages: { sent: 1, skipped: 0 } })
  expect(stats.find(({ node }) => node === 'paid')).toMatchObject({ entered: 2, waiting: 0 })
})

test('an hour before the webinar whoever is registered is reminded, also of one that was moved', async () => {
  const { webinars, person, at, mailed, mailsTo } = await schoolWith('webinar')
  const [ann, bob] = [await person(), await person({ first_name: 'Bob' })]
  const { id: webinar_id } = await webinars.webinars.create({ body: { title: 'Colour' } })
  const starts = (ms: number) => new Date(ms).toISOString()
  const began = now
  const session = await webinars.webinarSessions.create({
    body: { webinar_id, starts_at: starts(began + 3 * day), duration_minutes: 60 },
  })
  const registered = []
  for (const { id: user_id } of [ann, bob])
    registered.push(await webinars.webinarRegistrations.create({ body: { session_id: session.id, user_id } }))
  for (const { id } of [ann, bob]) await at(id, 'hour')
  // His entry opens as long as he is registered.
  await eventually('the entry of Bob', () =>
    mail.mails.some(
      ({ to, text }) => to.includes(bob.email!.toLowerCase()) && text.includes('You are registered'),
    ),
  )
  now += hour
  await webinars.webinarRegistrations.cancel({ path: { id: registered[1]!.id } })
  expect(await at(bob.id, 'canceled')).toMatchObject({ status: 'finished', reason: 'exit' })
  await webinars.webinarSessions.update({
    path: { id: session.id },
    body: { starts_at: starts(began + 4 * day) },
  })
  now = began + 3 * day
  const waits = await eventually('the new time', async () => {
    const run = await at(ann.id, 'hour')
    return run.continues_at === starts(began + 4 * day - hour).replace('Z', '+00:00') && run
  })
  expect(waits.status).toBe('waiting')
  now = began + 4 * day - hour
  await at(ann.id, 'over')
  await mailed(ann)
  expect(mailsTo(bob)).toEqual([])
})

test('birthdays are wished at nine in the zone of the person, else of the school, every year', async () => {
  const { settings, crm, segment, person, at, mailed, mailsTo } = await schoolWith('birthday')
  await settings.update({ body: { id: 'site', values: { time_zone: 'America/New_York' } } })
  const birthday = { birthday: '1990-06-15' }
  const ann = await person({ time_zone: 'Asia/Tokyo', custom_fields: birthday })
  const bob = await person({ custom_fields: birthday })
  const waits = (id: Id<'usr'>, until: string) =>
    eventually(`the wait until ${until}`, async () => (await at(id, 'morning')).continues_at === until)
  await eventually('crm to know both', async () => (await crm.segments.get({ path: segment })).size === 2)
  // Entries into segments are asked for every twenty seconds.
  now += minute
  await waits(ann.id, '2027-06-15T00:00:00.000+00:00')
  await waits(bob.id, '2027-06-15T13:00:00.000+00:00')
  now = Date.parse('2027-06-15T00:00:00Z')
  await mailed(ann)
  expect(mailsTo(bob)).toEqual([])
  now = Date.parse('2027-06-15T13:00:00Z')
  await mailed(bob)
  await waits(ann.id, '2028-06-15T00:00:00.000+00:00')
  await waits(bob.id, '2028-06-15T13:00:00.000+00:00')
})

test('who is not seen for thirty days is written to, whoever comes back is not', async () => {
  const { caller, people, crm, at, mailed, mailsTo, api } = await schoolWith('away')
  await system
    .internal('users', { messengerInternalApi }, { school: caller.school })
    .messengerInternalApi.set({ body: { bot_token: botToken } })
  const page: Caller = { ...caller, key: newId('key'), kind: 'publishable', role: 'student' }
  const { auth } = system.client('users', usersContract.resources, page)
  const signIn = (id: number) => auth.messenger({ body: widgetFields({ id }, now) })
  const [one, other] = [messengerId(), messengerId()]
  const begins = async (id: number) => {
    const { user } = await signIn(id)
    await at(user.id, 'again')
    return people.users.update({
      path: { id: user.id },
      body: { email: `${newId('usr')}@school.example` },
    })
  }
  const [ann, bob] = [await begins(one), await begins(other)]
  now += 20 * day
  await signIn(other)
  expect(await at(bob.id, 'back')).toMatchObject({ status: 'finished', reason: 'goal' })
  now += 10 * day
  await mailed(ann)
  expect(await at(ann.id, 'over')).toMatchObject({ status: 'finished', reason: 'end' })
  expect((await crm.tasks.list()).data).toMatchObject([{ user_id: ann.id }])
  expect(mailsTo(bob)).toEqual([])
  expect((await api.scenarioRuns.list({ query: { user_id: bob.id } })).data).toHaveLength(1)
})

test('every link of every mail opens', () => expect(broken).toEqual([]))
