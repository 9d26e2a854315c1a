import { jest } from '@jest/globals'
import { type Caller, newId } from '@lms/contract'
import { eventually, newRequestId, type TestSystem } from '@lms/testing'
import { factsOf } from '../testing/journal-facts.ts'
import { emit, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('the journal', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startWebhooks()
  })
  afterAll(() => system.stop())

  const emitted = async (caller: Caller, events: Parameters<typeof emit>[2]) => {
    const ids = (await emit(system, caller.school, events)).map(({ id }) => id)
    const { events: api } = webhooksOf(system, caller)
    await eventually('the journal', () => api.get({ path: { id: ids.at(-1)! } }))
    return ids
  }
  const idsOf = async (caller: Caller, query: Record<string, string | number>) => {
    const page = await webhooksOf(system, caller).events.list({ query })
    expect(page.warnings).toBeUndefined()
    return page.data.map(({ id }) => id)
  }

  test('gives events of a school sequences in the order of their arrival, without gaps or duplicates', async () => {
    const caller = system.caller()
    const ids = await emitted(caller, [{}, {}, {}])
    const page = await webhooksOf(system, caller).events.list({ query: { sort: 'sequence' } })
    expect(page.data.map(({ id, sequence }) => [id, sequence])).toEqual(
      ids.map((id, index) => [id, index + 1]),
    )
  })

  test('shows an event as it was emitted, to its own school alone', async () => {
    const caller = system.caller()
    const user = newId('usr')
    const object = { id: newId('ord'), comment: 'a "quoted" ü,"data": text' }
    const [id] = await emitted(caller, [{ type: 'order.paid', object, related: { user_id: user } }])
    const event = await webhooksOf(system, caller).events.get({ path: { id: id! } })
    expect(event).toMatchObject({ id, type: 'order.paid', api_version: 'v1', replayed: false })
    expect(event).toMatchObject({ data: { object }, related: { user_id: user } })
    const stranger = webhooksOf(system).events
    await expect(stranger.get({ path: { id: id! } })).rejects.toMatchObject({ status: 404 })
    expect((await stranger.list()).data).toEqual([])
  })

  test('is filtered by types, groups, person, object, request, time and sequence', async () => {
    const caller = system.caller()
    const user = newId('usr')
    const order = { id: newId('ord') }
    const requestId = newRequestId()
    const [paid, createdId, person] = await emitted(caller, [
      { type: 'order.paid', object: order, related: { user_id: user } },
      { type: 'order.created', requestId },
      { type: 'user.created' },
    ])
    expect(await idsOf(caller, { type: 'order.*', sort: 'sequence' })).toEqual([paid, createdId])
    expect(await idsOf(caller, { type: 'order.created,user.*', sort: 'sequence' })).toEqual([
      createdId,
      person,
    ])
    expect(await idsOf(caller, { type: '*' })).toHaveLength(3)
    expect(await idsOf(caller, { user_id: user })).toEqual([paid])
    expect(await idsOf(caller, { object_id: order.id })).toEqual([paid])
    expect(await idsOf(caller, { request_id: requestId })).toEqual([createdId])
    expect(await idsOf(caller, { 'sequence[gt]': 1, sort: 'sequence' })).toEqual([createdId, person])
    expect(await idsOf(caller, { 'created_at[gte]': '2100-01-01T00:00:00Z' })).toEqual([])
  })

  test('is a feed: pages by cursor neither skip nor repeat while events arrive', async () => {
    const caller = system.caller()
    const first = await emitted(caller, [{}, {}, {}])
    const api = webhooksOf(system, caller).events
    const query = { sort: 'sequence', limit: 2 }
    const page = await api.list({ query })
    const later = await emitted(caller, [{}])
    const rest = await api.list({ query: { ...query, cursor: page.next_cursor! } })
    expect([...page.data, ...rest.data].map(({ id }) => id)).toEqual([...first, ...later])
    expect(rest.next_cursor).toBeNull()
  })

  test('allows a gap check: with the last sequence seen a reader gets exactly the later events, of the requested types', async () => {
    const caller = system.caller()
    const api = webhooksOf(system, caller).events
    const all = await emitted(
      caller,
      Array.from({ length: 7 }, (_, index) => ({ type: index % 2 ? 'user.created' : 'order.paid' })),
    )
    const seen: string[] = []
    let last = 0
    const poll = async () => {
      for (;;) {
        const query = { type: 'order.*', sort: 'sequence', limit: 2, 'sequence[gt]': last }
        const { data } = await api.list({ query })
        if (data.length === 0) return
        seen.push(...data.map(({ id }) => id))
        last = data.at(-1)!.sequence
      }
    }
    await poll()
    expect(seen).toEqual(all.filter((_, index) => index % 2 === 0))
    expect(last).toBe(7)
    const [later] = await emitted(caller, [{ type: 'order.created' }, { type: 'user.created' }])
    await poll()
    expect(seen.at(-1)).toBe(later)
    expect(seen).toHaveLength(5)
  })

  test('enters an event once, however often the stream delivers it', async () => {
    const caller = system.caller()
    const again = newId('evt')
    const publish = (id: typeof again, messageId: string) => {
      const { js } = system.bus
      const envelope = {
        id,
        type: 'order.paid',
        created_at: '2026-01-01T00:00:00.000+00:00',
        api_version: 'v1',
        data: { object: { id: newId('ord') } },
        related: {},
      }
      return js.publish(`events.${caller.school}.order.paid`, JSON.stringify(envelope), { msgID: messageId })
    }
    await publish(again, 'first')
    await publish(again, 'second')
    const [last] = await emitted(caller, [{}])
    expect(await idsOf(caller, { sort: 'sequence' })).toEqual([again, last])
  })

  test('skips messages that are no events, and continues', async () => {
    const caller = system.caller()
    const { js } = system.bus
    const good = { id: newId('evt'), type: 'order.paid', created_at: '2026-01-01T00:00:00Z' }
    const fullEvent = { ...good, data: { object: {} }, related: {} }
    const errors = jest.spyOn(system.services.webhooks!.runtime.log, 'error')
    for (const bad of [
      '',
      '{',
      '[]',
      '{"id":"evt_1"}',
      JSON.stringify(good),
      JSON.stringify({ ...good, data: {} }),
      // Forged: a service may publish its own types only.
      JSON.stringify({ ...fullEvent, type: 'user.created' }),
    ])
      await js.publish(`events.${caller.school}.order.paid`, bad)
    const { seq } = await js.publish('events.nobody.order.paid', JSON.stringify(fullEvent))
    const [id] = await emitted(caller, [{}])
    expect(await idsOf(caller, {})).toEqual([id])
    const logged = errors.mock.calls.map(([about]) => about as object)
    expect(logged).toHaveLength(8)
    expect(logged.at(-1)).toEqual({ subject: 'events.nobody.order.paid', stream_sequence: seq })
    errors.mockRestore()
  })

  test('enters an event of an object whose id is no text, and of no request', async () => {
    const caller = system.caller()
    const id = newId('evt')
    const facts = { id, type: 'order.paid', created_at: '2026-01-01T00:00:00Z' }
    const envelope = { ...facts, data: { object: { id: 7 } }, related: {} }
    await system.bus.js.publish(`events.${caller.school}.order.paid`, JSON.stringify(envelope))
    const event = await eventually('the journal', () =>
      webhooksOf(system, caller).events.get({ path: { id } }),
    )
    expect(event).toMatchObject({ data: { object: { id: 7 } } })
    const [row] = await factsOf(system.ownerUrl).rows(
      'select request_id, user_id, object_id from webhooks.events where id = $1',
      [id],
    )
    expect(row).toEqual({ request_id: '', user_id: null, object_id: null })
  })

  test('accepts an event whose id is from another time than its partitions', async () => {
    const caller = system.caller()
    // As a service whose clock says 2015-03-02 makes it.
    const id = `evt_019fbwgg00${'0'.repeat(16)}` as const
    await emitted(caller, [{ id }])
    expect(await idsOf(caller, {})).toEqual([id])
  })

  test('filtered by sequence it is a feed: ascending, page by page, and ends with a place where newer events follow', async () => {
    const caller = system.caller()
    const ids = await emitted(caller, Array(8).fill({}))
    const { events } = webhooksOf(system, caller)
    const read = async (query: Record<string, string | number>) => {
      const page = await events.list({ query: { 'sequence[gt]': 2, limit: 3, ...query } })
      const { data, next_cursor, feed_cursor } = page
      return { sequences: data.map(({ sequence }) => sequence), next_cursor, cursor: feed_cursor! }
    }
    const first = await read({})
    expect(first).toMatchObject({ sequences: [3, 4, 5], next_cursor: first.cursor })
    const second = await read({ cursor: first.next_cursor! })
    expect(second).toMatchObject({ sequences: [6, 7, 8], next_cursor: null })
    const nothing = await read({ cursor: second.cursor })
    expect(nothing).toMatchObject({ sequences: [], next_cursor: null })
    await emitted(caller, [{}])
    expect((await read({ cursor: nothing.cursor })).sequences).toEqual([9])
    expect((await read({ cursor: second.cursor })).sequences).toEqual([9])
    expect(ids).toHaveLength(8)
  })

  test('a feed that begins before the first event continues from there', async () => {
    const caller = system.caller()
    const { events } = webhooksOf(system, caller)
    for (const from of ['sequence[gt]', 'sequence[gte]']) {
      const query = { [from]: from === 'sequence[gt]' ? 0 : 1 }
      const page = await events.list({ query: { ...query, type: 'order.*' } })
      expect(page).toEqual({ data: [], next_cursor: null, feed_cursor: expect.any(String) })
    }
    const { feed_cursor } = await events.list({ query: { 'sequence[gte]': 1 } })
    await emitted(caller, [{}])
    const { data } = await events.list({ query: { 'sequence[gte]': 1, cursor: feed_cursor! } })
    expect(data.map(({ sequence }) => sequence)).toEqual([1])
  })

  test('in another order, or not by sequence, its last page is the end', async () => {
    const caller = system.caller()
    await emitted(caller, [{}, {}])
    const { events } = webhooksOf(system, caller)
    for (const query of [
      { 'sequence[gt]': 0, sort: '-sequence' },
      { sort: 'sequence' },
      { type: '*' },
    ] as const)
      expect(await events.list({ query })).toEqual({
        data: [expect.anything(), expect.anything()],
        next_cursor: null,
      })
  })
})
