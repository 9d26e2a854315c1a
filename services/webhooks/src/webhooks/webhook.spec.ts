import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { emit, isSigned, webhooksOf } from '../testing/receiver.ts'
import { webhooksWorld } from '../testing/world.ts'

describe('subscriptions', () => {
  const world = webhooksWorld()
  const api = (caller = world.system.caller()) => webhooksOf(world.system, caller).webhooks

  test('a secret is made where none is given, and shown this once', async () => {
    const webhooks = api()
    const made = await webhooks.create({ body: { url: world.receiver.url, events: ['order.*', 'order.*'] } })
    expect(made).toMatchObject({ events: ['order.*'], active: true, description: null, version: 1 })
    expect(made.secret).toMatch(/^lms_webhook_[0-9a-f]{48}$/)
    const { secret, ...shown } = made
    expect(await webhooks.get({ path: { id: made.id } })).toEqual(shown)
    expect((await webhooks.list()).data).toEqual([shown])
  })

  test('a given secret signs; a short one is refused', async () => {
    const caller = world.system.caller()
    const secret = 'ein Geheimnis mit Ümlaut'
    await api(caller).create({ body: { url: world.receiver.url, events: ['*'], secret } })
    const [emitted] = await emit(world.system, caller.school, [{}])
    const arrived = await eventually('the delivery', () =>
      world.receiver.received.find(({ envelope }) => envelope.id === emitted!.id),
    )
    expect(isSigned(arrived, secret)).toBe(true)
    const short = api(caller).create({ body: { url: world.receiver.url, events: ['*'], secret: 'short' } })
    await expect(short).rejects.toMatchObject({ status: 400, details: [{ path: 'body.secret' }] })
  })

  test.each([
    ['whsec_not base64 at all', 'no base64'],
    ['whsec_c2hvcnRlcg==', 'few bytes'],
  ])('a secret %j is refused, for it has %s', async secret => {
    const made = api().create({ body: { url: world.receiver.url, events: ['*'], secret } })
    await expect(made).rejects.toMatchObject({ status: 400, details: [{ path: 'body.secret' }] })
  })

  test('an address without TLS is taken on this machine alone', async () => {
    const made = api().create({ body: { url: 'http://93.184.216.34/', events: ['*'] } })
    await expect(made).rejects.toMatchObject({ details: [{ path: 'body.url', message: 'scheme' }] })
  })

  test('the secret is kept encrypted, also in the answer kept for a repetition', async () => {
    const webhooks = api()
    const create = () =>
      webhooks.create({ body: { url: world.receiver.url, events: ['*'] }, idempotencyKey: 'once' })
    const made = await create()
    expect((await create()).secret).toBe(made.secret)
    expect((await webhooks.list()).data).toHaveLength(1)
    const rows = await world.system.services.webhooks!.runtime.system.pool.query(
      `select s::text as text from webhooks.subscriptions s union all select k::text from webhooks.idempotency_keys k`,
    )
    expect(rows.rows.filter(({ text }) => text.includes(made.secret))).toEqual([])
  })

  test('events that there are not are refused by name', async () => {
    const create = api().create({
      body: { url: world.receiver.url, events: ['order.paid', 'order.payed', 'orders.*'] },
    })
    await expect(create).rejects.toMatchObject({
      reason: 'unknown_event',
      details: [{ path: 'body.events.1' }, { path: 'body.events.2' }],
    })
  })

  test('refuses events whose objects the key may not read, with the missing permissions', async () => {
    const caller = world.system.caller()
    const scoped = (...scope: string[]) => api({ ...caller, rights: [['*'], scope] })
    const orders = scoped('webhooks:write', 'orders:read')
    const create = (events: string[], by = orders) => by.create({ body: { url: world.receiver.url, events } })
    const refused = (...details: [number, string][]) => ({
      status: 403,
      reason: 'events_unreadable',
      details: details.map(([at, message]) => ({ path: `body.events.${at}`, message })),
    })
    await expect(create(['order.paid', 'user.*', 'user.created'])).rejects.toMatchObject(
      refused(
        [
          1,
          'user.* needs users:read and sessions:read and groups:read and form-submissions:read, or events:read',
        ],
        [2, 'user.created needs users:read, or events:read'],
      ),
    )
    await expect(create(['system.page_published'])).rejects.toMatchObject(
      refused([0, 'system.page_published needs events:read']),
    )
    for (const scope of [['webhooks:write'], ['webhooks:write', 'orders:read', 'users:read']])
      await expect(create(['*'], scoped(...scope))).rejects.toMatchObject({ reason: 'events_unreadable' })
    const { id } = await create(['order.*'])
    await expect(orders.change({ path: { id }, body: { events: ['*'] } })).rejects.toMatchObject({
      reason: 'events_unreadable',
    })
    expect(await create(['*'], scoped('webhooks:write', 'events:read'))).toMatchObject({ events: ['*'] })
  })

  test('with more permissions than the caller can be deactivated, but get neither another url nor other events', async () => {
    const caller = world.system.caller()
    const { id } = await api(caller).create({
      body: { url: world.receiver.url, events: ['order.*', 'user.*'] },
    })
    const narrow = api({ ...caller, rights: [['webhooks:write', 'orders:read']] })
    const change = (body: object) => narrow.change({ path: { id }, body })
    const url = `${world.receiver.url}/mine`
    for (const body of [{ url }, { events: ['order.paid'] }, { url, events: ['order.paid'] }])
      await expect(change(body)).rejects.toMatchObject({
        status: 403,
        reason: 'events_unreadable',
        details: [
          { path: 'id', message: expect.stringMatching(/^user\.\* of this subscription needs users:read/) },
        ],
      })
    expect(await change({ active: false, description: 'Off' })).toMatchObject({ active: false })
  })

  test.each([
    ['http://10.0.0.1/hook', 'forbidden_address: private'],
    ['http://169.254.169.254/latest', 'forbidden_address: link_local'],
    ['http://[::ffff:10.0.0.1]/', 'forbidden_address: ipv4_mapped'],
    ['https://user:pass@example.com/', 'userinfo'],
    ['ftp://example.com/', 'scheme'],
    ['https://intranet/', 'single_label'],
    ['https://postgres.default.svc/', 'own_name'],
    ['not a url', 'malformed'],
  ])('the address %s is refused: %s', async (url, message) => {
    const refused = { status: 422, reason: 'webhook_url_refused', details: [{ path: 'body.url', message }] }
    await expect(api().create({ body: { url, events: ['*'] } })).rejects.toMatchObject(refused)
    const webhooks = api()
    const { id } = await webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })
    await expect(webhooks.change({ path: { id }, body: { url } })).rejects.toMatchObject(refused)
  })

  test('is changed in part, and another school neither sees nor changes it', async () => {
    const webhooks = api()
    const { id } = await webhooks.create({
      body: { url: world.receiver.url, events: ['*'], description: 'CRM' },
    })
    const changed = await webhooks.change({ path: { id }, body: { events: ['user.*'], active: false } })
    expect(changed).toMatchObject({ events: ['user.*'], active: false, description: 'CRM', version: 2 })
    const stranger = api()
    await expect(stranger.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.change({ path: { id }, body: { url: 'ftp://x' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(stranger.remove({ path: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('deleted, it gets nothing more, and its waiting deliveries have failed', async () => {
    const caller = world.system.caller()
    const { webhooks, deliveries } = webhooksOf(world.system, caller)
    const { id } = await webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })
    world.receiver.answer = (_, response) => void response.writeHead(500).end()
    await emit(world.system, caller.school, [{}, {}])
    const waiting = { query: { webhook_id: id, status: 'waiting_retry' } }
    await eventually('two waiting', async () => (await deliveries.list(waiting)).data.length === 2)
    world.receiver.answer = (_, response) => void response.end()
    expect(await webhooks.remove({ path: { id } })).toEqual({ id, deleted: true })
    await eventually('their end', async () => {
      const { data } = await deliveries.list({ query: { webhook_id: id, status: 'failed' } })
      return data.length === 2 && data.every(({ attempt_count }) => attempt_count === 1)
    })
    await expect(webhooks.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
    const [emitted] = await emit(world.system, caller.school, [{ id: newId('evt') }])
    const { events } = webhooksOf(world.system, caller)
    await eventually('the journal', () => events.get({ path: { id: emitted!.id } }))
    expect((await deliveries.list({ query: { event_id: emitted!.id } })).data).toEqual([])
    expect((await events.list({ query: { type: 'system.*' } })).data).toEqual([])
    await eventually('the end of its lane', async () => {
      const { rows } = await world.system.services.webhooks!.runtime.system.pool.query(
        'select 1 from webhooks.lanes where webhook_id = $1',
        [id],
      )
      return rows.length === 0
    })
  })

  test('a school has a bounded number of them', async () => {
    const caller = world.system.caller()
    const webhooks = api(caller)
    const { id } = await webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })
    await world.system.services.webhooks!.runtime.system.pool.query(
      `insert into webhooks.subscriptions (school_id, id, url, events, active, secret, version, created_at, updated_at)
       select school_id, id || n, url, events, active, secret, version, created_at, updated_at
       from webhooks.subscriptions, generate_series(1, 199) n where id = $1`,
      [id],
    )
    await expect(webhooks.create({ body: { url: world.receiver.url, events: ['*'] } })).rejects.toMatchObject(
      {
        reason: 'too_many_webhooks',
      },
    )
  })
})
