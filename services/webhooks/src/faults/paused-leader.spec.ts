// Two processes write the journal; the one that leads is stopped and woken (SIGSTOP, SIGCONT) when the other leads.
import { freePorts } from '@lms/local'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { type Replica, startReplica } from '../testing/replica.ts'

describe('a paused leader of the journal', () => {
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  const replicas: Replica[] = []
  beforeEach(async () => {
    system = await startWebhooks()
    await system.services.webhooks!.stop()
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
    const config = system.configs.webhooks!
    replicas.push(await startReplica(config))
    const first = await leader()
    const [port] = await freePorts(1)
    replicas.push(await startReplica({ ...config, port: port! }))
    expect(await leader()).toBe(first)
  }, 150_000)
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map(replica => replica.kill()))
    await system.stop()
    await receiver.close()
  })
  const leader = () =>
    eventually('a leader', async () => {
      const [row] = await facts.rows(`select holder from webhooks.leases where name = 'journal'`)
      return row?.holder as string
    })
  const anotherThan = (before: string) =>
    eventually('another leader', async () => {
      const holder = await leader()
      return holder !== before && holder
    })
  const emitSome = (school: string) => emit(system, school, Array(20).fill({}))
  const rising = (till: number) => Array.from({ length: till }, (_, index) => index + 1)
  const expectEntered = async (school: string, events: number) => {
    await eventually('the events', async () => (await facts.sequences(school)).length >= events)
    expect(await facts.sequences(school)).toEqual(rising(events))
    await eventually('the deliveries', async () => (await facts.statuses(school)).delivered === events)
    expect(await facts.statuses(school)).toEqual({ delivered: events })
  }
  const subscribed = async () => {
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    return caller.school
  }

  test('finds its lease taken when it resumes, and enters nothing', async () => {
    const school = await subscribed()
    await emitSome(school)
    await expectEntered(school, 20)
    const [old] = replicas
    const first = await leader()
    old!.pause()
    // Its stream continues to deliver messages, which it will find when it resumes.
    await emitSome(school)
    await facts.endLeases()
    const second = await anotherThan(first)
    await expectEntered(school, 40)
    old!.wake()
    await emitSome(school)
    await expectEntered(school, 60)
    expect(await leader()).toBe(second)
    const sent = receiver.received.map(({ envelope }) => envelope.sequence)
    expect(new Set(sent)).toEqual(new Set(rising(60)))
  })

  test('in the middle of a batch has entered nothing, and enters nothing when it resumes', async () => {
    const school = await subscribed()
    const [old] = replicas
    const first = await leader()
    // Blocked in a read: its writes are sent together with the commit.
    const lock = await holdLock(system.ownerUrl, 'lock table webhooks.sequences in access exclusive mode')
    await emitSome(school)
    await lock.waitedFor()
    old!.pause()
    await lock.release()
    // Its transaction stays open and keeps the lease's row locked until the server's own limit; here at once.
    await eventually('the open transaction', async () => {
      const ended = await facts.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state = 'idle in transaction' and usename like 'lms%webhooks%'`,
      )
      return ended.length > 0
    })
    expect(await facts.sequences(school)).toEqual([])
    await facts.endLeases()
    await anotherThan(first)
    await expectEntered(school, 20)
    old!.wake()
    await emitSome(school)
    await expectEntered(school, 40)
  })
})
