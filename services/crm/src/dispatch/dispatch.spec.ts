import { newId } from '@lms/contract'
import { hostOperations } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { asOwner, eventually, somePageVisit, type TestSystem } from '@lms/testing'
import type { MailServer } from '@lms/testing/mail-server'
import { fillIn } from '../content/filler.ts'
import { crmContract } from '../contract.ts'
import { maxSoftBounces } from '../suppressions/suppression.contract.ts'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

// Its time stands: what a school may send in a minute is counted by minutes of the clock.
let world: MailedWorld
let system: TestSystem
let mail: MailServer
beforeAll(async () => {
  world = await startMailedWorld()
  ;({ system, mail } = world)
})
afterAll(() => world?.stop())

/** A school with a person who has agreed to e-mails, and a function that sends to the person and waits for the end. */
async function school({ agreed = true } = {}) {
  const base = await schoolOf(system)
  const person = await base.person({ first_name: 'Ann' })
  const consent = { channel: 'email', text_version: '1', source: 'form' } as const
  if (agreed) await base.consents.record({ path: { id: person.id }, body: consent })
  const send = async (fields: object = {}) => {
    const body = { user_id: person.id, subject: 'Hi {{ user.first_name }}', body: 'Hello', ...fields }
    const { id } = await base.api.messages.create({ body })
    const get = () => base.api.messages.get({ path: { id } })
    await eventually('the end', async () => !['queued', 'sending'].includes((await get()).status))
    return get()
  }
  const mails = () => mail.mails.filter(({ to }) => to.includes(person.email!))
  const types = async () => (await base.told()).map(({ type }) => type)
  return { ...base, person, send, mails, types }
}

test('an e-mail leaves once, with the values of its person, and is told', async () => {
  const { person, send, mails, types } = await school({ agreed: false })
  expect(await send({ topic: 'study', body: '**Hello** {{ school.name }}' })).toMatchObject({
    status: 'sent',
    address: person.email,
    subject: 'Hi Ann',
    sent_at: expect.any(String),
  })
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain('<strong>Hello</strong> Painting school')
  expect(mails()[0]!.text).not.toContain('List-Unsubscribe')
  expect(await types()).toEqual(['message.sent'])
})

test('messages are found by address, topic, subject, and shown with their people', async () => {
  const { api, person, send } = await school()
  const study = await send({ topic: 'study', subject: 'Lesson one' })
  const news = await send({ subject: 'Big news' })
  const find = async (query: Record<string, string>) =>
    (await api.messages.list({ query })).data.map(({ id }) => id)
  expect(await find({ address: person.email! })).toEqual([news.id, study.id])
  expect(await find({ address: 'nobody@school.example' })).toEqual([])
  expect(await find({ topic: 'study' })).toEqual([study.id])
  expect(await find({ q: 'BIG' })).toEqual([news.id])
  expect(await find({ notification: 'order_paid' })).toEqual([])
  const [message] = (await api.messages.list({ query: { expand: 'user' } })).data
  expect(message).toMatchObject({ user: { id: person.id, first_name: 'Ann' } })
})

test('nobody gets news without a consent', async () => {
  const { send, mails } = await school({ agreed: false })
  expect(await send()).toMatchObject({ status: 'skipped', reason: 'no_consent', address: null })
  expect(mails()).toEqual([])
})

test('who unsubscribes by the link of an e-mail gets no more of its topic, and is told once', async () => {
  const { caller, send, mails, told: listEvents, api } = await school()
  await send()
  const { text } = mails()[0]!
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const token = /unsubscribe\/([0-9a-z]{26}\.[\w-]{24})/.exec(text)![1]!
  const { unsubscribing } = system.internal('crm', crmContract.internal, { school: caller.school })
  const visit = somePageVisit
  const { content } = await unsubscribing.show({ body: { ...visit, token } })
  expect(content).toContain('No longer get messages about “News and offers” from School?')
  for (let time = 0; time < 2; time++)
    expect(await unsubscribing.unsubscribe({ body: { ...visit, token } })).toMatchObject({
      content: expect.stringContaining('You are unsubscribed.'),
      data: { unsubscribed: true },
    })
  expect(await send()).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'sent' })
  const ended = (await listEvents()).filter(({ type }) => type === 'message.unsubscribed')
  expect(ended).toMatchObject([{ data: { object: { source: 'link', topic: 'news' } } }])
  expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'unsubscribed', topic: 'news' }])
  // The school takes the address from the list: the person has said no all the same.
  const { id } = (await api.suppressions.list()).data[0]!
  await api.suppressions.delete({ body: { id } })
  expect(await send()).toMatchObject({ status: 'skipped' })
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  await expect(unsubscribing.show({ body: { ...visit, token: forged } })).rejects.toMatchObject({
    status: 404,
  })
})

test('an address that does not exist bounces, and gets nothing any more', async () => {
  const { person, send, types } = await school()
  mail.gone.add(person.email!)
  expect(await send()).toMatchObject({ status: 'refused', bounced_at: expect.any(String) })
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  expect(await types()).toEqual(['message.bounced'])
})

test('a server that blocks the sender refuses the mail, and suppresses nobody, nor does a full mailbox after it', async () => {
  const { person, send, mails, api } = await school()
  const refused = async (answer: string, times: number) => {
    mail.refusing.set(person.email!, answer)
    for (let time = 0; time < times; time++)
      expect(await send()).toMatchObject({ status: 'refused', bounce: 'soft' })
    mail.refusing.delete(person.email!)
    return (await api.suppressions.list()).data
  }
  expect(await refused('554 5.7.1 Client host blocked by a list', maxSoftBounces)).toEqual([])
  expect(await refused('552 5.2.2 Mailbox full', 1)).toEqual([])
  expect(await send()).toMatchObject({ status: 'sent' })
  expect(mails()).toHaveLength(1)
  expect(await refused('552 5.2.2 Mailbox full', maxSoftBounces)).toMatchObject([{ reason: 'soft_bounces' }])
})

test('an address that does not exist gets nothing any more, also where it has unsubscribed elsewhere before', async () => {
  const { caller, person, send, api } = await school()
  const { suppressionImports } = system.internal('crm', crmContract.internal, {
    as: 'service',
    school: caller.school,
  })
  const addresses = [{ user_id: person.id, email: person.email!, status: 'unsubscribed' as const }]
  await suppressionImports.take({ body: { import_id: newId('imp'), addresses } })
  mail.gone.add(person.email!)
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'refused', bounce: 'hard' })
  expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'hard_bounce', topic: null }])
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'skipped', reason: 'suppressed' })
})

test('a mail that the server does not take now is tried again later', async () => {
  const { send, mails } = await school()
  mail.refusals = 1
  expect(await send()).toMatchObject({ status: 'deferred', send_after: expect.any(String) })
  expect(mails()).toEqual([])
})

test('a message without a value for a variable is not sent', async () => {
  const { send } = await school()
  expect(await send({ body: 'Hello {{ lesson }}' })).toMatchObject({
    status: 'skipped',
    reason: 'template_error',
    answer: 'Without a value: lesson',
  })
})

test('an in-app message is read by its person, and by no other student', async () => {
  const { person: ann, person, as, send, types, ...others } = await school({ agreed: false })
  const { id } = await send({ transport: 'in_app', body: 'Hello **you**' })
  const mine = await as('student', ann.id).messages.list()
  expect(mine.data).toMatchObject([{ id, text: 'Hello you', delivered_at: expect.any(String) }])
  const other = await others.users.create({ body: { email: `other@${id.replace('_', '-')}.example` } })
  expect((await as('student', other.id).messages.list()).data).toEqual([])
  expect(await types()).toEqual(['message.sent', 'message.delivered'])
})

test('a person gets no more than the caps of the school allow', async () => {
  const { caller, send } = await school()
  const values = { frequency_caps: [{ transport: 'email', most: 1, days: 7 }] }
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into crm.settings (school_id, "values", version, updated_at) values ($1, $2, 2, now())`,
      [caller.school, JSON.stringify(values)],
    ),
  )
  expect(await send()).toMatchObject({ status: 'sent' })
  expect(await send()).toMatchObject({ status: 'skipped', reason: 'frequency_cap' })
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'sent' })
})

test('another service sends by a key: a calendar entry is attached, a repetition sends nothing, who is unknown is refused', async () => {
  const { caller, person, mails, api } = await school({ agreed: false })
  const { actions } = system.internal('crm', crmContract.internal, {
    as: 'webinars',
    school: caller.school,
  })
  const message = (user_id: string) => ({
    ...{ user_id, topic: 'webinars', subject: 'It begins soon', body: 'Your entry: {{ entry }}' },
    variables: { entry: 'https://school.example/rooms/1' },
    attachments: [
      {
        name: 'session.ics',
        kind: 'calendar',
        method: 'REQUEST',
        text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      },
    ],
  })
  const body = {
    actions: [
      { kind: 'message', key: 'webinars reminder 1', message: message(person.id) },
      { kind: 'message', key: 'webinars reminder 2', message: message(newId('usr')) },
    ],
  } as never
  const { results } = await actions.carryOut({ body })
  expect(results).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', reason: 'user_unknown' }])
  expect(await actions.carryOut({ body })).toEqual({ results })
  await eventually('the mail', async () => mails().length > 0)
  const { text } = mails()[0]!
  expect(text).toContain('text/calendar; charset=utf-8; method=REQUEST')
  expect(text).toContain(Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR').toString('base64').slice(0, -2))
  expect((await api.messages.list()).data).toHaveLength(1)
})

test('a school writes from its own domains alone; of one that is taken away only the answers go on', async () => {
  const { caller, person, send, mails } = await school({ agreed: false })
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const { registry: schools } = system.internal('site', { registry })
  const change = (email: object) =>
    host.changeSettings({ body: { values: { email }, version: null, role: 'owner' } })
  const path = { id: caller.school }
  const [own, first] = [`${newId('dom').slice(4)}.example`, (await schools.get({ path })).domains[0]!]
  const another = await schoolOf(system)
  const theirs = (await schools.get({ path: { id: another.caller.school } })).domains[0]!
  for (const domain of [theirs, own])
    await expect(change({ from_address: `news@${domain}`, dkim: { domain } })).rejects.toMatchObject({
      status: 422,
      reason: 'settings_invalid',
      details: [
        { path: 'body.values.email.from_address', message: expect.stringContaining(`_lms.${domain}`) },
        { path: 'body.values.email.dkim.domain' },
      ],
    })
  await change({ from_address: `news@mail.${first}`, dkim: { domain: first, selector: 'lms' } })
  await schools.addDomain({ path, body: { host: own } })
  await expect(change({ from_address: `news@${own}` })).rejects.toMatchObject({
    details: [{ path: 'body.values.email.dkim.domain', message: expect.stringContaining('from_address') }],
  })
  await change({ from_address: `news@${own}`, dkim: { domain: own } })
  const heads = async () => {
    const count = mails().length
    await send({ topic: 'study' })
    const { text } = mails()[count]!
    return [/^From: .*<(.*)>/m.exec(text)![1], /^Reply-To: (.*?)\r?$/m.exec(text)?.[1] ?? null]
  }
  expect(await heads()).toEqual([`news@${own}`, null])
  await schools.removeDomain({ path, body: { host: own } })
  expect(await heads()).toEqual(['lms@mail.example', `news@${own}`])
  expect(mails().every(({ to }) => to.includes(person.email!))).toBe(true)
})

test('a key that cannot sign e-mails is refused, and not found out by receivers of unsigned ones', async () => {
  const { caller } = await school()
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const dkim = { selector: 'lms', private_key: 'the key' }
  await expect(
    host.changeSettings({ body: { values: { email: { dkim } }, version: null, role: 'owner' } }),
  ).rejects.toMatchObject({
    status: 422,
    reason: 'settings_invalid',
    details: [{ path: 'body.values.email.dkim.private_key' }],
  })
  expect(JSON.stringify(await host.settings())).not.toContain('"set"')
})

test('what another service sends while too many texts wait is not refused for good', async () => {
  const { caller, person } = await school({ agreed: false })
  const { actions } = system.internal('crm', crmContract.internal, {
    as: 'webinars',
    school: caller.school,
  })
  const { rendering } = system.internal('crm', crmContract.internal, {
    as: 'scenarios',
    school: caller.school,
  })
  const source = {
    subject: '',
    format: 'text',
    body: '{% for i in (1..3000) %}{{ i }}{% endfor %}',
  } as const
  const others = Array.from({ length: 80 }, () =>
    fillIn({ source, people: [{}] }, { school: caller.school, patient: true }),
  )
  const message = { user_id: person.id, topic: 'webinars', subject: 'It begins', body: 'Now' }
  const body = { actions: [{ kind: 'message', key: 'webinars reminder 1', message }] } as never
  await expect(actions.carryOut({ body })).rejects.toMatchObject({ refusal: { status: 503 } })
  const renderBody = { user_id: null, messages: [{ subject: 'It begins', body: 'Now' }] }
  await expect(rendering.render({ body: renderBody })).rejects.toMatchObject({ refusal: { status: 503 } })
  await Promise.all(others)
  expect((await actions.carryOut({ body })).results).toMatchObject([{ outcome: 'done' }])
})

test('secrets of the settings are written and never shown, and what exceeds the rate of the school waits', async () => {
  const { caller, send, api, person } = await school()
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const change = (values: object) => host.changeSettings({ body: { values, version: null, role: 'owner' } })
  const { values } = await change({
    telegram: { bot_token: '1:secret' },
    rates: [{ transport: 'email', per_minute: 1 }],
  })
  expect(values.telegram).toEqual({ bot_token: 'set' })
  expect((await change({ telegram: { bot_token: 'set' } })).changed).toBe(false)
  expect(JSON.stringify(await host.settings())).not.toContain('1:secret')
  const stored = async () => {
    const result = await asOwner(system.ownerUrl, owner =>
      owner.query('select sealed from crm.setting_secrets where school_id = $1', [caller.school]),
    )
    return result.rows.map(({ sealed }) => sealed)
  }
  expect(await stored()).toEqual([expect.not.stringContaining('1:secret')])
  await change({ telegram: { bot_token: null } })
  expect(await stored()).toEqual([])
  expect(await send({ topic: 'study' })).toMatchObject({ status: 'sent' })
  const body = { user_id: person.id, topic: 'study', subject: 'Hi', body: 'Hello' }
  const { id } = await api.messages.create({ body })
  const get = () => api.messages.get({ path: { id } })
  await eventually('the pause', async () => (await get()).send_after !== null)
  expect(await get()).toMatchObject({ status: 'queued' })
})
