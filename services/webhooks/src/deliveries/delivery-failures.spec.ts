// Retries of all failures since a time, of events that the subscription no longer sends, or of very many.
import { eventually } from '@lms/testing'
import { webhooksWorld } from '../testing/world.ts'

describe('a retry of all failures since a time', () => {
  const world = webhooksWorld()

  /** A subscription whose deliveries have failed, one for each amount and type, a second after the other. */
  async function failed(...orders: { type?: string; amount?: number }[]) {
    world.receiver.answer = (_, response) => void response.writeHead(500).end()
    const subscribed = await world.subscribe()
    const { caller, deliveries, made: webhook, emit } = subscribed
    const emitted = await emit(
      ...orders.map(({ type, amount }, index) => ({ type, object: { id: `ord_${index}`, amount } })),
    )
    await eventually(
      'their first attempts',
      async () => (await world.facts.statuses(caller.school)).waiting_retry === orders.length,
    )
    const { data } = await deliveries.list({ query: { limit: '100' } })
    const ids = emitted.map(({ id }) => data.find(({ event_id }) => event_id === id)!.id)
    await world.facts.rows('delete from webhooks.due where webhook_id = $1', [webhook.id])
    await world.facts.rows(
      `update webhooks.deliveries d set status = 'failed', failed_at = $2::timestamptz + f.place * interval '1 minute',
         next_attempt_at = null
       from unnest($1::text[]) with ordinality f(id, place) where d.id = f.id`,
      [ids, start],
    )
    const ask = (failed_since = start) => deliveries.retry({ body: { webhook_id: webhook.id, failed_since } })
    return { ...subscribed, ids, ask }
  }
  const start = '2026-01-01T00:00:00.000+00:00'

  /** Failures of further events, as many, `ms` apart, like a failed one. */
  async function multiply(delivery: string, { many, ms }: { many: number; ms: number }) {
    await world.facts.rows(
      `with made as (
         insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, payload, entered_at)
         select e.school_id, 'evt_' || lpad((n + 10000)::text, 26, substr(e.id, 5)), e.type, e.sequence + n + 100,
           e.created_at, e.request_id, e.payload, e.entered_at
         from webhooks.events e join webhooks.deliveries d on d.school_id = e.school_id and d.event_id = e.id,
           generate_series(1, $2) n where d.id = $1
         returning id, sequence
       )
       insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count, failed_at,
         manual, replayed, request_id, created_at)
       select school_id, 'dlv' || substr(m.id, 4), webhook_id, m.id, event_type, status, attempt_count,
         failed_at + row_number() over (order by m.sequence) * $3 * interval '1 millisecond', manual, replayed, request_id,
         created_at
       from webhooks.deliveries d, made m where d.id = $1`,
      [delivery, many, ms],
    )
  }

  test('goes on after ten thousand that the subscription no longer takes', async () => {
    const { webhooks, path, ids, ask } = await failed({ type: 'user.created' }, { type: 'order.paid' })
    await multiply(ids[0]!, { many: 10_000, ms: 1 })
    await webhooks.update({ path, body: { events: ['order.*'] } })
    const first = await ask()
    expect(first).toMatchObject({ count: 0, more: true })
    expect(first.skipped).toHaveLength(10_000)
    expect(new Set(first.skipped.map(({ reason }) => reason))).toEqual(new Set(['event_not_sent']))
    expect(first.next_failed_since! > start).toBe(true)
    const second = await ask(first.next_failed_since!)
    expect(second).toMatchObject({ count: 1, more: false, next_failed_since: null })
    expect(second.data.map(({ retry_of }) => retry_of)).toEqual([ids[1]])
    expect(second.skipped).toHaveLength(1)
  })

  test('goes on after more than ten thousand of one moment, in a call of its own if it is needed', async () => {
    const { webhooks, path, ids, ask } = await failed({ type: 'user.created' }, { type: 'order.paid' })
    await multiply(ids[0]!, { many: 10_500, ms: 0 })
    await webhooks.update({ path, body: { events: ['order.*'] } })
    const retried: string[] = []
    let since: string | null = '2026-01-01T00:01:00Z'
    let calls = 0
    for (; since !== null && calls < 3; calls++) {
      const answer: Awaited<ReturnType<typeof ask>> = await ask(since)
      retried.push(...answer.data.map(({ retry_of }) => retry_of))
      since = answer.next_failed_since
    }
    expect(since).toBeNull()
    expect(retried).toEqual([ids[1]])
  })

  test('makes no delivery of events that the filter excludes, nor does one of named deliveries', async () => {
    const { caller, webhooks, deliveries, path, ids, ask } = await failed(
      { amount: 1 },
      { amount: 10 },
      { amount: 2 },
    )
    await webhooks.update({ path, body: { filter: { 'amount[gte]': '5' } } })
    world.receiver.answer = (_, response) => void response.end('ok')
    const skipped = [ids[0], ids[2]].map(id => ({ id, reason: 'event_not_sent' }))
    const answer = await ask()
    expect(answer.data.map(({ retry_of }) => retry_of)).toEqual([ids[1]])
    expect(answer).toMatchObject({ skipped, more: false, next_failed_since: null })
    await eventually('the large one', async () => (await world.facts.statuses(caller.school)).delivered === 1)
    expect(await ask()).toMatchObject({ count: 0, skipped, more: false })
    const retryResult = await deliveries.retry({ body: { delivery_ids: ids } })
    expect(retryResult.data.map(({ retry_of }) => retry_of)).toEqual([ids[1]])
    expect(new Set(retryResult.skipped)).toEqual(new Set(skipped))
  })

  test('looks at many excluded events in portions, and retries the last failure of an event that failed again', async () => {
    const { webhooks, path, ids, ask } = await failed({ amount: 1 }, { amount: 10 })
    await multiply(ids[0]!, { many: 130, ms: 1 })
    await webhooks.update({ path, body: { filter: { amount: '10' } } })
    const first = await ask()
    expect(first.skipped).toHaveLength(131)
    expect(first.data.map(({ retry_of }) => retry_of)).toEqual([ids[1]])
    const { id } = first.data[0]!
    await eventually('its failure', async () => {
      const rows = await world.facts.rows('select failed_at from webhooks.deliveries where id = $1', [id])
      return rows[0].failed_at !== null
    })
    expect((await ask()).data.map(({ retry_of }) => retry_of)).toEqual([id])
  })
})
