// Without a mail server there is nothing to send later: what failed before one is configured causes no mail.
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { noteFailing } from './failing.ts'

describe('without a mail server', () => {
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver((_, response) => void response.writeHead(503).end())
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })

  test('no notice is recorded, neither of a final failure nor of an hour of failures', async () => {
    const caller = system.caller()
    const { webhooks, deliveries } = webhooksOf(system, caller)
    await webhooks.create({ body: { url: receiver.url, events: ['order.*'] } })
    await emit(system, caller.school, [{}])
    const ended = (status: string) => async () => (await deliveries.list()).data[0]?.status === status
    await eventually('the first attempt', ended('waiting_retry'))
    await facts.rows(
      `update webhooks.health set failing_since = now() - interval '2 hours' where school_id = $1`,
      [caller.school],
    )
    await noteFailing(system.services.webhooks!.runtime)
    const past = `timestamptz '2020-01-01'`
    await facts.rows(`update webhooks.due set attempts = 6, at = ${past} where school_id = $1`, [
      caller.school,
    ])
    await facts.rows(`update webhooks.channels set wake_at = ${past} where school_id = $1`, [caller.school])
    await eventually('the failure', ended('failed'))
    await eventually('all reactions', async () => {
      const [counts] = await facts.rows(
        `select (select count(*) from webhooks.outbox where school_id = $1 and subject like 'events.%')::int as sending,
           (select count(*) from webhooks.events where school_id = $1 and type = 'system.webhook_failed')::int as entered`,
        [caller.school],
      )
      return counts.entered === 1 && counts.sending === 0
    })
    expect(await facts.rows('select 1 from webhooks.notices')).toEqual([])
    expect(await facts.rows(`select 1 from webhooks.tasks where queue = 'send-notice'`)).toEqual([])
  })
})
