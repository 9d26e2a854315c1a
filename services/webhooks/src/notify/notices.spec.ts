import type { ServerResponse } from 'node:http'
import type { Caller } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { schoolWithReceivers } from '../testing/school-with-receivers.ts'
import { noteFailing } from './failing.ts'
import { removeNotices } from './notices.ts'

describe('the notice by e-mail', () => {
  let server: MailServer
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  let offset = 0
  beforeAll(async () => {
    server = await startMailServer()
    system = await startWebhooks({
      others: [siteService, usersService],
      clock: { now: () => new Date(Date.now() + offset) },
      settings: {
        settings: {
          LMS_WEBHOOK_ALLOW_LOOPBACK: '1',
          LMS_SMTP_URL: server.url,
          LMS_MAIL_FROM: 'platform@lms.example',
        },
      },
    })
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver((_, response) => void response.writeHead(503).end('secret answer'))
  })
  beforeEach(async () => {
    // Failures of earlier tests, which would fail again.
    await facts.rows('update webhooks.channels set active = false')
    await facts.rows('delete from webhooks.health')
    Object.assign(server, { mails: [], refusals: 0, refused: 0 })
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
    await server.close()
  })

  const schoolWithPeople = (more?: { administrator: boolean }) => schoolWithReceivers(system, receiver, more)
  /** Emits an event whose delivery fails for the last time at once. */
  const failOne = async ({ caller }: { caller: Caller }) => {
    const [emitted] = await emit(system, caller.school, [{}])
    const state = () =>
      facts.rows('select id, status from webhooks.deliveries where event_id = $1', [emitted!.id])
    await eventually('the first attempt', async () => (await state())[0]?.status === 'waiting_retry')
    const past = `timestamptz '2020-01-01'`
    await facts.rows(`update webhooks.due set attempts = 6, at = ${past} where event_id = $1`, [emitted!.id])
    await facts.rows(`update webhooks.channels set wake_at = ${past} where school_id = $1`, [caller.school])
    await eventually('the failure', async () => (await state())[0]?.status === 'failed')
    return (await state())[0].id as string
  }
  const noticeOf = async (school: string) =>
    (await facts.rows('select * from webhooks.notices where school_id = $1', [school]))[0]

  /** Resolves when the mail server has refused so many times and the task waits for its next try. */
  const refused = (school: string, count: number, failures = count) =>
    eventually(`refusal ${count}`, async () => {
      const [task] = await facts.rows(
        `select status, failures from webhooks.tasks where school_id = $1 and queue = 'send-notice'`,
        [school],
      )
      return server.refused === count && task.status !== 'running' && task.failures === failures
    })

  test('goes to active owners and administrators, with event, address, cause, and how to retry', async () => {
    const school = await schoolWithPeople({ administrator: true })
    const delivery = await failOne(school)
    const [mail] = await eventually('a mail to each', () => server.mails.length === 2 && server.mails)
    expect(mail!.from).toBe('platform@lms.example')
    expect(server.mails.map(({ to }) => to).sort()).toEqual([['admin@school.org'], ['owner@school.org']])
    expect(mail!.text).toContain(`To: ${mail!.to[0]}`)
    for (const part of [
      'order.paid',
      '127.0.0.1',
      delivery,
      school.webhook.id,
      'The shop',
      'http_status 503',
    ])
      expect(mail!.text).toContain(part)
    expect(mail!.text).toContain(`{"delivery_ids": ["${delivery}"]}`)
    expect(mail!.text).toMatch(/^Message-ID: <job_\w+-0\.[\w-]{8}@lms\.example>/m)
    const [other] = ['owner@school.org', 'admin@school.org'].filter(address => !mail!.to.includes(address))
    for (const hidden of ['hidden', 'secret answer', other!]) expect(mail!.text).not.toContain(hidden)
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
  })

  test('comes at most once an hour for a subscription', async () => {
    const school = await schoolWithPeople()
    await failOne(school)
    await eventually('the mail', () => server.mails[0])
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
    const second = await failOne(school)
    const waiting = await eventually('the second notice', async () => {
      const notice = await noticeOf(school.caller.school)
      return notice.next_at && notice
    })
    expect(waiting.next_at - waiting.sent_at).toBe(3_600_000)
    expect(server.mails).toHaveLength(1)
    offset += 3_600_000
    await eventually('the second mail', () => server.mails[1])
    expect(server.mails[1]!.text).toContain(second)
  })

  test('reaches each once where the mail of one was refused, in the layout of the school', async () => {
    const school = await schoolWithPeople({ administrator: true })
    server.refusals = 1
    await failOne(school)
    await refused(school.caller.school, 1, 0)
    offset += 600_000
    await eventually('the end', async () => (await noticeOf(school.caller.school)).next_at === null)
    expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(['admin@school.org', 'owner@school.org'])
    expect(server.mails[0]!.text).toMatch(/class="mail-brand" href="https:[^>]*>Harbour</)
  })

  test('a mail server that refuses is tried a few more times, then given up; deliveries continue', async () => {
    const school = await schoolWithPeople()
    server.refusals = 100
    await failOne(school)
    for (let tries = 1; tries <= 4; tries++) {
      await refused(school.caller.school, tries)
      offset += 3_600_000
    }
    const job = () =>
      facts.rows(`select status from webhooks.tasks where school_id = $1 and queue = 'send-notice'`, [
        school.caller.school,
      ])
    await eventually('the end', async () => (await job())[0]?.status === 'failed')
    expect(await noticeOf(school.caller.school)).toMatchObject({ sent_at: null })
    expect(server.mails).toEqual([])
    server.refusals = 0
    await failOne(school)
    await eventually('the next mail', () => server.mails[0])
  })

  test('is not sent where nobody could get it, nor for a subscription that is gone', async () => {
    const caller = system.caller()
    const { webhooks } = webhooksOf(system, caller)
    const body = { url: receiver.url, events: ['order.*'] }
    await webhooks.create({ body })
    await failOne({ caller })
    const ended = async (school: string) => {
      const notice = await noticeOf(school)
      return notice?.sent_at && notice.next_at === null
    }
    await eventually('its end', () => ended(caller.school))
    const unsubscribed = await schoolWithPeople()
    server.refusals = 1
    await failOne(unsubscribed)
    await refused(unsubscribed.caller.school, 1)
    await webhooksOf(system, unsubscribed.caller).webhooks.delete({ path: { id: unsubscribed.webhook.id } })
    offset += 600_000
    await eventually('its end', () => ended(unsubscribed.caller.school))
    expect(server.mails).toEqual([])
  })

  test('does not come for a subscription that its school has deactivated', async () => {
    const { caller, webhook } = await schoolWithPeople()
    await webhooksOf(system, caller).webhooks.update({ path: { id: webhook.id }, body: { active: false } })
    const news = `school_id = $1 and subject like 'events.%'`
    await eventually('all reactions', async () => {
      const [counts] = await facts.rows(
        `select (select count(*) from webhooks.outbox where ${news})::int as sending,
           (select count(*) from webhooks.events where school_id = $1 and type = 'system.webhook_failed')::int as entered`,
        [caller.school],
      )
      return counts.entered === 1 && counts.sending === 0
    })
    expect(await noticeOf(caller.school)).toBeUndefined()
  })

  test('is forgotten ninety days after it was last due', async () => {
    const { caller } = await schoolWithPeople()
    await failOne({ caller })
    await eventually('the mail', () => server.mails[0])
    const { runtime } = system.services.webhooks!
    for (const [days, isKept] of [
      [89, true],
      [91, false],
    ] as const) {
      await facts.rows(
        `update webhooks.notices set updated_at = now() - make_interval(days => $2) where school_id = $1`,
        [caller.school, days],
      )
      await removeNotices.runAll(runtime)
      expect((await noticeOf(caller.school)) !== undefined).toBe(isKept)
    }
  })

  describe('after an hour of failures', () => {
    const fails = (_: unknown, response: ServerResponse) => void response.writeHead(503).end()
    const note = () => noteFailing(system.services.webhooks!.runtime)
    const failingSince = async ({ webhook, caller }: Awaited<ReturnType<typeof schoolWithPeople>>) =>
      (await webhooksOf(system, caller).webhooks.get({ path: { id: webhook.id } })).health.failing_since
    const minutes = (count: number) => {
      offset += count * 60_000
    }
    /** A school one of whose deliveries has just failed. */
    const failing = async () => {
      const school = await schoolWithPeople()
      receiver.answer = fails
      await emit(system, school.caller.school, [{}])
      await eventually('the failure', () => failingSince(school))
      return school
    }
    const noticed = async ({ caller }: { caller: Caller }) => noticeOf(caller.school)
    const ended = (school: { caller: Caller }) =>
      eventually('the end', async () => (await noticed(school))?.next_at === null)

    test('comes after an hour, and not before, with start, cause, and what to do', async () => {
      const school = await failing()
      const since = await failingSince(school)
      minutes(59)
      await note()
      expect(await noticed(school)).toBeUndefined()
      minutes(1)
      await note()
      const mail = await eventually('the mail', () => server.mails[0])
      expect(mail.to).toEqual(['owner@school.org'])
      for (const part of [since!, '127.0.0.1', school.webhook.id, 'The shop', 'http_status 503', '/test'])
        expect(mail.text).toContain(part)
      expect(mail.text).not.toContain('hidden')
      await ended(school)
    })

    test('comes once for each period of failure', async () => {
      const school = await failing()
      minutes(61)
      await note()
      await eventually('the mail', () => server.mails[0])
      await ended(school)
      minutes(600)
      await note()
      expect((await noticed(school)).next_at).toBeNull()
      receiver.answer = (_, response) => void response.end()
      await emit(system, school.caller.school, [{}])
      await eventually('a success', async () => (await failingSince(school)) === null)
      receiver.answer = fails
      await emit(system, school.caller.school, [{}])
      await eventually('the next failure', () => failingSince(school))
      minutes(59)
      await note()
      expect((await noticed(school)).next_at).toBeNull()
      minutes(1)
      await note()
      await eventually('the second mail', () => server.mails[1])
      await ended(school)
    })

    test('does not come for inactive subscriptions, nor if sends succeed again before it is sent', async () => {
      const school = await failing()
      const { webhooks } = webhooksOf(system, school.caller)
      const active = (on: boolean) =>
        webhooks.update({ path: { id: school.webhook.id }, body: { active: on } })
      await active(false)
      // Who holds the channel still would send until it has heard of that.
      await facts.channelAtRest(school.webhook.id)
      minutes(61)
      await note()
      expect(await noticed(school)).toBeUndefined()
      receiver.answer = (_, response) => void response.end()
      server.refusals = 1
      await facts.rows('update webhooks.channels set active = true where school_id = $1', [
        school.caller.school,
      ])
      await note()
      await refused(school.caller.school, 1)
      await active(true)
      await eventually('a success', async () => (await failingSince(school)) === null)
      minutes(10)
      await ended(school)
      expect(server.mails).toEqual([])
    })

    test('does not come if the final failure of a delivery is already reported', async () => {
      const school = await schoolWithPeople()
      receiver.answer = fails
      server.refusals = 1
      const delivery = await failOne(school)
      await refused(school.caller.school, 1)
      minutes(61)
      await note()
      await eventually('the mail', () => server.mails[0])
      expect(server.mails[0]!.text).toContain(delivery)
      await ended(school)
      await note()
      expect((await noticed(school)).next_at).toBeNull()
      expect(server.mails).toHaveLength(1)
    })
  })
})
