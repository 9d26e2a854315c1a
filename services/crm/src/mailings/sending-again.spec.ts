import { hostOperations } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { actions } from '../actions/action.contract.ts'
import { type MailedWorld, passing, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'
import { tracking } from '../tracking/tracking.contract.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world.stop())

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const minute = 60_000

/** A school with people, and the draft of a mailing to all of them. */
async function school(fields: object[]) {
  const base = await schoolOf(world.system)
  const people = await Promise.all(fields.map(each => base.person(each)))
  const { mailings } = base.api
  const content = {
    subject: 'Autumn',
    body: 'Hello. [More](https://a.example/)',
    topic: 'study',
    preheader: 'Soon',
  }
  const audience = { user_ids: people.map(({ id }) => id) }
  const { id } = await mailings.create({ body: { name: 'Autumn', ...content, audience } })
  const get = (of: typeof id = id) => mailings.get({ path: { id: of } })
  const ended = async (of: typeof id = id) => {
    await eventually(
      'the end',
      passing(world, async () => (await get(of)).status === 'finished'),
    )
    return get(of)
  }
  const mailsTo = (person: (typeof people)[number]) =>
    world.mail.mails.filter(({ to }) => to.includes(person.email!)).map(({ text }) => text)
  return { ...base, people, mailings, id, path: { id }, get, ended, mailsTo }
}

test('a copy has the content and the audience, and goes again to those who did not open it', async () => {
  const { mailings, people, id, path, ended, mailsTo, caller } = await school([{}, {}, {}])
  await mailings.start({ path, body: {} })
  await ended()
  const { tracking: hits } = world.system.internal(
    'crm',
    { tracking },
    { as: 'gateway', school: caller.school },
  )
  world.now += minute
  const token = /\/opens\/([\w.-]+)/.exec(mailsTo(people[0]!)[0]!)![1]!
  await hits.hit({ body: { kind: 'opens', token, agent: browser } })
  world.now += minute
  await eventually('the opening', async () => (await ended()).report!.opened === 1)

  const copy = await mailings.create({ body: { name: 'Again', copy_of: id } })
  expect(copy).toMatchObject({
    ...{
      name: 'Again',
      status: 'draft',
      subject: 'Autumn',
      preheader: 'Soon',
      topic: 'study',
      started_at: null,
    },
    audience: { user_ids: people.map(each => each.id), responses: null },
  })
  const exclude = { user_ids: [people[0]!.id] }
  expect(
    await mailings.create({ body: { name: 'Others', copy_of: id, audience: { exclude } } }),
  ).toMatchObject({
    audience: { user_ids: people.map(each => each.id), exclude },
  })
  expect(await mailings.create({ body: { name: 'News', copy_of: id, topic: 'news' } })).toMatchObject({
    ...{ topic: 'news', subject: 'Autumn' },
  })
  const own = { transport: 'in_app' as const, subject: '', preheader: '', format: 'text' as const }
  expect(await mailings.create({ body: { name: 'Here', copy_of: id, ...own } })).toMatchObject({
    ...{ ...own, topic: 'study', body: 'Hello. [More](https://a.example/)' },
  })
  const responses = { mailing_id: id, who: 'not_opened' } as const
  const again = await mailings.create({
    body: { name: 'Again', copy_of: id, subject: 'Have you seen it?', audience: { responses } },
  })
  await mailings.start({ path: { id: again.id }, body: {} })
  expect(await ended(again.id)).toMatchObject({
    subject: 'Have you seen it?',
    counts: { audience: 2, sent: 2 },
  })
  expect(people.map(each => mailsTo(each).length)).toEqual([1, 2, 2])
  for (const body of [{ copy_of: id, body: 'Other' }, { copy_of: null }])
    await expect(mailings.create({ body: { name: 'X', ...body } })).rejects.toMatchObject({
      reason: 'content_unclear',
    })
  const stranger = await school([])
  await expect(stranger.mailings.create({ body: { name: 'X', copy_of: id } })).rejects.toMatchObject({
    reason: 'mailing_unknown',
  })
  await expect(
    stranger.mailings.create({ body: { name: 'X', body: 'Hi', audience: { responses } } }),
  ).rejects.toMatchObject({ reason: 'audience_unknown' })
})

test('it does not go again to those who have not opened it where nobody knows that', async () => {
  const { mailings, id, path, ended, caller } = await school([{}])
  await mailings.start({ path, body: {} })
  await ended()
  const responses = { mailing_id: id, who: 'not_opened' } as const
  const again = await mailings.create({ body: { name: 'Again', copy_of: id, audience: { responses } } })
  const { host } = world.system.internal(
    'crm',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  await host.changeSettings({
    body: { values: { tracking: { opens: false } }, version: null, role: 'owner' },
  })
  await expect(mailings.start({ path: { id: again.id }, body: {} })).rejects.toMatchObject({
    ...{ status: 409, reason: 'audience_unmeasured' },
  })
  const scenarios = world.system.internal('crm', { actions }, { as: 'scenarios', school: caller.school })
  const start = { kind: 'mailing' as const, key: 'scenarios again', mailing_id: again.id }
  expect(await scenarios.actions.carryOut({ body: { actions: [start] } })).toMatchObject({
    results: [{ outcome: 'refused', reason: 'audience_unmeasured' }],
  })
})

test('an e-mail whose subject is empty with the values of its person is not sent', async () => {
  const { mailings, path, people, ended, mailsTo } = await school([{}, { phone: '+4915112345678' }])
  const subject = '{% if user.phone %}For you{% endif %}'
  await mailings.update({ path, body: { subject } })
  const { dry_run } = await mailings.test({ path, body: { user_id: people[0]!.id, dry_run: true } })
  expect(dry_run).toMatchObject({ reason: 'template_error' })
  await mailings.start({ path, body: {} })
  expect(await ended()).toMatchObject({ counts: { sent: 1, skipped: 1, reasons: { template_error: 1 } } })
  expect(people.map(each => mailsTo(each).length)).toEqual([0, 1])
})

test('it goes again to those whom it did not reach', async () => {
  const { mailings, people, id, path, ended, mailsTo } = await school([{}, {}])
  world.mail.unanswered = 1
  await mailings.start({ path, body: {} })
  expect(await ended()).toMatchObject({ counts: { sent: 1, unknown: 1 } })
  const audience = { responses: { mailing_id: id, who: 'failed' as const } }
  const again = await mailings.create({ body: { name: 'Again', copy_of: id, audience } })
  await mailings.start({ path: { id: again.id }, body: {} })
  expect(await ended(again.id)).toMatchObject({ counts: { audience: 1, sent: 1 } })
  expect(people.flatMap(mailsTo).length).toBeGreaterThanOrEqual(2)
})

test('a mailing pauses, and goes on to whom it has not gone', async () => {
  const { mailings, people, path, get, ended, mailsTo } = await school(Array.from({ length: 20 }, () => ({})))
  const change = (status: 'paused' | 'running' | 'stopped') => mailings.update({ path, body: { status } })
  await expect(change('paused')).rejects.toMatchObject({ reason: 'mailing_not_running' })
  let take = () => {}
  world.mail.until = new Promise(resolve => {
    take = resolve
  })
  const startedBefore = world.mail.startedCount
  await mailings.start({ path, body: {} })
  await eventually('the first mails', async () => world.mail.startedCount > startedBefore)
  for (let round = 0; round < 2; round++) expect(await change('paused')).toMatchObject({ status: 'paused' })
  await expect(mailings.update({ path, body: { name: 'X' } })).rejects.toMatchObject({
    reason: 'mailing_not_draft',
  })
  take()
  await eventually('what was under way', async () => (await get()).counts.in_flight === 0)
  const { counts } = await get()
  expect(counts.queued).toBeGreaterThan(0)
  expect(counts.sent + counts.queued).toBe(20)
  expect(await change('running')).toMatchObject({ status: 'running' })
  world.now += minute
  expect(await ended()).toMatchObject({ counts: { audience: 20, sent: 20 } })
  for (const person of people) expect(mailsTo(person)).toHaveLength(1)
})

test('a mailing that pauses is stopped', async () => {
  const { mailings, path, people, mailsTo } = await school([{}])
  world.mail.refusals = 1
  await mailings.start({ path, body: {} })
  await eventually('a try', async () => (await mailings.get({ path })).counts.deferred === 1)
  await mailings.update({ path, body: { status: 'paused' } })
  expect(await mailings.update({ path, body: { status: 'stopped' } })).toMatchObject({
    ...{ status: 'stopped', counts: { removed: 1, deferred: 0 } },
  })
  world.now += 60 * minute
  await expect(mailings.update({ path, body: { status: 'running' } })).rejects.toMatchObject({
    reason: 'mailing_not_running',
  })
  expect(mailsTo(people[0]!)).toEqual([])
})

test('each person gets it at nine in the morning of their own zone', async () => {
  const { mailings, path, people, get, ended, mailsTo } = await school([
    { time_zone: 'Asia/Tokyo' },
    { time_zone: 'Europe/Berlin' },
  ])
  // 9:30 in London, 10:30 in Berlin, 18:30 in Tokyo.
  world.now = Date.parse('2026-12-01T09:30:00Z')
  expect(await mailings.start({ path, body: { local_time: '09:00' } })).toMatchObject({ local_time: '09:00' })
  const [tokyo, berlin] = people
  await eventually('both wait', async () => (await get()).counts.queued === 2)
  world.now = Date.parse('2026-12-01T23:59:00Z')
  expect([mailsTo(tokyo!), mailsTo(berlin!)]).toEqual([[], []])
  world.now = Date.parse('2026-12-02T00:00:30Z')
  await eventually(
    'Tokyo',
    passing(world, async () => mailsTo(tokyo!).length === 1),
  )
  expect(mailsTo(berlin!)).toEqual([])
  world.now = Date.parse('2026-12-02T08:00:30Z')
  await ended()
  expect(mailsTo(berlin!)).toHaveLength(1)
})
