import { newId } from '@lms/contract'
import { eventually, newRequestId, type TestSystem } from '@lms/testing'
import { journal } from '../contract.ts'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('the trace of a request', () => {
  let system: TestSystem
  let facts: Facts
  let receiver: Receiver
  beforeAll(async () => {
    system = await startWebhooks()
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })
  const traced = (requestId: string) =>
    system.internal('webhooks', { journal }, { as: 'gateway' }).journal.trace({ path: { requestId } })

  test('has the events of a request, their deliveries and attempts', async () => {
    const caller = system.caller()
    const webhook = await webhooksOf(system, caller).webhooks.create({
      body: { url: receiver.url, events: ['*'] },
    })
    const [emitted] = await emit(system, caller.school, [{}])
    const trace = await eventually('the delivery', async () => {
      const result = await traced(emitted!.requestId)
      const [delivery] = result.deliveries
      return delivery?.status === 'delivered' && delivery.attempts.length ? result : null
    })
    expect(trace).toMatchObject({
      events: [{ id: emitted!.id, school_id: caller.school, type: 'order.paid', sequence: 1 }],
      deliveries: [
        {
          school_id: caller.school,
          webhook_id: webhook.id,
          status: 'delivered',
          manual: false,
          replayed: false,
          attempts: [{ response_code: 200, number: 1 }],
        },
      ],
    })
    expect(trace.deliveries).toHaveLength(1)
    expect(await traced(newRequestId())).toEqual({ events: [], deliveries: [] })
  })

  test('has what was retried and what waits, with all attempts in their order', async () => {
    const caller = system.caller()
    const failing = await startReceiver((_, response) => void response.writeHead(503).end('not now'))
    const { webhooks } = webhooksOf(system, caller)
    const subscribe = (url: string) => webhooks.create({ body: { url, events: ['order.*'] } })
    const [tried, waits] = [await subscribe(failing.url), await subscribe(receiver.url)]
    // Leased by this test, so nothing is sent to it.
    await facts.rows(
      `update webhooks.channels set holder = 'test', fence = fence + 1, leased_until = now() + interval '1 hour'
       where webhook_id = $1`,
      [waits.id],
    )
    const requestId = newRequestId()
    const cause = newId('evt')
    const [first, second] = await emit(system, caller.school, [
      { requestId },
      { requestId, related: { cause_id: cause } },
    ])
    const trace = () => traced(requestId)
    const ofTried = async (attempts: number) => {
      const { deliveries } = await trace()
      const matches = deliveries.filter(({ webhook_id }) => webhook_id === tried.id)
      return matches.length === 2 && matches.every(one => one.attempts.length === attempts) && matches
    }
    await eventually('first attempts', () => ofTried(1))
    await facts.rows(`update webhooks.due set at = '2020-01-01' where webhook_id = $1`, [tried.id])
    await facts.rows(`update webhooks.channels set wake_at = '2020-01-01' where webhook_id = $1`, [tried.id])
    const retried = await eventually('retries', () => ofTried(2))
    const answer = { response_code: 503, response_body: 'not now', error: 'http_status', error_detail: null }
    for (const { status, attempt_count, next_attempt_at, attempts } of retried) {
      expect({ status, attempt_count }).toEqual({ status: 'waiting_retry', attempt_count: 2 })
      expect(Date.parse(next_attempt_at!)).toBeGreaterThan(Date.now() + 200_000)
      expect(attempts).toMatchObject([
        { number: 1, ...answer },
        { number: 2, ...answer },
      ])
    }
    const { events, deliveries } = await trace()
    expect(events).toMatchObject([
      { id: first!.id, sequence: 1, cause_id: null },
      { id: second!.id, sequence: 2, cause_id: cause },
    ])
    const waiting = deliveries.filter(({ webhook_id }) => webhook_id === waits.id)
    expect(waiting.map(({ event_id }) => event_id)).toEqual([first!.id, second!.id])
    for (const one of waiting)
      expect(one).toMatchObject({ status: 'pending', attempt_count: 0, attempts: [] })
    expect(deliveries).toHaveLength(4)
    await failing.close()
  })

  test('says of an attempt without an answer that there was none', async () => {
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: 'http://127.0.0.1:9/', events: ['*'] } })
    const [emitted] = await emit(system, caller.school, [{}])
    const attempt = await eventually('the attempt', async () => {
      const { deliveries } = await traced(emitted!.requestId)
      return deliveries[0]?.attempts[0]
    })
    expect(attempt).toMatchObject({
      number: 1,
      response_code: null,
      response_body: null,
      error: 'connect',
    })
  })

  test('has the first 200 events and the first 1000 deliveries of a request', async () => {
    const { school } = system.caller()
    const requestId = newRequestId()
    const ids = (prefix: 'evt' | 'dlv', count: number) =>
      Array.from({ length: count }, () => newId(prefix)).sort()
    const [events, deliveries] = [ids('evt', 201), ids('dlv', 1001)]
    await facts.rows(
      `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, takers, entered_at, payload)
       select $1, id, 'order.paid', sequence, now(), $2, '{}', now(), '{}'
       from unnest($3::text[]) with ordinality e(id, sequence) order by id desc`,
      [school, requestId, events],
    )
    await facts.rows(
      `insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count, manual,
         replayed, request_id, created_at)
       select $1, id, $2, $3, 'order.paid', 'delivered', 1, place % 2 = 0, place % 3 = 0, $4, now()
       from unnest($5::text[]) with ordinality d(id, place)`,
      [school, newId('whk'), events[0], requestId, deliveries],
    )
    // Of another school.
    await facts.rows(
      `insert into webhooks.attempts (school_id, id, delivery_id, number, duration_ms, created_at)
       values ($1, $2, $3, 1, 1, now())`,
      [newId('sch'), newId('dat'), deliveries[0]],
    )
    const result = await traced(requestId)
    expect(result.deliveries[0]!.attempts).toEqual([])
    expect(result.events.map(({ id }) => id)).toEqual(events.slice(0, 200))
    expect(result.deliveries.map(({ id }) => id)).toEqual(deliveries.slice(0, 1000))
    const marks = result.deliveries.slice(0, 3).map(({ manual, replayed }) => [manual, replayed])
    expect(marks).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
  })

  test('never has more attempts of a delivery than the delivery counts, whatever is logged meanwhile', async () => {
    const caller = system.caller()
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const [emitted] = await emit(system, caller.school, [{}])
    await eventually('the delivery', async () => {
      const { deliveries } = await traced(emitted!.requestId)
      return deliveries[0]?.attempt_count === 1
    })
    const logging = await holdLock(
      system.ownerUrl,
      `lock table webhooks.attempts in access exclusive mode;
       update webhooks.deliveries set attempt_count = 2 where event_id = '${emitted!.id}';
       insert into webhooks.attempts (school_id, id, delivery_id, number, duration_ms, created_at)
         select school_id, '${newId('dat')}', id, 2, 1, now() from webhooks.deliveries where event_id = '${emitted!.id}'`,
    )
    const trace = traced(emitted!.requestId)
    await logging.waitedFor()
    await logging.commit()
    const [delivery] = (await trace).deliveries
    expect(delivery!.attempts.map(({ number }) => number)).toEqual([1, 2])
    expect(delivery!.attempt_count).toBe(2)
  })
})
