// The statements of a batch. These tests hold the lease of the journal, so the service enters nothing itself.
import { newId } from '@lms/contract'
import { Leases } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { enterBatch, journalLease } from './journal-batch.ts'
import type { NewEvent } from './journal-entry.ts'

// In ten days, so that no channel that is woken gets anything.
const start = Math.floor(Date.now() / 60_000) * 60_000 + 10 * 24 * 3600_000
const second = (count: number) => new Date(start + count * 1000)
const now = second(30).toISOString()

describe('a batch of the journal', () => {
  let system: TestSystem
  let facts: Facts
  let leases: Leases
  let fence: number
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    leases = new Leases(system.services.webhooks!.runtime.system, 'webhooks', 'the test')
    // From then on the service's own writer reads, and has no more to do with the position.
    await eventually(
      'the position',
      async () => (await facts.rows('select from webhooks.positions')).length > 0,
    )
    const [lease] = await facts.rows(
      `update webhooks.leases set holder = 'the test', fence = fence + 1, expires_at = now() + interval '10 minutes'
       where name = $1 returning fence::int`,
      [journalLease],
    )
    fence = lease.fence
  })
  afterAll(() => system.stop())

  const enter = (events: NewEvent[], { expectsTwins = false, last = 5 } = {}) => {
    const { runtime } = system.services.webhooks!
    return enterBatch(
      events,
      { streamCreated: 'now', last },
      { system: runtime.system, leases, fence, now, expectsTwins },
    )
  }
  const eventOf = (school: string, more: Partial<NewEvent> = {}): NewEvent => {
    const id = more.id ?? newId('evt')
    const object = { id: newId('ord'), comment: 'of Ann' }
    return {
      school,
      id,
      type: 'order.paid',
      created_at: now,
      request_id: 'r',
      user_id: null,
      object_id: object.id,
      failed_webhook_id: null,
      by_request: true,
      payload: JSON.stringify({ id, type: 'order.paid', data: { object }, related: {} }),
      ...more,
    }
  }
  const stored = async (school: string) => {
    const rows = await facts.rows(
      'select id, sequence::int, entered_at, payload from webhooks.events where school_id = $1 order by sequence',
      [school],
    )
    return rows as { id: string; sequence: number; entered_at: Date; payload: string }[]
  }
  const idsOf = async (school: string) => (await stored(school)).map(({ id, sequence }) => [sequence, id])

  test('has the next sequences of its schools, and moves the position', async () => {
    const [school, other] = [newId('sch'), newId('sch')]
    const events = [eventOf(school), eventOf(other), eventOf(school)]
    await enter(events, { last: 41 })
    expect(await idsOf(school)).toEqual([
      [1, events[0]!.id],
      [2, events[2]!.id],
    ])
    expect(await idsOf(other)).toEqual([[1, events[1]!.id]])
    expect((await stored(school))[0]!.entered_at).toEqual(new Date(now))
    const [position] = await facts.rows(`select stream_created, last::int from webhooks.positions`)
    expect(position).toEqual({ stream_created: 'now', last: 41 })
    const later = eventOf(school)
    await facts.rows('update webhooks.sequences set entered_at = $2 where school_id = $1', [
      school,
      second(45),
    ])
    await enter([later])
    expect(await idsOf(school)).toContainEqual([3, later.id])
    expect((await stored(school))[2]!.entered_at).toEqual(second(45))
  })

  test.each([true, false])('leaves out what its school has already (expected: %s)', async expectsTwins => {
    const [school, other] = [newId('sch'), newId('sch')]
    const [first, existing] = [eventOf(school), eventOf(school)]
    await enter([first, existing])
    const fresh = eventOf(school)
    const { twins } = await enter([existing, fresh], { expectsTwins })
    expect(twins).toBe(true)
    expect(await idsOf(school)).toEqual([
      [1, first.id],
      [2, existing.id],
      [3, fresh.id],
    ])
    const elsewhere = eventOf(other, { id: existing.id })
    expect((await enter([elsewhere], { expectsTwins })).twins).toBe(false)
    expect(await idsOf(other)).toEqual([[1, existing.id]])
  })

  test('blanks what comes of people who were erased in its school', async () => {
    const [school, other] = [newId('sch'), newId('sch')]
    const [person, another] = [newId('usr'), newId('usr')]
    await facts.rows(
      `insert into webhooks.erased_people (school_id, user_id, till) values
         ($1, $3, now() + interval '1 day'), ($2, $4, now() + interval '1 day')`,
      [school, other, person, another],
    )
    await enter([
      eventOf(school, { user_id: person }),
      eventOf(school, { user_id: another }),
      eventOf(other, { user_id: person }),
    ])
    const mentionsAnn = async (of: string) =>
      (await stored(of)).map(({ payload }) => payload.includes('of Ann'))
    expect(await mentionsAnn(school)).toEqual([false, true])
    expect(await mentionsAnn(other)).toEqual([true])
  })

  test('wakes the channels that take its events, and no others', async () => {
    const caller = system.caller()
    const { webhooks } = webhooksOf(system, caller)
    const subscribe = async (events: string[], ordered = false) => {
      const { id } = await webhooks.create({ body: { url: 'http://127.0.0.1:9/', events, ordered } })
      return id as string
    }
    const asleep = await subscribe(['order.*'])
    const [later, soon] = [await subscribe(['order.*']), await subscribe(['order.*'])]
    const behind = await subscribe(['order.*'])
    const queued = await subscribe(['order.*'], true)
    const beside = await subscribe(['user.*'])
    const all = [asleep, later, soon, behind, queued, beside]
    // Of another school, with a name that this one has.
    const twin = newId('sch')
    await facts.rows(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended) values ($1, $2, false, true)`,
      [twin, asleep],
    )
    await facts.rows(
      `insert into webhooks.cursors (school_id, webhook_id, sequence, done, caught_up) values ($1, $2, 0, '{}', true)`,
      [twin, asleep],
    )
    const wake = (webhook: string, at: Date) =>
      facts.rows('update webhooks.channels set wake_at = $2 where webhook_id = $1', [webhook, at])
    await wake(later, second(50))
    await wake(soon, second(10))
    const earlier = { sequence: 1, done: [3], caught_up: false }
    await facts.rows(
      `update webhooks.cursors set sequence = 1, done = '{3}', caught_up = false where webhook_id = $1`,
      [behind],
    )
    await facts.rows('insert into webhooks.sequences (school_id, last) values ($1, 6)', [caller.school])
    await enter([
      eventOf(caller.school, { type: 'course.created' }),
      eventOf(caller.school),
      eventOf(caller.school),
    ])
    const channels = await facts.rows('select school_id, webhook_id, wake_at from webhooks.channels')
    const wakes = (webhook: string, of: string = caller.school) =>
      channels.find(one => one.school_id === of && one.webhook_id === webhook).wake_at
    expect(all.map(webhook => wakes(webhook))).toEqual([
      second(30),
      second(30),
      second(10),
      second(30),
      second(30),
      null,
    ])
    expect(wakes(asleep, twin)).toBeNull()
    const waiting = await facts.rows('select webhook_id, attempts, manual, replayed from webhooks.due')
    const queuedOne = { webhook_id: queued, attempts: 0, manual: false, replayed: false }
    expect(waiting).toEqual([queuedOne, queuedOne])
    const cursors = await facts.rows(
      'select school_id, webhook_id, sequence::int, done::int[], caught_up from webhooks.cursors',
    )
    const cursor = (webhook: string, of: string = caller.school) => {
      const { sequence, done, caught_up } = cursors.find(
        one => one.school_id === of && one.webhook_id === webhook,
      )
      return { sequence, done, caught_up }
    }
    // The first event is for none of them.
    const moved = { sequence: 7, done: [], caught_up: false }
    for (const webhook of [asleep, later, soon]) expect(cursor(webhook)).toEqual(moved)
    expect(cursor(behind)).toEqual(earlier)
    for (const webhook of [queued, beside]) expect(cursor(webhook).caught_up).toBe(true)
    expect(cursor(asleep, twin)).toEqual({ sequence: 0, done: [], caught_up: true })
  })

  test('of another fence enters nothing', async () => {
    const school = newId('sch')
    await facts.rows(`update webhooks.leases set fence = fence + 1 where name = $1`, [journalLease])
    await expect(enter([eventOf(school)])).rejects.toThrow('Another process')
    await facts.rows(`update webhooks.leases set fence = fence - 1 where name = $1`, [journalLease])
    expect(await stored(school)).toEqual([])
  })
})
