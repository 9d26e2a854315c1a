// A day of a marketer: who is meant, what went wrong and was repaired, what came of it, and why somebody did not get it.
import { env } from 'node:process'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { scenariosContract } from '@lms/scenarios/contract'
import { scenariosService } from '@lms/scenarios/service'
import { hostOperations } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { type MailedWorld, passing, startMailedWorld } from './testing/mail-world.ts'
import { schoolOf } from './testing/school.ts'
import { tracking } from './tracking/tracking.contract.ts'

/** Of three people one is meant. */
const count = env.LMS_TEST_LONG === '1' ? 3000 : 150
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const minute = 60_000
const dayMs = 24 * 60 * minute

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld([commerceService, scenariosService])
})
afterAll(() => world?.stop())

/** People of whom each third has bought the offer, is no VIP, and has a birthday this month. */
async function prepareSchool() {
  const base = await schoolOf(world.system)
  const { caller, customFields, tags } = base
  await customFields.create({ body: { name: 'born', type: 'date' } as never })
  const vip = await tags.create({ body: { name: 'VIP' } })
  const commerce = world.system.client('commerce', commerceContract.resources, caller)
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const { peopleImports } = world.system.internal('users', usersContract.internal, {
    as: 'service',
    school: caller.school,
  })
  const consent = { channel: 'email', text_version: '1', source: 'form' } as const
  const rows = Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    values: {
      email: `person-${index}@school.example`,
      first_name: `Person ${index}`,
      'custom_fields.born': `1990-${index % 3 === 2 ? '05' : '11'}-24`,
    },
  }))
  const order = {
    ...{
      import_id: 'imp_01h455vb4pex5vsknk084sn02q' as Id<'imp'>,
      dry_run: false,
      on_match: 'skip' as const,
    },
    ...{ tag_ids: [], group_ids: [], consent, role: 'owner' as const, rights: [['*']] },
  }
  for (let from = 0; from < count; from += 500)
    await peopleImports.take({ body: { ...order, rows: rows.slice(from, from + 500) } })
  const people: Id<'usr'>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: 1000, sort: 'created_at', ...(cursor && { cursor }) }
    const page = await base.users.list({ query })
    people.push(...page.data.filter(({ role }) => role === 'student').map(({ id }) => id))
    cursor = page.next_cursor
  }
  const buy = async (user_id: Id<'usr'>) => {
    const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  }
  const byIndex = await Promise.all(
    people.map(async id => ({ id, index: Number((await nameOf(base, id)).slice('Person '.length)) })),
  )
  const inThird = (rest: number) => byIndex.filter(({ index }) => index % 3 === rest).map(({ id }) => id)
  return { ...base, vip, offer, buy, meant: inThird(0), others: inThird(1), peopleImports, order }
}

const nameOf = async ({ users }: Pick<Awaited<ReturnType<typeof schoolOf>>, 'users'>, id: Id<'usr'>) =>
  (await users.get({ path: { id } })).first_name

test('a mailing to those who are meant is mistaken, taken back, repaired, sent, stopped, and sent again', async () => {
  const school = await prepareSchool()
  const { api, caller, offer, vip, buy, meant, others, personTags } = school
  const hits = world.system.internal('crm', { tracking }, { as: 'gateway', school: caller.school }).tracking
  const { host } = world.system.internal(
    'crm',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  const notifications = [{ kind: 'order_paid', send: false }]
  await host.changeSettings({ body: { values: { notifications }, version: null, role: 'owner' } })
  await Promise.all([...meant, ...others.slice(0, 3)].map(buy))
  for (const id of others.slice(0, 3))
    await personTags.add({ path: { id }, body: { tags: ['VIP'] } as never })
  const segment = await api.segments.create({
    body: {
      name: 'Bought, birthday this month, no VIP',
      rule: {
        and: [
          { event: 'order.paid', where: { offer_id: offer.id } },
          { field: 'custom.born', date: { month: 'this' } },
          { not: { tag: vip.id } },
        ],
      },
    },
  })
  await eventually('the segment', async () => {
    const { status, size } = await api.segments.get({ path: { id: segment.id } })
    return status === 'ready' && size === meant.length
  })

  // Scheduled with a mistake, taken back, repaired.
  const { mailings } = api
  const { id } = await mailings.create({
    body: {
      ...{ name: 'Birthdays', topic: 'news', audience: { segment_ids: [segment.id] } },
      ...{ subject: 'Happy birtday', body: 'For you: [a present](https://a.example/)' },
    },
  })
  const path = { id }
  const at = new Date(world.now + 60 * minute).toISOString()
  expect(await mailings.start({ path, body: { at } })).toMatchObject({ status: 'scheduled' })
  await mailings.update({ path, body: { status: 'draft', subject: 'Happy birthday' } })
  world.now += 61 * minute
  const [first, vipPerson] = [meant[0]!, others[0]!]
  const dryRun = async (user_id: Id<'usr'>) =>
    (await mailings.test({ path, body: { user_id, dry_run: true } })).dry_run!
  expect(await dryRun(first)).toMatchObject({
    ...{ reason: null, audience: { included: true }, content: { subject: 'Happy birthday' } },
  })
  expect(await dryRun(vipPerson)).toMatchObject({ audience: { included: false } })
  expect(world.mail.mails).toEqual([])

  // Sent; stopped before everybody has it.
  let release = () => {}
  world.mail.until = new Promise(resolve => {
    release = resolve
  })
  await mailings.start({ path, body: {} })
  await eventually(
    'the first mails',
    passing(world, async () => world.mail.startedCount > 0),
  )
  expect(await mailings.update({ path, body: { status: 'stopped' } })).toMatchObject({ status: 'stopped' })
  release()
  const { counts } = await mailings.get({ path })
  expect(counts.audience).toBe(meant.length)
  expect(counts.removed).toBeGreaterThan(0)
  // What was under way arrives all the same, and is counted apart.
  await eventually('what was under way', async () => {
    const { after_stop } = await mailings.get({ path })
    return after_stop?.sent === counts.in_flight
  })
  const sent = counts.sent + counts.in_flight
  expect(sent + counts.removed).toBe(meant.length)

  // The others get it by a copy: who had it already is left out.
  const had = (await api.messages.list({ query: { mailing_id: id, status: 'sent', limit: 1000 } })).data
  expect(had).toHaveLength(sent)
  const rest = await mailings.create({
    body: {
      ...{ name: 'Birthdays, the rest', copy_of: id },
      audience: { segment_ids: [segment.id], exclude: { user_ids: had.map(({ user_id }) => user_id!) } },
    },
  })
  const ended = async (of: Id<'mlg'>) => {
    const isOver = async () => (await mailings.get({ path: { id: of } })).status === 'finished'
    await eventually('the end', passing(world, isOver))
    return mailings.get({ path: { id: of } })
  }
  await mailings.start({ path: { id: rest.id }, body: {} })
  expect((await ended(rest.id)).counts).toMatchObject({ sent: meant.length - sent })
  expect(world.mail.mails).toHaveLength(meant.length)
  expect(new Set(world.mail.mails.flatMap(({ to }) => to)).size).toBe(meant.length)

  // One opens it, the others are reminded; who unsubscribes meanwhile is not, and staff sees why.
  const [opened, unsubscribed] = world.mail.mails
  world.now += minute
  const openToken = /\/opens\/([\w.-]+)/.exec(opened!.text.replaceAll(/=\r?\n/g, ''))![1]!
  await hits.hit({ body: { kind: 'opens', token: openToken, agent: browser } })
  world.now += minute
  const idOf = async (address: string) =>
    (await api.messages.list({ query: { address } })).data[0]!.user_id as Id<'usr'>
  const [openerId, leaverId] = [await idOf(opened!.to[0]!), await idOf(unsubscribed!.to[0]!)]
  await eventually('the opening', async () => {
    const reports = await Promise.all([id, rest.id].map(of => mailings.get({ path: { id: of } })))
    return reports.some(({ report }) => report?.opened === 1)
  })
  await api.preferences.replace({ path: { userId: leaverId }, body: { off_topics: ['news'] } })
  const openedIn = (await api.messages.list({ query: { user_id: openerId } })).data[0]!.mailing_id!
  const again = await mailings.create({
    body: {
      ...{ name: 'Have you seen it?', copy_of: openedIn },
      audience: { responses: { mailing_id: openedIn, who: 'not_opened' } },
    },
  })
  const before = world.mail.mails.length
  await mailings.start({ path: { id: again.id }, body: {} })
  const { counts: reminded } = await ended(again.id)
  const addressee = (address: string) => world.mail.mails.slice(before).some(({ to }) => to.includes(address))
  expect(addressee(opened!.to[0]!)).toBe(false)
  expect(addressee(unsubscribed!.to[0]!)).toBe(false)
  expect(world.mail.mails.length - before).toBe(reminded.sent)
  const why = (await mailings.test({ path: { id: again.id }, body: { user_id: leaverId, dry_run: true } }))
    .dry_run!
  expect(why).toMatchObject({ reason: 'topic_off' })
})

test('who has a birthday gets a mail that day from a scenario, unless they want no news', async () => {
  const { api, caller, customFields, consents, person } = await schoolOf(world.system)
  const { scenarios } = world.system.client('scenarios', scenariosContract.resources, caller)
  await customFields.create({ body: { name: 'born', type: 'date' } as never })
  const tomorrow = new Date(world.now + dayMs).toISOString().slice(4, 10)
  const reader = async (born: string) => {
    const { id, email } = await person({ custom_fields: { born } })
    await consents.record({ path: { id }, body: { channel: 'email', text_version: '1', source: 'form' } })
    return { id, email: email! }
  }
  const [ann, quiet] = [await reader(`1990${tomorrow}`), await reader(`1991${tomorrow}`)]
  await reader('1990-05-24')
  const born = { field: 'custom.born', anniversary: { within_days: 0 } }
  const segment = await api.segments.create({
    body: { name: 'Birthday', rule: { and: [born, { reachable: 'news' }] } },
  })
  await eventually('all to be known', async () => {
    const rule = { field: 'custom.born', exists: true }
    return (await api.segments.preview({ body: { rule } })).count === 3
  })
  await api.preferences.replace({ path: { userId: quiet.id }, body: { off_topics: ['news'] } })
  const nodes = [
    {
      ...{ id: 'birthday', kind: 'trigger', next: 'wish' },
      start: { by: 'segment', segment_id: segment.id },
    },
    {
      ...{ id: 'wish', kind: 'message', subject: 'Happy birthday, {{ user.email }}', next: 'end' },
      body: 'For you: a **present**.',
    },
    { id: 'end', kind: 'end' },
  ]
  const { id } = await scenarios.create({ body: { name: 'Birthdays', graph: { nodes } as never } })
  await scenarios.publish({ path: { id }, body: {} })
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  const sent = (address: string) => world.mail.mails.filter(({ to }) => to.includes(address))
  expect(sent(ann.email)).toEqual([])
  world.now += dayMs
  await eventually(
    'the wish',
    passing(world, async () => sent(ann.email).length > 0),
  )
  expect(sent(ann.email)).toHaveLength(1)
  const messages = (await api.messages.list({ query: { topic: 'news' } })).data
  expect(messages.map(({ user_id }) => user_id)).toEqual([ann.id])
})
