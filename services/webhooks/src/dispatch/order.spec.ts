// The statement that frees the next delivery of an object. The rows of this test belong to no channel of the service.
import { newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { startWebhooks } from '../testing/receiver.ts'
import { nextSteps } from './order.ts'

const now = new Date('2026-11-22T08:00:00Z')
const later = new Date('2026-11-22T09:00:00Z')

describe('the order of objects', () => {
  let system: TestSystem
  let facts: Facts
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
  })
  afterAll(() => system.stop())

  const [school, other] = [newId('sch'), newId('sch')]
  const waits = async (
    object: string,
    sequence: number,
    more: { at?: Date; webhook?: string; of?: string } = {},
  ) => {
    const id = newId('dlv')
    const [of, webhook] = [more.of ?? school, more.webhook ?? 'whk_1']
    await facts.rows(
      `insert into webhooks.due
         (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed, object_id, sequence)
       values ($1, $2, $3, $4, 'evt', 0, false, false, $5, $6)`,
      [of, webhook, more.at ?? 'infinity', id, object, sequence],
    )
    await facts.rows(
      `insert into webhooks.deliveries
         (school_id, id, webhook_id, event_id, event_type, status, attempt_count, manual, replayed, request_id, created_at)
       values ($1, $2, $3, 'evt', 'order.paid', 'pending', 0, false, false, 'r', now())`,
      [of, id, webhook],
    )
    return id
  }
  const times = async (id: string) => {
    const [row] = await facts.rows(
      `select u.at::text as due, d.next_attempt_at as next from webhooks.due u
       join webhooks.deliveries d on d.school_id = u.school_id and d.id = u.delivery_id where u.delivery_id = $1`,
      [id],
    )
    return row.due === 'infinity'
      ? 'waits'
      : row.next && new Date(row.due).getTime() === row.next.getTime()
        ? row.next
        : 'elsewhere'
  }

  test('frees the first that waits of each ended object, and no other', async () => {
    const [second, first] = [await waits('ord_1', 2), await waits('ord_1', 1)]
    const alone = await waits('ord_2', 9)
    const others = [
      await waits('ord_3', 1),
      await waits('ord_1', 0, { webhook: 'whk_2' }),
      await waits('ord_1', 0, { of: other }),
    ]
    const twice = { school, webhook: 'whk_1', object: 'ord_2' }
    await system.services.webhooks!.runtime.system.run(
      nextSteps([{ school, webhook: 'whk_1', object: 'ord_1' }, twice, twice], now),
    )
    expect(await Promise.all([first, alone].map(times))).toEqual([now, now])
    expect(await Promise.all([second, ...others].map(times))).toEqual(['waits', 'waits', 'waits', 'waits'])
  })

  test('frees nothing behind one that is to be tried later', async () => {
    const retried = await waits('ord_4', 1, { at: later })
    const behind = await waits('ord_4', 2)
    await system.services.webhooks!.runtime.system.run(
      nextSteps([{ school, webhook: 'whk_1', object: 'ord_4' }], now),
    )
    const [row] = await facts.rows('select at from webhooks.due where delivery_id = $1', [retried])
    expect(row.at).toEqual(later)
    expect(await times(behind)).toBe('waits')
  })

  test('of nothing that ended needs no statement', () => {
    expect(nextSteps([], now)).toEqual([])
  })
})
