import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { tracking } from './tracking.contract.ts'

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

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const links = ['https://one.example/a?b=1&c=2', 'https://two.example/', 'https://three.example/']
const body = links.map((target, index) => `[link ${index}](${target})`).join(' ')

/** A school with the mail that a person got, a minute ago. */
async function received(variants: object[] = [{ subject: 'Links', body }], messages: object[] = []) {
  const base = await schoolOf(system)
  const { campaigns, campaignStats } = base.api
  const person = await base.person()
  const created = await campaigns.create({
    body: {
      ...{ name: 'Links', topic: 'study', audience: { user_ids: [person.id] } },
      messages: [{ variants }, ...messages],
    } as never,
  })
  const path = { id: created.id }
  await campaigns.send({ path, body: {} })
  await eventually('the mail', async () => {
    const { sent, unknown } = (await campaigns.get({ path })).counts
    return sent + unknown === 1
  })
  const { text } = mail.mails.findLast(({ to }) => to.includes(person.email!))!
  const token = (kind: string, index: number) =>
    [...text.matchAll(new RegExp(`/${kind}/([\\w.-]+)`, 'g'))][index]![1]!
  const { tracking: trackingClient } = system.internal(
    'crm',
    { tracking },
    { as: 'gateway', school: base.caller.school },
  )
  const hit = (kind: 'links' | 'opens', index = 0, agent = browser) =>
    trackingClient.hit({ body: { kind, token: token(kind, index), agent } })
  const stats = async () => (await campaignStats.list({ path })).data
  const tellings = async () =>
    (await base.told())
      .filter(({ type }) => type === 'message.opened' || type === 'message.clicked')
      .map(({ type, data }) => [type, data.object.url ?? null])
  const message = async () =>
    (await base.api.messages.list({ query: { campaign_id: path.id } })).data.find(({ step }) => step === 1)!
  now += 60_000
  return {
    ...base,
    mailings: base.api.mailings,
    persons: person,
    campaigns,
    path,
    text,
    hit,
    stats,
    tellings,
    message,
    trackingClient,
  }
}

/** The time after which it is known what came together. */
const later = () => {
  now += 15_000
}

test('a person who opens a mail and follows a link is told, each once', async () => {
  const { hit, text, tellings, stats, message } = await received()
  expect(text).not.toContain('href="https://one.example')
  await hit('opens')
  expect(await hit('links', 0)).toEqual({ target: links[0] })
  later()
  await eventually('the tellings', async () => (await tellings()).length === 2)
  await hit('opens')
  await hit('links', 0)
  await hit('links', 1)
  later()
  await eventually('the other link', async () => (await tellings()).length === 3)
  expect(await tellings()).toEqual([
    ['message.opened', null],
    ['message.clicked', links[0]],
    ['message.clicked', links[1]],
  ])
  expect(await stats()).toMatchObject([{ sent: 1, opened: 1, clicked: 1 }])
  expect((await message()).timeline.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['opened', 'clicked']),
  )
})

test('programs that follow links are led on, and tell nothing', async () => {
  const { hit, tellings, stats } = await received()
  const target = await hit('links', 0, 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  expect(target).toEqual({ target: links[0] })
  for (const index of [0, 1, 2]) await hit('links', index)
  // A mail of few links has one that nobody sees.
  const few = links.slice(0, 2).map(target => `[link](${target})`)
  const other = await received([{ subject: 'Links', body: few.join(' ') }])
  await other.hit('links', 2)
  await other.hit('links', 0)
  await other.hit('opens')
  later()
  const last = await received()
  await last.hit('opens')
  later()
  await eventually('a person', async () => (await last.tellings()).length === 1)
  expect([await tellings(), await other.tellings()]).toEqual([[], []])
  expect(await stats()).toMatchObject([{ opened: 0, clicked: 0 }])
})

test('nobody can make a link lead elsewhere, and a token is of one school', async () => {
  const { text, trackingClient } = await received()
  const token = /\/links\/([\w.-]+)/.exec(text)![1]!
  const [id, , signature] = token.split('.')
  for (const forged of [`${id}.2.${signature}`, `${id}.1.${'A'.repeat(24)}`, 'x'])
    await expect(
      trackingClient.hit({ body: { kind: 'links', token: forged, agent: browser } }),
    ).rejects.toMatchObject({ status: 404 })
  const stranger = system.internal('crm', { tracking }, { as: 'gateway', school: system.caller().school })
  await expect(
    stranger.tracking.hit({ body: { kind: 'links', token, agent: browser } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a message for those who have not opened the one before is not sent to those who have', async () => {
  const next = {
    ...{ transport: 'in_app', delay_minutes: 60, unless_opened: true },
    variants: [{ body: 'Have you seen it?' }],
  }
  const [reader, other] = [await received(undefined, [next]), await received(undefined, [next])]
  await reader.hit('opens')
  later()
  await eventually('the opening', async () => (await reader.tellings()).length === 1)
  now += 60 * 60_000
  for (const { campaigns, path } of [reader, other])
    await eventually('the end', async () => (await campaigns.get({ path })).status === 'finished')
  expect(await reader.stats()).toMatchObject([
    { sent: 1, opened: 1 },
    { sent: 0, skipped: 1 },
  ])
  expect((await reader.campaigns.get({ path: reader.path })).counts.reasons).toEqual({ opened: 1 })
  expect(await other.stats()).toMatchObject([
    { sent: 1, opened: 0 },
    { sent: 1, skipped: 0 },
  ])
})

test('what a person opens has come, though its mail server did not answer', async () => {
  mail.unanswered = 1
  const { campaigns, path, hit, tellings } = await received(undefined, [
    {
      ...{ transport: 'in_app', delay_minutes: 60, unless_opened: true },
      variants: [{ body: 'Have you seen it?' }],
    },
  ])
  expect((await campaigns.get({ path })).counts).toMatchObject({ unknown: 1 })
  await hit('opens')
  await hit('links', 0)
  later()
  await eventually('the tellings', async () => (await tellings()).length === 2)
  now += 60 * 60_000
  await eventually('the end', async () => (await campaigns.get({ path })).status === 'finished')
  expect((await campaigns.get({ path })).counts.reasons).toEqual({ opened: 1 })
})

test('pictures through the proxies of Gmail and Yahoo are openings, and those that Apple loads by itself are told apart', async () => {
  const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  const next = {
    ...{ transport: 'in_app', delay_minutes: 60, unless_opened: true },
    variants: [{ body: 'Have you seen it?' }],
  }
  const [reader, apple] = [await received(undefined, [next]), await received(undefined, [next])]
  await reader.hit('opens', 0, gmail)
  await apple.hit('opens', 0, 'Mozilla/5.0')
  later()
  await eventually('the opening', async () => (await reader.tellings()).length === 1)
  await eventually('the loading', async () => (await apple.message()).prefetched_at !== null)
  expect(await apple.message()).toMatchObject({ opened_at: null })
  expect(await apple.stats()).toMatchObject([{ opened: 0, prefetched: 1 }, {}])
  now += 60 * 60_000
  for (const { campaigns, path } of [reader, apple])
    await eventually('the end', async () => (await campaigns.get({ path })).status === 'finished')
  expect((await reader.campaigns.get({ path: reader.path })).counts.reasons).toEqual({ opened: 1 })
  expect(await apple.stats()).toMatchObject([{ sent: 1 }, { sent: 1 }])
  expect(await apple.tellings()).toEqual([])
})

test('who follows a link has opened the mail', async () => {
  const { hit, tellings, stats, message } = await received()
  await hit('links', 0)
  later()
  await eventually('the tellings', async () => (await tellings()).length === 2)
  expect(await tellings()).toEqual([
    ['message.opened', null],
    ['message.clicked', links[0]],
  ])
  expect(await stats()).toMatchObject([{ opened: 1, clicked: 1, prefetched: 0 }])
  const { opened_at, clicked_at } = await message()
  expect(opened_at).toBe(clicked_at)
})

test('links lead on with the parameters of campaigns that the settings ask for', async () => {
  const { hit, caller, mailings, persons } = await received()
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const change = (tracking: object) =>
    host.changeSettings({ body: { values: { tracking }, version: null, role: 'owner' } })
  await change({ utm: { source: 'school' } })
  const parameters = 'utm_source=school&utm_medium=email&utm_campaign=Links'
  expect(await hit('links', 0)).toEqual({ target: `${links[0]}&${parameters}` })
  expect(await hit('links', 1)).toEqual({ target: `${links[1]}?${parameters}` })
  // Links that are not tracked are marked when the mail is sent.
  await change({ clicks: false })
  const user_ids = [persons.id]
  const { id } = await mailings.create({
    body: {
      name: 'Autumn',
      topic: 'study',
      subject: 'Hi',
      body: '[a](https://two.example/) <https://two.example/b> https://two.example/{{ user.email }}',
      audience: { user_ids },
    },
  })
  await mailings.start({ path: { id }, body: {} })
  await eventually('the mailing', async () => (await mailings.get({ path: { id } })).status === 'finished')
  const { text } = mail.mails.findLast(({ to }) => to.includes(persons.email!))!
  expect(unfolded(text)).toContain(
    'href="https://two.example/?utm_source=school&amp;utm_medium=email&amp;utm_campaign=Autumn"',
  )
  // The text has the same links, and they lead to the same places.
  const autumn = 'utm_source=school&utm_medium=email&utm_campaign=Autumn'
  expect(unfolded(text)).toContain(`a [https://two.example/?${autumn}] https://two.example/b?${autumn} `)
})

/** Without the soft line breaks of quoted-printable. */
const unfolded = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

test('what people need for what they have bought is not followed, and what they have agreed to is', async () => {
  const { api, consents, person } = await schoolOf(system)
  const ann = await person()
  await consents.record({
    path: { id: ann.id },
    body: { channel: 'email', text_version: '1', source: 'form' },
  })
  const mailAbout = async (topic: string) => {
    const subject = `About ${topic}`
    await api.messages.create({ body: { user_id: ann.id, topic, subject, body } })
    return eventually('the mail', () =>
      mail.mails.find(({ to, text }) => to.includes(ann.email!) && text.includes(`Subject: ${subject}`)),
    )
  }
  const order = await mailAbout('orders')
  expect(order.text).not.toMatch(/\/(links|opens)\//)
  expect(order.text).toContain('href="https://one.example/a?b=1&amp;c=2"')
  expect((await mailAbout('news')).text).toMatch(/\/links\/[\s\S]*\/opens\//)
})
