// The order of events of one object, where a subscription asks for it.
import { newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { keepPartitions } from '../partitions.ts'
import { factsOf, holdLock } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('an ordered subscription', () => {
  let system: TestSystem
  let receiver: Receiver
  let offset = 0
  beforeAll(async () => {
    system = await startWebhooks({ clock: { now: () => new Date(Date.now() + offset) } })
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())
  afterAll(() => system.stop())

  const subscribe = async (more: object = {}) => {
    const caller = system.caller()
    const api = webhooksOf(system, caller)
    const webhook = await api.webhooks.create({
      body: { url: receiver.url, events: ['*'], ordered: true, ...more },
    })
    /** Emits an event of each of these objects, and waits for the journal. */
    const emitted = async (objects: string[]) => {
      const events = objects.map(id => ({ object: { id } }))
      const ids = (await emit(system, caller.school, events)).map(({ id }) => id)
      await eventually('the journal', () => api.events.get({ path: { id: ids.at(-1)! } }))
      return ids
    }
    const states = async () =>
      new Map(
        (await api.deliveries.list()).data.map(({ event_id, ...delivery }) => [event_id as string, delivery]),
      )
    return { ...api, caller, webhook, path: { id: webhook.id }, emitted, states }
  }
  const arrived = () => receiver.received.map(({ envelope }) => envelope.id)
  /** Refuses the events of an object until released. */
  const refuse = (object: string) => {
    receiver.answer = ({ envelope }, response) =>
      void response.writeHead(envelope.data.object.id === object ? 500 : 200).end()
    return () => {
      receiver.answer = (_, response) => void response.end()
    }
  }
  const minutes = (count: number) => {
    offset += count * 60_000
  }

  test('delays later events of an object while an earlier one waits, and no others', async () => {
    const { emitted, states } = await subscribe()
    const [one, other] = [newId('ord'), newId('ord')]
    const accept = refuse(one)
    const [first, second] = await emitted([one, one])
    await eventually('the failure', async () => (await states()).get(first!)?.status === 'waiting_retry')
    const [third, beside] = await emitted([one, other])
    await eventually('the other object', async () => (await states()).get(beside!)?.status === 'delivered')
    expect(arrived()).toEqual([first, beside])
    for (const waitingId of [second, third])
      expect((await states()).get(waitingId!)).toMatchObject({
        status: 'pending',
        attempt_count: 0,
        next_attempt_at: null,
      })
    accept()
    minutes(2)
    await eventually('the end', async () => (await states()).get(third!)?.status === 'delivered')
    expect(arrived()).toEqual([first, beside, first, second, third])
  })

  test('many events of few objects: each object in order, one at a time, none left behind', async () => {
    const { emitted, states } = await subscribe()
    const running = new Map<string, number>()
    let most = 0
    receiver.answer = ({ envelope }, response) => {
      const { id } = envelope.data.object
      running.set(id, (running.get(id) ?? 0) + 1)
      most = Math.max(most, running.get(id)!)
      setImmediate(() => {
        running.set(id, running.get(id)! - 1)
        response.end()
      })
    }
    const objects = [newId('ord'), newId('ord'), newId('ord')]
    const ids: string[] = []
    // Small batches: some come while those before are being logged.
    for (let round = 0; round < 20; round++)
      ids.push(...(await emitted([objects[0]!, objects[1]!, objects[2]!, objects[0]!])))
    await eventually(
      'all of them',
      async () => {
        const all = await states()
        return ids.slice(-50).every(id => all.get(id)?.status === 'delivered')
      },
      30_000,
    )
    expect(arrived()).toHaveLength(ids.length)
    for (const object of objects) {
      const sequences = receiver.received
        .filter(({ envelope }) => envelope.data.object.id === object)
        .map(({ envelope }) => envelope.sequence)
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    }
    expect(most).toBe(1)
  })

  test('an event entered while the one before it is logged as delivered is not left behind', async () => {
    const { caller, emitted, states } = await subscribe()
    const facts = factsOf(system.ownerUrl)
    const object = newId('ord')
    let answer = () => {}
    receiver.answer = (_, response) => {
      answer = () => response.end()
    }
    const [first] = await emitted([object])
    await eventually('its arrival', () => receiver.received[0])
    // The journal has made the delivery of the second one, and cannot commit it.
    const lock = await holdLock(system.ownerUrl, 'select 1 from webhooks.positions for update')
    const [second] = await emit(system, caller.school, [{ object: { id: object } }])
    await lock.waitedFor()
    receiver.answer = (_, response) => void response.end()
    answer()
    await eventually('the log, which waits or is done', async () => {
      const [{ many }] = await facts.rows(
        'select count(*)::int as many from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0',
      )
      return many > 1 || (await states()).get(first!)?.status === 'delivered'
    })
    await lock.release()
    await eventually('the second one', () => receiver.received[1])
    expect(arrived()).toEqual([first, second!.id])
  })

  test.each([
    ['ahead', 70],
    ['behind', -70],
  ])('gets events while the clock is weeks %s, and so do other schools', async (_, days) => {
    const [ordered, other] = [await subscribe(), await subscribe({ ordered: false })]
    const before = offset
    minutes(days * 24 * 60)
    const [first] = await ordered.emitted([newId('ord')])
    const [theirs] = await other.emitted([newId('ord')])
    await eventually('both', () => receiver.received.length === 2)
    expect(arrived().sort()).toEqual([first!, theirs!].sort())
    await eventually('the log', async () => (await ordered.states()).get(first!)?.status === 'delivered')
    offset = before
  })

  test('continues after a final failure', async () => {
    const { emitted, states } = await subscribe()
    const object = newId('ord')
    const accept = refuse(object)
    const [first, second] = await emitted([object, object])
    for (const [index, wait] of [1, 5, 30, 120, 720, 1440].entries()) {
      await eventually(
        `attempt ${index + 1}`,
        async () => (await states()).get(first!)?.attempt_count === index + 1,
      )
      minutes(wait + 1)
    }
    await eventually('the failure', async () => (await states()).get(first!)?.status === 'failed')
    await eventually('the next one', async () => (await states()).get(second!)?.attempt_count === 1)
    accept()
    minutes(2)
    await eventually('its arrival', async () => (await states()).get(second!)?.status === 'delivered')
    expect(arrived()).toEqual([...Array(7).fill(first), second, second])
  })

  test('a replay keeps the order; a manual retry waits for nothing', async () => {
    const { emitted, states, events, deliveries } = await subscribe()
    const object = newId('ord')
    const ids = await emitted([object, object, object])
    await eventually('all', async () => (await states()).get(ids[2]!)?.status === 'delivered')
    receiver.received.splice(0)
    const accept = refuse(object)
    await events.replayMany({ body: { types: ['*'] } })
    await eventually('the first', () => receiver.received[0])
    const [delivered] = (await deliveries.list({ query: { event_id: ids[2]!, replayed: 'false' } })).data
    await deliveries.retry({ body: { delivery_ids: [delivered!.id] } })
    await eventually('the retry', () => receiver.received[1])
    expect(arrived()).toEqual([ids[0], ids[2]])
    accept()
    minutes(2)
    await eventually('all again', () => receiver.received.length === 5)
    expect(arrived()).toEqual([ids[0], ids[2], ...ids])
  })

  test('delayed deliveries end with the subscription, and are waiting until then', async () => {
    const { emitted, states, webhooks, path } = await subscribe()
    const object = newId('ord')
    refuse(object)
    const ids = await emitted([object, object])
    await eventually('the failure', async () => (await states()).get(ids[0]!)?.status === 'waiting_retry')
    expect((await webhooks.get({ path })).health.pending_count).toBe(2)
    await webhooks.delete({ path })
    await eventually('the end', async () => (await states()).get(ids[1]!)?.status === 'failed')
    expect(arrived()).toEqual([ids[0]])
  })

  test('continues after a delivery that has waited longer than its retention', async () => {
    const { emitted, states, webhooks, path } = await subscribe()
    const facts = factsOf(system.ownerUrl)
    const object = newId('ord')
    const accept = refuse(object)
    const [first, second] = await emitted([object, object])
    await eventually('the failure', async () => (await states()).get(first!)?.status === 'waiting_retry')
    await webhooks.update({ path, body: { active: false } })
    await facts.channelAtRest(path.id)
    await facts.rows(
      `update webhooks.due set delivery_id = webhooks.id_at('dlv', now() - interval '91 days') where event_id = $1`,
      [first],
    )
    await keepPartitions(system.services.webhooks!.runtime)
    accept()
    await webhooks.update({ path, body: { active: true } })
    const [third] = await emitted([object])
    await eventually('the end', async () => (await states()).get(third!)?.status === 'delivered')
    expect(arrived()).toEqual([first, second, third])
  })

  test('without order, events of an object are sent in parallel', async () => {
    const { emitted, webhooks, path, webhook } = await subscribe({ ordered: false })
    expect(webhook.ordered).toBe(false)
    const answers: (() => void)[] = []
    receiver.answer = (_, response) => void answers.push(() => response.end())
    const object = newId('ord')
    await emitted([object, object])
    await eventually('both', () => answers.length === 2)
    for (const answer of answers) answer()
    expect(await webhooks.update({ path, body: { ordered: true } })).toMatchObject({ ordered: true })
  })
})
