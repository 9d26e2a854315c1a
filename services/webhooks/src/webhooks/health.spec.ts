// The health of a subscription: how its sends end, and how fast they may go.
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { keepPartitions } from '../partitions.ts'
import { webhooksWorld } from '../testing/world.ts'
import { healthSteps } from './health.ts'

describe('the health of a subscription', () => {
  const world = webhooksWorld()

  const subscribe = async (options: Parameters<typeof world.subscribe>[0] = {}) => {
    const subscribed = await world.subscribe(options)
    const get = () => subscribed.webhooks.get({ path: subscribed.path })
    const emitted = (many: number) => subscribed.emit(...Array(many).fill({}))
    return { ...subscribed, get, emitted }
  }

  test('shows the last success, the start of failures, the pending deliveries, and the share of successes', async () => {
    const { webhooks, deliveries, made: webhook, get, emitted } = await subscribe()
    const unused = {
      last_success_at: null,
      failing_since: null,
      pending_count: 0,
      success_share_hour: null,
      success_share_day: null,
    }
    expect(webhook.health).toEqual(unused)
    expect((await get()).health).toEqual(unused)
    await emitted(3)
    const well = await eventually('the successes', async () => {
      const { data } = await deliveries.list({ query: { status: 'delivered' } })
      const { health } = await get()
      return data.length === 3 && health.pending_count === 0 && health
    })
    expect(well.success_share_hour).toBe(1)
    expect(well).toMatchObject({
      last_success_at: expect.any(String),
      failing_since: null,
      success_share_day: 1,
    })

    world.turn(5 * 3_600_000)
    world.receiver.answer = (_, response) => void response.writeHead(500).end()
    await emitted(1)
    const ill = await eventually('the failure', async () => {
      const { health } = await get()
      return health.failing_since !== null && health
    })
    expect(ill).toMatchObject({
      last_success_at: well.last_success_at,
      pending_count: 1,
      success_share_hour: 0,
      success_share_day: 0.75,
    })
    expect(Date.parse(ill.failing_since!) - Date.parse(well.last_success_at!)).toBeGreaterThan(4 * 3_600_000)
    await emitted(1)
    const still = await eventually('the second failure', async () => {
      const { health } = await get()
      return health.success_share_day === 0.6 && health
    })
    expect(still).toMatchObject({ failing_since: ill.failing_since, pending_count: 2 })
    expect((await webhooks.list()).data[0]!.health).toEqual((await get()).health)

    world.receiver.answer = (_, response) => void response.end()
    await emitted(1)
    await eventually('the recovery', async () => (await get()).health.failing_since === null)
  })

  describe('over batches of the log, which come in the order in which the sends end', () => {
    const at = (second: number) => new Date(Date.parse('2026-11-22T08:00:00Z') + second * 1000)
    type Sends = [second: number, ok: boolean][]
    const healthAfter = async (...batches: Sends[]) => {
      const [school, webhook] = [newId('sch'), newId('whk')]
      for (const sends of batches)
        await world.system.services.webhooks!.runtime.system.run(
          healthSteps(
            sends.map(([second, ok]) => ({ school, webhook, ok, at: at(second) })),
            at(60),
          ),
        )
      const [row] = await world.facts.rows(
        'select last_success_at, failing_since from webhooks.health where webhook_id = $1',
        [webhook],
      )
      return row
    }

    test.each<[name: string, batches: Sends[], success: number | null, failing: number | null]>([
      ['a slow failure that began before a success', [[[1, true]], [[0, false]]], 1, null],
      ['a slow success that began before a failure', [[[1, false]], [[0, true]]], 0, 1],
      ['a success after a failure', [[[0, false]], [[1, true]]], 1, null],
      ['a failure after a success', [[[0, true]], [[1, false]]], 0, 1],
      ['a further failure', [[[0, false]], [[1, false]]], null, 0],
      ['a slow failure that began before another', [[[1, false]], [[0, false]]], null, 0],
      ['a slow failure before the success before another', [[[1, true]], [[2, false]], [[0, false]]], 1, 2],
      [
        'a success and a failure after another failure',
        [
          [[0, false]],
          [
            [1, true],
            [2, false],
          ],
        ],
        1,
        2,
      ],
      [
        'a success and a failure that both began before another success',
        [
          [[2, true]],
          [
            [0, true],
            [1, false],
          ],
        ],
        2,
        null,
      ],
      [
        'a slow success between two failures',
        [
          [[2, false]],
          [
            [0, false],
            [1, true],
          ],
        ],
        1,
        2,
      ],
      ['two sends of the same moment', [[[0, true]], [[0, false]]], 0, null],
    ])('%s: the times at which the sends began count', async (_, batches, success, failing) => {
      expect(await healthAfter(...batches)).toEqual({
        last_success_at: success === null ? null : at(success),
        failing_since: failing === null ? null : at(failing),
      })
    })
  })

  test('is forgotten with its channel, when the subscription is deleted', async () => {
    const [removed, remaining] = [await subscribe(), await subscribe()]
    for (const { emitted, get } of [removed, remaining]) {
      await emitted(1)
      await eventually('the success', async () => (await get()).health.last_success_at !== null)
    }
    await removed.webhooks.delete({ path: removed.path })
    const rowsOf = (table: string) =>
      world.facts.rows(`select webhook_id from webhooks.${table} where webhook_id = any($1)`, [
        [removed.made.id, remaining.made.id],
      ])
    const expected = [{ webhook_id: remaining.made.id }]
    await eventually('the end of the channel', async () => (await rowsOf('channels')).length === 1)
    await keepPartitions(world.system.services.webhooks!.runtime)
    expect(await rowsOf('health')).toEqual(expected)
  })

  test('of another school shows nothing here', async () => {
    const [one, other] = [await subscribe(), await subscribe()]
    await one.emitted(1)
    await eventually('the success', async () => (await one.get()).health.success_share_hour === 1)
    expect((await other.get()).health.success_share_hour).toBeNull()
  })

  test('at most its maximum of sends run at a time', async () => {
    const {
      webhooks,
      made: webhook,
      get,
      emitted,
    } = await subscribe({ max_parallel: 2, max_per_second: 1000 })
    expect(webhook).toMatchObject({ max_parallel: 2, max_per_second: 1000 })
    const answers: (() => void)[] = []
    let most = 0
    let running = 0
    world.receiver.answer = (_, response) => {
      running++
      most = Math.max(most, running)
      answers.push(() => {
        running--
        response.end()
      })
    }
    await emitted(6)
    for (let ended = 0; ended < 6; ended++) {
      await eventually('a send', () => answers.length > 0)
      answers.shift()!()
    }
    await eventually('all', async () => (await get()).health.pending_count === 0)
    expect(most).toBe(2)
    expect(await webhooks.update({ path: { id: webhook.id }, body: { max_parallel: null } })).toMatchObject({
      max_parallel: null,
      max_per_second: 1000,
    })
    const none = webhooks.update({ path: { id: webhook.id }, body: { max_parallel: 0 } })
    await expect(none).rejects.toMatchObject({ status: 400, details: [{ path: 'body.max_parallel' }] })
  })
})
