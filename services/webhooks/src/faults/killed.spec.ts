// kill -9 at each step of the way of an event, as a process of its own. The moment is arranged by locks of the test's
// own on what the next step needs, or by a receiver that keeps its answer back.
import { newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock, type TestLock } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { type Replica, startReplica } from '../testing/replica.ts'

const many = 5

describe('killed with kill -9', () => {
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  let replica: Replica
  const heldLocks: TestLock[] = []
  beforeAll(async () => {
    system = await startWebhooks()
    await system.services.webhooks!.stop()
    facts = factsOf(system.ownerUrl)
    replica = await startReplica(system.configs.webhooks!)
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await Promise.all(heldLocks.splice(0).map(heldLock => heldLock.release()))
    await receiver.close()
  })
  afterAll(async () => {
    await replica.kill()
    await system.stop()
  })

  const lock = async (statement: string) => {
    const heldLock = await holdLock(system.ownerUrl, statement)
    heldLocks.push(heldLock)
    return heldLock
  }
  const subscribed = async () => {
    const caller = system.caller()
    const webhook = await webhooksOf(system, caller).webhooks.create({
      body: { url: receiver.url, events: ['*'] },
    })
    return { school: caller.school, webhook: webhook.id }
  }
  const emitSome = (school: string) => emit(system, school, Array(many).fill({}))
  /** Kills the replica, releases the locks that delayed it, and starts it again, when its leases would have expired. */
  const killAndRestart = async () => {
    await replica.kill()
    // A backend that waits for a lock does not notice that its client is gone, and would commit its batch.
    await facts.rows(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename like 'lms%webhooks%'`,
    )
    await Promise.all(heldLocks.splice(0).map(heldLock => heldLock.release()))
    await facts.endLeases()
    replica = await startReplica(system.configs.webhooks!)
  }
  const timesSent = (ids: readonly string[]) =>
    ids.map(id => receiver.received.filter(({ envelope }) => envelope.id === id).length)
  /** Everything is delivered, once in the journal, with one attempt logged for each. */
  const expectWhole = async (school: string, sends: number) => {
    await eventually('all deliveries', async () => (await facts.statuses(school)).delivered === sends)
    expect(await facts.statuses(school)).toEqual({ delivered: sends })
    expect(await facts.sequences(school)).toEqual(Array.from({ length: sends }, (_, index) => index + 1))
    expect(await facts.attempts(school)).toBe(sends)
    expect(await facts.rows('select 1 from webhooks.due where school_id = $1', [school])).toEqual([])
  }
  const once = Array(many).fill(1)

  test('before the journal commits: the batch is entered again, each event once', async () => {
    const { school } = await subscribed()
    const heldLock = await lock('lock table webhooks.positions in exclusive mode')
    const emitted = await emitSome(school)
    await heldLock.waitedFor()
    expect(await facts.sequences(school)).toEqual([])
    await killAndRestart()
    await expectWhole(school, many)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual(once)
  })

  test('while a large event is being entered and later events of others are: each event is entered once', async () => {
    const [{ school: slow }, { school: other }] = [await subscribed(), await subscribed()]
    const first = await emitSome(slow)
    await eventually('the first', async () => (await facts.sequences(slow)).length === many)
    const heldLock = await lock(`select 1 from webhooks.sequences where school_id = '${slow}' for update`)
    const large = await emit(system, slow, [{ object: { comment: 'x'.repeat(100_000) } }])
    await heldLock.waitedFor()
    const later = await emitSome(slow)
    await emitSome(other)
    await eventually('the others', async () => (await facts.sequences(other)).length === many)
    expect(await facts.sequences(slow)).toHaveLength(many)
    await killAndRestart()
    const all = [...first, ...large, ...later].map(({ id }) => id)
    await expectWhole(slow, all.length)
    await expectWhole(other, many)
    const entered = await facts.rows(
      'select id from webhooks.events where school_id = $1 order by sequence',
      [slow],
    )
    expect(entered.map(({ id }) => id)).toEqual(all)
  })

  test('after the journal committed and before a claim: each event is sent once', async () => {
    const { school, webhook } = await subscribed()
    // A claim passes over a locked channel; the journal may wake it.
    await lock(`select 1 from webhooks.channels where webhook_id = '${webhook}' for key share`)
    const emitted = await emitSome(school)
    await eventually('the journal', async () => (await facts.sequences(school)).length === many)
    expect(await facts.statuses(school)).toEqual({ pending: many })
    await killAndRestart()
    await expectWhole(school, many)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual(once)
  })

  test('after a claim and before a send: each event is sent once', async () => {
    const { school, webhook } = await subscribed()
    const unclaimed = await lock(
      `select 1 from webhooks.channels where webhook_id = '${webhook}' for key share`,
    )
    const emitted = await emitSome(school)
    await eventually('the journal', async () => (await facts.sequences(school)).length === many)
    const unfetched = await lock('lock table webhooks.due in access exclusive mode')
    await unclaimed.release()
    const claimed = 'select holder from webhooks.channels where webhook_id = $1 and holder is not null'
    await eventually('the claim', async () => (await facts.rows(claimed, [webhook])).length === 1)
    await unfetched.waitedFor()
    expect(receiver.received).toEqual([])
    await killAndRestart()
    await expectWhole(school, many)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual(once)
  })

  test('while the receiver does not answer: running sends are repeated, no others', async () => {
    const { school } = await subscribed()
    receiver.answer = () => {}
    const emitted = await emitSome(school)
    await eventually('the sends', () => receiver.received.length === many)
    expect(await facts.attempts(school)).toBe(0)
    receiver.answer = (_, response) => void response.end('ok')
    await killAndRestart()
    await expectWhole(school, many)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual(Array(many).fill(2))
  })

  test('after the answers and before the log: unlogged ones are sent again, no others', async () => {
    const { school } = await subscribed()
    const before = await emitSome(school)
    await expectWhole(school, many)
    const heldLock = await lock('lock table webhooks.deliveries in exclusive mode')
    const emitted = await emitSome(school)
    await eventually('the sends', () => receiver.received.length === many * 2)
    await heldLock.waitedFor()
    await killAndRestart()
    await expectWhole(school, many * 2)
    expect(timesSent(before.map(({ id }) => id))).toEqual(once)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual(Array(many).fill(2))
  })

  test('after the log: nothing is sent again', async () => {
    const { school } = await subscribed()
    const before = await emitSome(school)
    await expectWhole(school, many)
    await killAndRestart()
    const emitted = await emitSome(school)
    await expectWhole(school, many * 2)
    expect(timesSent([...before, ...emitted].map(({ id }) => id))).toEqual(Array(many * 2).fill(1))
  })

  test('an event that was published twice around the kill is entered once', async () => {
    const { school } = await subscribed()
    const emitted = [{ id: newId('evt') }, { id: newId('evt') }]
    const heldLock = await lock('lock table webhooks.positions in exclusive mode')
    await emit(system, school, emitted)
    await heldLock.waitedFor()
    await killAndRestart()
    await expectWhole(school, emitted.length)
    await emit(system, school, emitted)
    await emit(system, school, [{}])
    await expectWhole(school, emitted.length + 1)
    expect(timesSent(emitted.map(({ id }) => id))).toEqual([1, 1])
  })
})
