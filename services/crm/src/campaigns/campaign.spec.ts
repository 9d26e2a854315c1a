import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
let now = Date.now()
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, crmService],
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
    clock: { now: () => new Date(now) },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

const variant = { subject: 'First', body: 'Hello {{ user.first_name }}' }
const afterAnHour = { transport: 'in_app', delay_minutes: 60, variants: [{ body: 'Still interested?' }] }

/** A school with people, and the draft of a campaign to all of them about a topic that nobody can switch off. */
async function school(count: number, messages: object[]) {
  const base = await schoolOf(system)
  const people = await Promise.all(Array.from({ length: count }, () => base.person({ first_name: 'Ann' })))
  const { campaigns, campaignStats } = base.api
  const audience = { user_ids: people.map(({ id }) => id) }
  const body = { name: 'Autumn', topic: 'study', audience, messages } as never
  const path = { id: (await campaigns.create({ body })).id }
  const get = () => campaigns.get({ path })
  const stats = async () => (await campaignStats.list({ path })).data
  const until = (what: string, holds: (counts: Awaited<ReturnType<typeof get>>['counts']) => boolean) =>
    eventually(what, async () => holds((await get()).counts))
  const received = () => mail.mails.filter(({ to }) => people.some(({ email }) => to.includes(email!)))
  return { ...base, campaigns, people, path, get, stats, until, received }
}

test('each person gets every message of a campaign once, each when its delay is over', async () => {
  const {
    campaigns,
    path,
    get,
    until,
    stats,
    received,
    told: listEvents,
    api,
  } = await school(5, [{ variants: [variant] }, afterAnHour])
  expect(await campaigns.send({ path, body: {} })).toMatchObject({ status: 'running' })
  await expect(campaigns.send({ path, body: {} })).rejects.toMatchObject({ reason: 'campaign_not_draft' })
  await until('the first message', ({ sent }) => sent === 5)
  expect(received()).toHaveLength(5)
  expect(await get()).toMatchObject({ status: 'running', counts: { audience: 10, sent: 5, queued: 5 } })
  now += 61 * 60_000
  await eventually('the end', async () => (await get()).status === 'finished')
  expect(await get()).toMatchObject({ counts: { audience: 10, sent: 10, queued: 0 }, after_stop: null })
  expect(await stats()).toMatchObject([
    { message: 1, variant: 1, transport: 'email', audience: 5, sent: 5, delivered: 0, waiting: 0 },
    { message: 2, variant: 1, transport: 'in_app', audience: 5, sent: 5, delivered: 5 },
  ])
  const sent = await api.messages.list({ query: { campaign_id: path.id } })
  expect(sent.data.map(({ step }) => step).sort()).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
  const [last] = (await listEvents()).filter(({ type }) => type === 'message.campaign_finished')
  expect(last).toMatchObject({
    data: { object: { kind: 'campaign', campaign_id: path.id, status: 'finished', counts: { sent: 10 } } },
    related: { campaign_id: path.id },
  })
})

test('the variants of a message are shared out among the people', async () => {
  const { campaigns, path, get, stats, received } = await school(12, [
    { variants: [variant, { ...variant, subject: 'Second' }] },
  ])
  await campaigns.send({ path, body: {} })
  await eventually('the end', async () => (await get()).status === 'finished')
  const [first, second] = await stats()
  expect(first!.sent + second!.sent).toBe(12)
  const subjects = (subject: string) => received().filter(({ text }) => text.includes(`Subject: ${subject}`))
  expect([subjects('First').length, subjects('Second').length]).toEqual([first!.sent, second!.sent])
})

test('a variant has a document of blocks in place of a body, by the rules of mailings', async () => {
  const words = (text: string) => ({ type: 'text', html: `<p>${text}</p>` })
  const document = { blocks: [words('Dear {{ user.first_name }}, in blocks')] }
  const { campaigns, path, get, received } = await school(1, [{ variants: [{ subject: 'First', document }] }])
  expect((await get()).messages[0]!.variants[0]).toMatchObject({ body: null, document })
  const changed = (variant: object) =>
    campaigns.update({ path, body: { messages: [{ variants: [{ body: 'Plain' }, variant] }] } as never })
  for (const unclear of [{}, { document, body: 'Both' }])
    await expect(changed(unclear)).rejects.toMatchObject({ reason: 'content_unclear' })
  await expect(changed({ document: { blocks: [words('One'), words('{{ open')] } })).rejects.toMatchObject({
    reason: 'content_invalid',
    details: [{ path: 'body.messages.0.variants.1.document.blocks.1.html' }],
  })
  // A change of something else leaves what the document has become.
  await campaigns.update({ path, body: { name: 'Winter' } })
  await campaigns.send({ path, body: {} })
  await eventually('the end', async () => (await get()).status === 'finished')
  expect(received()[0]!.text).toContain('Dear Ann, in blocks')
})

test('canceling removes what waits, and freezes the numbers', async () => {
  const { campaigns, path, until, get } = await school(3, [{ variants: [variant] }, afterAnHour])
  await expect(campaigns.cancel({ path })).rejects.toMatchObject({ reason: 'campaign_over' })
  await campaigns.send({ path, body: {} })
  await until('the first message', ({ sent }) => sent === 3)
  const stopped = await campaigns.cancel({ path })
  expect(stopped).toMatchObject({
    status: 'stopped',
    counts: { audience: 6, sent: 3, removed: 3, queued: 0 },
  })
  now += 61 * 60_000
  expect(await get()).toMatchObject({ counts: { audience: 6, sent: 3, removed: 3 }, after_stop: { sent: 0 } })
  await expect(campaigns.cancel({ path })).rejects.toMatchObject({ reason: 'campaign_over' })
})

test('a copy has the messages and the audience, and is a draft of its own', async () => {
  const { campaigns, path, people } = await school(2, [{ variants: [variant] }, afterAnHour])
  const { messages, topic } = await campaigns.get({ path })
  await campaigns.send({ path, body: {} })
  const exclude = { user_ids: [people[0]!.id] }
  const copy = await campaigns.create({ body: { name: 'Winter', copy_of: path.id, audience: { exclude } } })
  expect(copy).toMatchObject({
    ...{ name: 'Winter', status: 'draft', topic, messages, winners: [], started_at: null },
    audience: { user_ids: people.map(({ id }) => id), exclude },
  })
  await campaigns.send({ path: { id: copy.id }, body: {} })
  await eventually('one message', async () => {
    const { counts } = await campaigns.get({ path: { id: copy.id } })
    return counts.audience === 2 && counts.sent === 1
  })
  for (const unclear of [{}, { copy_of: path.id, messages: [{ variants: [variant] }] }])
    await expect(campaigns.create({ body: { name: 'X', ...unclear } })).rejects.toMatchObject({
      reason: 'campaign_content_unclear',
    })
  const stranger = await school(0, [{ variants: [variant] }])
  await expect(stranger.campaigns.create({ body: { name: 'X', copy_of: path.id } })).rejects.toMatchObject({
    reason: 'campaign_unknown',
  })
})

test('a draft neither pauses nor goes on', async () => {
  const { campaigns, path } = await school(1, [{ variants: [variant] }])
  for (const status of ['paused', 'running'] as const)
    await expect(campaigns.update({ path, body: { status } })).rejects.toMatchObject({
      ...{ status: 409, reason: 'campaign_not_running' },
    })
})

test('only a draft is changed and deleted', async () => {
  const { campaigns, path } = await school(1, [{ variants: [variant] }])
  await expect(
    campaigns.update({ path, body: { messages: [{ variants: [{ body: '{{ open' }] }] } as never }),
  ).rejects.toMatchObject({
    reason: 'content_invalid',
    details: [{ path: 'body.messages.0.variants.0.body' }],
  })
  expect(await campaigns.update({ path, body: { name: 'Winter' } })).toMatchObject({ name: 'Winter' })
  await campaigns.send({ path, body: { at: new Date(now + 86_400_000).toISOString() } })
  await expect(campaigns.update({ path, body: { name: 'X' } })).rejects.toMatchObject({
    reason: 'campaign_not_draft',
  })
  await expect(campaigns.delete({ path })).rejects.toMatchObject({ reason: 'campaign_not_draft' })
})
