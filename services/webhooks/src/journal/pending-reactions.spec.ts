// An event leaves its outbox when all its readers have it: the journal, and each reaction.
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { hostOperations } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { startWebhooks } from '../testing/receiver.ts'
import { webhookFailed } from '../webhooks/webhook-failed.ts'

describe('an event in its outbox', () => {
  let system: TestSystem
  let facts: Facts
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(() => system.stop())

  const unhandled = async (school: string, id: string, type: string = webhookFailed.type) => {
    const operations = system.internal('webhooks', { hostOperations }, { as: 'webhooks' }).hostOperations
    const events = [{ id, school_id: school, type }] as Parameters<
      typeof operations.unhandled
    >[0]['body']['events']
    const { unhandled, lost } = await operations.unhandled({ body: { events } })
    return { unhandled, lost }
  }

  test('stays after the journal has it until all reactions have processed it, so that a lost stream loses none', async () => {
    const { runtime } = system.services.webhooks!
    const { school } = system.caller()
    const id = newId('evt')
    const inbox = await holdLock(system.ownerUrl, 'lock table webhooks.inbox in exclusive mode')
    const object = { id: newId('dlv'), webhook_id: newId('whk'), event_id: newId('evt') }
    const payload = { id, type: webhookFailed.type, created_at: new Date().toISOString(), api_version: 'v1' }
    await facts.rows(
      `insert into webhooks.outbox (id, school_id, subject, payload, request_id, created_at)
       values ($1, $2, $3, $4, 'r', now())`,
      [
        id,
        school,
        eventSubject(school, webhookFailed.type),
        JSON.stringify({ ...payload, data: { object }, related: {} }),
      ],
    )
    runtime.notify()
    const stands = async () => (await facts.rows('select 1 from webhooks.outbox where id = $1', [id])).length
    await eventually(
      'the journal',
      async () => (await facts.rows('select 1 from webhooks.events where id = $1', [id]))[0],
    )
    const rowsSpy = jest.spyOn(runtime.system, 'rows')
    const sweeps = () =>
      rowsSpy.mock.calls.filter(([{ statement }]) =>
        /position > \$1 and position <= \$2/.test(statement.text),
      ).length
    await eventually('some sweeps', () => sweeps() >= 4)
    expect(await stands()).toBe(1)
    expect(await unhandled(school, id)).toEqual({ unhandled: [id], lost: [] })
    await inbox.release()
    await eventually('the row to go', async () => (await stands()) === 0)
    jest.restoreAllMocks()
  })

  test('is lost to a reaction that the bus has nothing more for', async () => {
    const id = newId('evt')
    expect(await unhandled(system.caller().school, id)).toEqual({ unhandled: [id], lost: [id] })
    expect(await unhandled(system.caller().school, id, 'order.paid')).toEqual({ unhandled: [], lost: [] })
  })

  test('is remembered as processed while it is asked about, and was not processed only because it is old', async () => {
    const { school } = system.caller()
    // Of 2015.
    const [first, second] = ['1', '2'].map(last => `evt_019fbwgg00${last.padStart(16, '0')}`) as [
      string,
      string,
    ]
    const ask = (id: string) => unhandled(school, id)
    expect(await ask(first)).toEqual({ unhandled: [first], lost: [first] })
    const [{ consumer }] = await facts.rows('select consumer from webhooks.inbox limit 1')
    for (const [id, days] of [
      [first, 9],
      [second, 4],
    ])
      await facts.rows(
        `insert into webhooks.inbox (school_id, consumer, event_id, handled_at)
         values ($1, $2, $3, now() - make_interval(days => $4))`,
        [school, consumer, id, days],
      )
    for (const id of [first, second]) expect(await ask(id)).toEqual({ unhandled: [], lost: [] })
    const days = await facts.rows(
      'select extract(day from now() - handled_at)::int as days from webhooks.inbox where school_id = $1 order by event_id',
      [school],
    )
    expect(days).toEqual([{ days: 0 }, { days: 4 }])
  })
})
