// Everything that locks channels, at the same moment and in two replicas: replays, retries, changes and deletions of
// subscriptions, suspensions, the journal, dispatchers. Whoever took locks in another order would deadlock.
import { type Id, newId } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import { type RunningService, runService } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { webhooksService } from '../service.ts'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

const subscriptions = 20
const rounds = 12
/** Acceptable answers to a change besides success: another change was first. */
const outrun = [404, 409, 422]

describe('many simultaneous changes of the same channels', () => {
  let system: TestSystem
  let twin: RunningService
  let receiver: Receiver
  let facts: Facts
  beforeAll(async () => {
    const settings = { LMS_WEBHOOK_ALLOW_LOOPBACK: '1', LMS_REPLAY_RATE: '40' }
    system = await startWebhooks({ settings: { settings } })
    twin = await runService(webhooksService, { ...system.configs.webhooks!, port: 0 })
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await twin.stop()
    await system.stop()
    await receiver.close()
  })

  test('wait for each other and never deadlock', async () => {
    const caller = system.caller()
    const { events, deliveries, webhooks } = webhooksOf(system, caller)
    const subscribe = async () =>
      (await webhooks.create({ body: { url: receiver.url, events: ['*'] } })).id as Id<'whk'>
    const open = await Promise.all(Array.from({ length: subscriptions }, subscribe))
    const emitted = await emit(system, caller.school, Array(8).fill({}))
    const deliveryIds = await eventually('deliveries', async () => {
      const { data } = await deliveries.list({ query: { limit: '100' } })
      return data.length === 100 && data.map(({ id }) => id)
    })
    const say = (status: string) =>
      system.bus.js.publish(
        invalidationSubject(caller.school, 'site'),
        JSON.stringify({ kind: 'school', status }),
        { msgID: newId('evt') },
      )
    const some = <T>(values: readonly T[], count: number) =>
      [...values].sort(() => Math.random() - 0.5).slice(0, count)
    const statuses: number[] = []
    const note = (request: Promise<unknown>) =>
      request.then(
        () => statuses.push(200),
        error => statuses.push(error.status ?? error.refusal?.status ?? 0),
      )
    for (let round = 0; round < rounds; round++) {
      const removed = open.shift()!
      const changed = open[0]!
      const retried = { body: { delivery_ids: some(deliveryIds, 40) } }
      await Promise.all([
        ...some(emitted, 4).map(({ id }) => note(events.replay({ path: { id } }))),
        note(deliveries.retry(retried)),
        note(webhooks.delete({ path: { id: removed } })),
        note(webhooks.update({ path: { id: changed }, body: { active: round % 2 === 0 } })),
        note(subscribe().then(id => open.push(id))),
        note(events.replayMany({ body: { types: ['*'] } })),
        note(emit(system, caller.school, [{ id: newId('evt') }])),
        note(say(round % 2 ? 'active' : 'suspended')),
      ])
    }
    expect(statuses.filter(status => status !== 200 && !outrun.includes(status))).toEqual([])
    // Backends report their statistics at the latest when they end.
    await Promise.all([twin.stop(), system.services.webhooks!.stop()])
    const [row] = await facts.rows(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(row.deadlocks).toBe(0)
  }, 90_000)
})
