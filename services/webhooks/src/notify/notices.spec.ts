import type { AddressInfo } from 'node:net'
import type { Caller } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { SMTPServer } from 'smtp-server'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { type Receiver, startReceiver, startWebhooks, tell, webhooksOf } from '../testing/receiver.ts'

interface Arrived {
  from: string
  to: string[]
  text: string
}

describe('the notice by e-mail', () => {
  let server: SMTPServer
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  let offset = 0
  let refusals = 0
  let refused = 0
  const mails: Arrived[] = []
  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', chunk => chunks.push(chunk))
        stream.on('end', () => {
          if (refusals > 0) {
            refusals--
            refused++
            return done(new Error('not now'))
          }
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: (mailFrom as { address: string }).address,
            to: rcptTo.map(({ address }) => address).sort(),
            text: Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replaceAll('=3D', '='),
          })
          done()
        })
      },
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    system = await startWebhooks({
      others: [usersService],
      clock: { now: () => new Date(Date.now() + offset) },
      settings: {
        settings: {
          LMS_WEBHOOK_ALLOW_LOOPBACK: '1',
          LMS_SMTP_URL: `smtp://127.0.0.1:${port}`,
          LMS_MAIL_FROM: 'platform@lms.example',
        },
      },
    })
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver((_, response) => void response.writeHead(503).end('secret answer'))
  })
  beforeEach(() => {
    mails.splice(0)
    refusals = 0
    refused = 0
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
    await new Promise<void>(resolve => server.close(() => resolve()))
  })

  const people = (caller: Caller) => system.client('users', usersContract.resources, caller).users
  const schoolWithPeople = async () => {
    const caller = system.caller()
    const make = (email: string, role: 'owner' | 'administrator' | 'manager') =>
      people(caller).create({ body: { email, role } })
    await make('owner@school.org', 'owner')
    await make('admin@school.org', 'administrator')
    await make('manager@school.org', 'manager')
    const blocked = await make('blocked@school.org', 'administrator')
    await people(caller).change({ path: { id: blocked.id }, body: { status: 'blocked' } })
    const webhook = await webhooksOf(system, caller).webhooks.create({
      body: { url: `${receiver.url}?token=hidden`, events: ['order.*'], description: 'The shop' },
    })
    return { caller, webhook }
  }
  /** Tells an event whose delivery fails for the last time at once. */
  const failOne = async ({ caller }: { caller: Caller }) => {
    const [told] = await tell(system, caller.school, [{}])
    const state = () =>
      facts.rows('select id, status from webhooks.deliveries where event_id = $1', [told!.id])
    await eventually('the first attempt', async () => (await state())[0]?.status === 'waiting_retry')
    const past = `timestamptz '2020-01-01'`
    await facts.rows(`update webhooks.due set attempts = 6, at = ${past} where event_id = $1`, [told!.id])
    await facts.rows(`update webhooks.lanes set wake_at = ${past} where school_id = $1`, [caller.school])
    await eventually('the failure', async () => (await state())[0]?.status === 'failed')
    return (await state())[0].id as string
  }
  const noticeOf = async (school: string) =>
    (await facts.rows('select * from webhooks.notices where school_id = $1', [school]))[0]

  test('goes to active owners and administrators: what failed, where, why, and how to retry', async () => {
    const school = await schoolWithPeople()
    const delivery = await failOne(school)
    const mail = await eventually('the mail', () => mails[0], 15_000)
    expect(mail.from).toBe('platform@lms.example')
    expect(mail.to).toEqual(['admin@school.org', 'owner@school.org'])
    for (const part of [
      'order.paid',
      '127.0.0.1',
      delivery,
      school.webhook.id,
      'The shop',
      'http_status 503',
    ])
      expect(mail.text).toContain(part)
    expect(mail.text).toContain(`{"delivery_ids": ["${delivery}"]}`)
    for (const hidden of ['hidden', 'secret answer', 'owner@school.org', 'admin@school.org'])
      expect(mail.text).not.toContain(hidden)
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
  })

  test('comes at most once an hour for a subscription', async () => {
    const school = await schoolWithPeople()
    await failOne(school)
    await eventually('the mail', () => mails[0], 15_000)
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
    const second = await failOne(school)
    const waiting = await eventually('the second notice', async () => {
      const notice = await noticeOf(school.caller.school)
      return notice.next_at && notice
    })
    expect(waiting.next_at - waiting.sent_at).toBe(3_600_000)
    expect(mails).toHaveLength(1)
    offset += 3_600_000
    await eventually('the second mail', () => mails[1], 15_000)
    expect(mails[1]!.text).toContain(second)
  })

  test('a mail server that refuses is tried a few times more, then it is given up; deliveries go on', async () => {
    const school = await schoolWithPeople()
    refusals = 100
    await failOne(school)
    for (let tries = 1; tries <= 4; tries++) {
      await eventually(`try ${tries}`, () => refused === tries, 15_000)
      offset += 3_600_000
    }
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
    expect(await noticeOf(school.caller.school)).toMatchObject({ sent_at: null, tries: 0 })
    expect(mails).toEqual([])
    refusals = 0
    await failOne(school)
    await eventually('the next mail', () => mails[0], 15_000)
  })
})
