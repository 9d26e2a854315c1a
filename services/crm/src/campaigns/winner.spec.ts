import { hostOperations } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'
import { tracking } from '../tracking/tracking.contract.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world.stop())

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const minute = 60_000
const variants = [
  { subject: 'One', body: '[one](https://one.example/)' },
  { subject: 'Two', body: '[two](https://two.example/)' },
]
const winner = { measure: 'clicked', percent: 50, after_minutes: 60 } as const

/** A school with people, and the draft of a campaign whose message chooses a variant. */
async function school(count: number) {
  const base = await schoolOf(world.system)
  const people = await Promise.all(Array.from({ length: count }, () => base.person()))
  const { campaigns } = base.api
  const created = await campaigns.create({
    body: {
      ...{ name: 'Autumn', topic: 'study', audience: { user_ids: people.map(({ id }) => id) } },
      messages: [{ variants, winner }],
    },
  })
  const path = { id: created.id }
  const get = () => campaigns.get({ path })
  const mails = () => world.mail.mails.filter(({ to }) => people.some(({ email }) => to.includes(email!)))
  const { tracking: hits } = world.system.internal(
    'crm',
    { tracking },
    { as: 'gateway', school: base.caller.school },
  )
  const click = (text: string) =>
    hits.hit({ body: { kind: 'links', token: /\/links\/([\w.-]+)/.exec(text)![1]!, agent: browser } })
  return { ...base, campaigns, people, path, get, mails, click }
}

test('a part of the audience gets the variants, and the rest gets the one that more people followed', async () => {
  // So many that each part has somebody, whatever the ids are.
  const count = 60
  const { campaigns, path, get, mails, click, api } = await school(count)
  await campaigns.send({ path, body: {} })
  await eventually('the first part', async () => {
    const { sent, queued, audience } = (await get()).counts
    return audience === count && sent > 0 && sent + queued === count && mails().length === sent
  })
  const first = mails()
  expect(first.length).toBeLessThan(count)
  const two = first.filter(({ text }) => text.includes('Subject: Two'))
  expect(two.length).toBeGreaterThan(0)
  world.now += minute
  await click(two[0]!.text)
  world.now += minute
  await eventually('the click', async () => (await get()).report!.clicked === 1)
  expect(await get()).toMatchObject({ winners: [], status: 'running' })

  world.now += 60 * minute
  await eventually('the end', async () => {
    const query = { campaign_id: path.id, status: 'queued', limit: 100 } as const
    const times = (await api.messages.list({ query })).data.map(({ send_after }) => Date.parse(send_after!))
    // What was looked at before the choice is looked at again later.
    if (times.length > 0 && times.every(time => time > world.now)) world.now = Math.max(...times)
    return (await get()).status === 'finished'
  })
  const ended = await get()
  expect(ended.winners).toEqual([{ message: 1, variant: 2, chosen_at: expect.any(String) }])
  const rest = mails().slice(first.length)
  expect(first.length + rest.length).toBe(count)
  expect(new Set(rest.map(({ text }) => /Subject: (\w+)/.exec(text)![1]))).toEqual(new Set(['Two']))
  expect(ended.report).toMatchObject({
    clicked: 1,
    opened: 1,
    links: [{ url: 'https://two.example/', clicked: 1 }],
  })
  const { data } = await api.campaignStats.list({ path })
  expect(data.map(({ sent }) => sent)).toEqual([first.length - two.length, two.length + rest.length])
})

test('a variant is chosen only for e-mails with several, and by what is recorded', async () => {
  const { campaigns, path, caller } = await school(1)
  const update = (message: object) => campaigns.update({ path, body: { messages: [message] } as never })
  for (const message of [
    { variants: [variants[0]], winner },
    { transport: 'in_app', variants, winner },
  ])
    await expect(update(message)).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'body.messages.0.winner' }],
    })
  const { host } = world.system.internal(
    'crm',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  await host.changeSettings({
    body: { values: { tracking: { clicks: false } }, version: null, role: 'owner' },
  })
  await expect(campaigns.send({ path, body: {} })).rejects.toMatchObject({
    reason: 'campaign_winner_unmeasured',
  })
})

test('with a time of day of each person the choice waits a day, and the rest gets the variant at that time', async () => {
  const { campaigns, people, path, get, mails, api } = await school(60)
  const local = { local_time: '08:00' }
  await expect(campaigns.send({ path, body: local })).rejects.toMatchObject({
    reason: 'campaign_winner_early',
  })
  const dayMinutes = 24 * 60
  const later = { ...winner, after_minutes: dayMinutes }
  await campaigns.update({ path, body: { messages: [{ variants, winner: later }] } as never })
  await campaigns.send({ path, body: local })
  await eventually('the audience', async () => (await get()).counts.audience === people.length)
  await eventually('the end', async () => {
    const query = { campaign_id: path.id, status: 'queued', limit: 100 } as const
    const times = (await api.messages.list({ query })).data.map(({ send_after }) => Date.parse(send_after!))
    if (times.length > 0 && times.every(time => time > world.now)) world.now = Math.min(...times)
    return (await get()).status === 'finished'
  })
  expect(mails()).toHaveLength(people.length)
  const { data } = await api.messages.list({ query: { campaign_id: path.id, limit: 100 } })
  const leaving = data.map(({ timeline }) =>
    timeline.find(({ what }) => what === 'sending')!.at.slice(11, 16),
  )
  expect(new Set(leaving)).toEqual(new Set(['08:00']))
})

test('a campaign is stopped, and made a draft again, as a mailing is', async () => {
  const { campaigns, path, mails, get } = await school(2)
  await campaigns.send({ path, body: { at: new Date(world.now + 60 * minute).toISOString() } })
  expect(await campaigns.update({ path, body: { status: 'draft', name: 'Winter' } })).toMatchObject({
    ...{ status: 'draft', name: 'Winter', scheduled_at: null, report: null },
  })
  await expect(campaigns.update({ path, body: { status: 'stopped' } })).rejects.toMatchObject({
    reason: 'campaign_over',
  })
  await campaigns.send({ path, body: { at: new Date(world.now + 60 * minute).toISOString() } })
  for (let round = 0; round < 2; round++)
    expect(await campaigns.update({ path, body: { status: 'stopped' } })).toMatchObject({ status: 'stopped' })
  await expect(campaigns.update({ path, body: { status: 'draft' } })).rejects.toMatchObject({
    reason: 'campaign_not_scheduled',
  })
  expect(mails()).toEqual([])
  expect((await get()).report).toMatchObject({ opened: 0, links: [] })
})
