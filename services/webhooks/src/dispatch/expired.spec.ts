// Deliveries that have waited longer than their retention. The channels of this test are inactive, so no dispatcher moves
// their rows.
import { newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { keepPartitions } from '../partitions.ts'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { startWebhooks } from '../testing/receiver.ts'
import { maxDropped } from './expired.ts'

describe('deliveries older than their retention', () => {
  let system: TestSystem
  let facts: Facts
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(() => system.stop())

  const school = newId('sch')
  const addChannel = async (leasedFor?: string) => {
    const webhook = newId('whk')
    await facts.rows(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended, wake_at, holder, leased_until)
       values ($1, $2, false, false, 'infinity', $3, now() + $4::interval)`,
      [school, webhook, leasedFor ? 'replica' : null, leasedFor ?? null],
    )
    return webhook
  }
  /** Adds deliveries of one object in this order, by their age in days. The first one is due, the others wait. */
  const waits = async (webhook: string, object: string | null, ...days: number[]) => {
    await facts.rows(
      `with made as (
         select place, webhooks.id_at('dlv', now() - make_interval(days => age)) || right($4 || place, 16) as id
         from unnest($3::int[]) with ordinality a(age, place)
       ), kept as (
         insert into webhooks.deliveries
           (school_id, id, webhook_id, event_id, event_type, status, attempt_count, manual, replayed, request_id, created_at)
         select $1, id, $2, 'evt', 'order.paid', 'pending', 0, false, false, 'r', now() from made
         where id > webhooks.id_at('dlv', now() - interval '1 hour')
       )
       insert into webhooks.due
         (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed, object_id, sequence)
       select $1, $2, case when place = 1 then now() else 'infinity' end, id, place, 0, false, false, $5, place from made`,
      [school, webhook, days, newId('dlv').slice(-12), object],
    )
  }
  /** The places of the deliveries that are still there, and of those that are due. */
  const remainingOf = async (webhook: string) => {
    const rows = await facts.rows(
      `select event_id::int as place, at < 'infinity' as due from webhooks.due where webhook_id = $1
       order by object_id, sequence`,
      [webhook],
    )
    return { all: rows.map(({ place }) => place), due: rows.flatMap(({ place, due }) => (due ? place : [])) }
  }
  const keep = () => keepPartitions(system.services.webhooks!.runtime)

  test('are dropped, and the next one of each of their objects becomes due, in a channel that wakes for it', async () => {
    const [one, other] = [await addChannel(), await addChannel()]
    await waits(one, 'ord_1', 92, 91, 0, 0)
    await waits(one, 'ord_2', 91)
    await waits(one, 'ord_3', 0, 0)
    await waits(other, 'ord_1', 0, 0)
    await waits(other, null, 91)
    await keep()
    expect(await remainingOf(one)).toEqual({ all: [3, 4, 1, 2], due: [3, 1] })
    expect(await remainingOf(other)).toEqual({ all: [1, 2], due: [1] })
    const [freed] = await facts.rows(
      `select d.next_attempt_at = u.at as same from webhooks.due u join webhooks.deliveries d on d.id = u.delivery_id
       where u.webhook_id = $1 and u.object_id = 'ord_1' and u.sequence = 3`,
      [one],
    )
    expect(freed.same).toBe(true)
    const channels = await facts.rows(
      `select wake_at < 'infinity' as wakes from webhooks.channels where webhook_id = any($1) order by webhook_id = $2`,
      [[one, other], other],
    )
    expect(channels.map(({ wakes }) => wakes)).toEqual([true, false])
  })

  test('stay while a dispatcher may be sending them; those that wait behind them do not', async () => {
    const [leased, lost] = [await addChannel('1 minute'), await addChannel('-1 minute')]
    for (const webhook of [leased, lost]) await waits(webhook, 'ord_1', 93, 92, 0)
    await keep()
    expect(await remainingOf(leased)).toEqual({ all: [1, 3], due: [1] })
    expect(await remainingOf(lost)).toEqual({ all: [3], due: [3] })
  })

  test('of a channel that somebody has locked are left to the next run, which waits for nothing', async () => {
    const [locked, free] = [await addChannel(), await addChannel()]
    for (const webhook of [locked, free]) await waits(webhook, 'ord_1', 91, 0)
    const lock = await holdLock(
      system.ownerUrl,
      `update webhooks.channels set wake_at = now() where webhook_id = '${locked}'`,
    )
    await keep()
    expect(await remainingOf(locked)).toEqual({ all: [1, 2], due: [1] })
    expect(await remainingOf(free)).toEqual({ all: [2], due: [2] })
    await lock.release()
    await keep()
    expect(await remainingOf(locked)).toEqual({ all: [2], due: [2] })
  })

  test('are all dropped, however many there are', async () => {
    const many = await addChannel()
    await waits(many, 'ord_1', ...Array(2 * maxDropped + 1).fill(91), 0)
    await keep()
    expect(await remainingOf(many)).toEqual({ all: [2 * maxDropped + 2], due: [2 * maxDropped + 2] })
  })
})
