// An event leaves its outbox when all its readers have it: the journal, and each reaction.
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { eventually, type TestSystem } from '@lms/testing'
import { webhookFailed } from '../events/webhook-failed.ts'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { startWebhooks } from '../testing/receiver.ts'

describe('an event in its outbox', () => {
  let system: TestSystem
  let facts: Facts
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(() => system.stop())

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
    runtime.poke()
    const stands = async () => (await facts.rows('select 1 from webhooks.outbox where id = $1', [id])).length
    await eventually(
      'the journal',
      async () => (await facts.rows('select 1 from webhooks.events where id = $1', [id]))[0],
    )
    const asked = jest.spyOn(runtime.system, 'rows')
    const sweeps = () =>
      asked.mock.calls.filter(([{ statement }]) => /position > \$1 and position <= \$2/.test(statement.text))
        .length
    await eventually('some sweeps', () => sweeps() >= 4, 20_000)
    expect(await stands()).toBe(1)
    await inbox.release()
    await eventually('the row to go', async () => (await stands()) === 0, 20_000)
    jest.restoreAllMocks()
  })
})
