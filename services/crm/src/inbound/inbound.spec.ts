import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostOperations } from '@lms/service-host'
import { signStandard } from '@lms/service-host/outside'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { crmService } from '../service.ts'
import { maxSoftBounces } from '../suppressions/suppression.contract.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
let other: Server
/** What the other sides of transports got: the last part of the address, and the body. */
const calls: { name: string; body: any }[] = []
/** What the other side does before it answers. */
let before = async (_: { id?: string }) => {}
beforeAll(async () => {
  mail = await startMailServer()
  other = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', async () => {
      const body = JSON.parse(text)
      calls.push({ name: request.url!.split('/').at(-1)!, body })
      await before(body)
      response.end(JSON.stringify({ ok: true, result: { message_id: 1 } }))
    })
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  system = await startSystem({
    services: [siteService, usersService, crmService],
    settings: {
      settings: {
        LMS_SMTP_URL: mail.url,
        LMS_MAIL_FROM: 'lms@mail.example',
        LMS_MAIL_RETURN_DOMAIN: 'return.example',
        LMS_MESSAGES_ALLOW_PRIVATE: '1',
        LMS_TELEGRAM_URL: url,
      },
    },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
  other.closeAllConnections()
  other.close()
})

async function school() {
  before = async () => {}
  const base = await schoolOf(system)
  const { school } = base.caller
  const { inbound } = system.internal('crm', crmContract.internal, { school })
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school })
  const change = (values: object) => host.changeSettings({ body: { values, version: null, role: 'owner' } })
  const sent = async (fields: { user_id: string; transport?: string; topic?: string }) => {
    const body = { topic: 'study', subject: 'Hello', body: 'How are you?', ...fields } as never
    const { id } = await base.api.messages.create({ body })
    const get = () => base.api.messages.get({ path: { id } })
    await eventually('the end', async () => !['queued', 'sending'].includes((await get()).status))
    return { id, get }
  }
  const types = async () => (await base.told()).map(({ type }) => type)
  return { ...base, inbound, change, sent, types }
}

test('reports and replies come back by the return path of an e-mail', async () => {
  const { inbound, person, sent, told: listEvents, types, api } = await school()
  const ann = await person()
  const { id, get } = await sent({ user_id: ann.id })
  const arrived = mail.mails.find(({ to }) => to.includes(ann.email!))!
  const [, token] = /^([0-9a-z]{64})@return\.example$/.exec(arrived.from)!
  expect(arrived.text.replace(/\r\n /g, ' ')).toContain(`Reply-To: ${arrived.from}`)
  const come = (...lines: string[]) =>
    inbound.mail({ body: { token: token!, mail: Buffer.from(lines.join('\r\n')).toString('base64') } })
  const reply = ['From: ann@school.example', 'Message-ID: <1@a.example>', 'Subject: Re: Hello', '', 'Fine']
  for (let time = 0; time < 2; time++) await come(...reply)
  expect(await types()).toEqual(['message.sent', 'message.received'])
  expect((await listEvents()).at(-1)).toMatchObject({
    related: { user_id: ann.id, message_id: id },
    data: { object: { transport: 'email', from: 'ann@school.example', text: 'Fine' } },
  })
  const status = ['Final-Recipient: rfc822; a@b.example', 'Action: failed', 'Status: 5.1.1', '']
  const report = [
    'Content-Type: multipart/report; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
  ]
  for (let time = 0; time < 2; time++)
    await come('From: <mailer-daemon@a.example>', 'MIME-Version: 1.0', ...report, ...status, '--b--', '')
  expect(await get()).toMatchObject({ status: 'sent', bounce: 'hard', bounced_at: expect.any(String) })
  expect(await types()).toEqual(['message.sent', 'message.received', 'message.bounced'])
  expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'hard_bounce', message_id: id }])
  const forged = `${token!.slice(0, -1)}${token!.endsWith('0') ? '1' : '0'}`
  await expect(inbound.mail({ body: { token: forged, mail: '' } })).rejects.toMatchObject({ status: 404 })
})

test('who unsubscribes by an e-mail to the address that each mail names gets no more of its topic', async () => {
  const { inbound, person, consents, sent, types, api } = await school()
  const ann = await person()
  const consent = { channel: 'email', text_version: '1', source: 'form' } as const
  await consents.record({ path: { id: ann.id }, body: consent })
  const news = { user_id: ann.id, topic: 'news' }
  await sent(news)
  const { text } = mail.mails.find(({ to }) => to.includes(ann.email!))!
  const header = /List-Unsubscribe: (.*)/.exec(text.replace(/\r\n[ \t]+/g, ' '))![1]!
  expect(header).toMatch(/^<https?:[^>]*\/unsubscribe\/[^>]*>, <mailto:[^>]*>/)
  const [, token] = /<mailto:([0-9a-z]{64})@return\.example\?subject=unsubscribe>/.exec(header)!
  const lines = ['From: ann@school.example', 'Message-ID: <2@a.example>', 'Subject: Unsubscribe', '', '']
  await inbound.mail({ body: { token: token!, mail: Buffer.from(lines.join('\r\n')).toString('base64') } })
  expect(await types()).toEqual(['message.sent', 'message.unsubscribed'])
  expect(await api.preferences.get({ path: { userId: ann.id } })).toMatchObject({ off_topics: ['news'] })
  const { get } = await sent(news)
  expect(await get()).toMatchObject({ status: 'skipped', reason: 'suppressed' })
})

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const smsUrl = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/sms`

/** What a provider of text messages posts. */
function posted(events: object[], by = secret) {
  const body = JSON.stringify({ events })
  const at = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(at),
    'webhook-signature': signStandard(by, '1', at, body),
  }
  return { transport: 'sms' as const, headers, body: Buffer.from(body).toString('base64') }
}

test('a provider reports deliveries, bounces, complaints and what people write, signed by the secret of the school', async () => {
  const { inbound, change, person, sent, told: listEvents, types, api } = await school()
  await change({ sms: { url: smsUrl(), secret } })
  const ann = await person({ phone: '+4915112345678' })
  const bob = await person({ phone: '+4915112345679' })
  const [first, second] = [
    await sent({ user_id: ann.id, transport: 'sms' }),
    await sent({ user_id: bob.id, transport: 'sms' }),
  ]
  expect(await first.get()).toMatchObject({ status: 'sent', address: '+4915112345678', delivered_at: null })
  const call = (...parameters: Parameters<typeof posted>) => inbound.callback({ body: posted(...parameters) })
  const events = [
    { type: 'delivered', id: first.id },
    { type: 'complained', id: first.id },
    { type: 'bounced', id: second.id, message: 'switched off' },
    { type: 'received', id: 'in-1', from: '+4915112345678', text: 'Stop it' },
  ]
  for (let time = 0; time < 2; time++) await call(events)
  expect(await first.get()).toMatchObject({ bounce: 'complaint', delivered_at: expect.any(String) })
  expect(await second.get()).toMatchObject({ bounce: 'soft', answer: 'switched off' })
  expect((await types()).slice(2)).toEqual([
    'message.delivered',
    'message.bounced',
    'message.bounced',
    'message.received',
  ])
  expect((await listEvents()).at(-1)).toMatchObject({ related: { user_id: ann.id, message_id: first.id } })
  expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'complaint', transport: 'sms' }])
  await expect(call(events, 'whsec_AAAA')).rejects.toMatchObject({ status: 400, reason: 'callback_forged' })
})

test('a final report after a soft one counts, and soft ones end after some', async () => {
  const { inbound, change, person, sent, api } = await school()
  await change({ sms: { url: smsUrl(), secret } })
  const [ann, bob] = [await person({ phone: '+4915112345680' }), await person({ phone: '+4915112345681' })]
  const bounced = (id: string, permanent: boolean) =>
    inbound.callback({ body: posted([{ type: 'bounced', id, permanent, message: 'away' }]) })
  const first = await sent({ user_id: ann.id, transport: 'sms' })
  for (const permanent of [false, true]) await bounced(first.id, permanent)
  expect(await first.get()).toMatchObject({ bounce: 'hard' })
  for (let time = 0; time < maxSoftBounces; time++) {
    expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'hard_bounce' }])
    await bounced((await sent({ user_id: bob.id, transport: 'sms' })).id, false)
  }
  expect((await api.suppressions.list()).data.map(({ reason }) => reason).toSorted()).toEqual([
    'hard_bounce',
    'soft_bounces',
  ])
  const { get } = await sent({ user_id: bob.id, transport: 'sms' })
  expect(await get()).toMatchObject({ status: 'skipped', reason: 'suppressed' })
})

test('a report that comes before the answer to the message counts', async () => {
  const { inbound, change, person, sent, types, api } = await school()
  await change({ sms: { url: smsUrl(), secret } })
  const [ann, bob] = [await person({ phone: '+4915112345670' }), await person({ phone: '+4915112345671' })]
  const reports = (event: object) => {
    before = async ({ id }) => void (await inbound.callback({ body: posted([{ ...event, id }]) }))
  }
  reports({ type: 'delivered' })
  const first = await sent({ user_id: ann.id, transport: 'sms' })
  expect(await first.get()).toMatchObject({ status: 'sent', delivered_at: expect.any(String) })
  reports({ type: 'bounced', permanent: true, message: 'no such number' })
  const second = await sent({ user_id: bob.id, transport: 'sms' })
  expect(await second.get()).toMatchObject({ status: 'sent', bounce: 'hard', subject: 'Hello' })
  expect((await api.suppressions.list()).data).toMatchObject([
    { reason: 'hard_bounce', message_id: second.id },
  ])
  expect((await types()).toSorted()).toEqual([
    'message.bounced',
    'message.delivered',
    'message.sent',
    'message.sent',
  ])
})

test('the bot of a school is told where its updates go, writes to people, and hears what they write', async () => {
  const { caller, inbound, change, person, sent, told: listEvents } = await school()
  const ann = await person()
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into users.identities (school_id, id, user_id, provider, subject, display_name, version, created_at, updated_at)
       values ($1, 'idn_01h455vb4pex5vsknk084sn02q', $2, 'messenger', '4711', '', 1, now(), now())`,
      [caller.school, ann.id],
    ),
  )
  await change({ telegram: { bot_token: '1:token' } })
  const hook = () => calls.findLast(({ name }) => name === 'setWebhook')?.body
  await eventually('the address', async () => hook() !== undefined)
  expect(hook().url).toMatch(/\/hooks\/messages\/telegram$/)
  const { get } = await sent({ user_id: ann.id, transport: 'telegram' })
  expect(await get()).toMatchObject({ status: 'sent', address: '4711' })
  expect(calls.at(-1)).toMatchObject({
    name: 'sendMessage',
    body: { chat_id: 4711, text: 'Hello\n\nHow are you?' },
  })
  const update = (word: string) => {
    const message = { text: 'Fine', chat: { type: 'private' }, from: { id: 4711 } }
    const body = Buffer.from(JSON.stringify({ update_id: 5, message })).toString('base64')
    const headers = { 'x-telegram-bot-api-secret-token': word }
    return inbound.callback({ body: { transport: 'telegram', headers, body } })
  }
  for (let time = 0; time < 2; time++) await update(hook().secret_token)
  const written = (await listEvents()).filter(({ type }) => type === 'message.received')
  expect(written).toMatchObject([
    { related: { user_id: ann.id }, data: { object: { text: 'Fine', from: '4711' } } },
  ])
  await expect(update('guessed')).rejects.toMatchObject({ reason: 'callback_forged' })
})
