// A rule asks about people: who may not read what its leaves name gets no answer, wherever a rule or its segment is asked.
import type { Staff } from './staff.ts'

/** Leaves with the permissions that each asks for. */
const cases = [
  [{ field: 'email', equals: 'ann@rules.example' }, 'users:read'],
  [{ field: 'custom.notes', exists: true }, 'users:read'],
  [{ consent: 'email' }, 'users:read'],
  [{ group: 'grp_01h455vb4pex5vsknk084sn02q' }, 'groups:read'],
  [{ access: 'crs_01h455vb4pex5vsknk084sn02q' }, 'accesses:read'],
  [{ tag: 'tag_01h455vb4pex5vsknk084sn02q' }, 'users:read'],
  [{ spent: 'EUR', at_least: 1 }, 'orders:read'],
  [{ event: 'order.paid' }, 'orders:read'],
  [{ did_not: 'lesson.completed' }, 'progress:read'],
  [{ first: 'user.signed_in', since: { at: '2020-01-01T00:00:00Z' } }, 'sessions:read'],
  [{ event: 'message.opened', where: { topic: 'news' } }, 'messages:read'],
  [{ event: 'webinar.attended', where: { live_seconds: { at_least: 60 } } }, 'webinar-attendance:read'],
  [{ access: 'crs_01h455vb4pex5vsknk084sn02q', ends: { before: { days_ago: -7 } } }, 'accesses:read'],
  [{ last: 'payment.succeeded', since: { at: '2020-01-01T00:00:00Z' } }, 'payments:read'],
] as const

/** Registers the tests. */
export function ruleReaders(staff: () => Staff): void {
  const keyOf = async (...scope: string[]): Promise<string> => {
    const body = { name: 'k', kind: 'integration', role: 'owner', scope }
    return (await staff().api.done('apiKeys.issue', { body })).api_key
  }
  const call = (method: string, path: string, key: string, body?: object) =>
    staff().gateway.call(method, `/api${path}`, { host: staff().at.host, key, body })
  const lacks = { status: 403, body: { error: { reason: 'permission_missing' } } }

  test.each(cases)('%j needs %s in a preview and in a segment', async (leaf, permission) => {
    const [without, key] = [await keyOf('segments:*'), await keyOf('segments:*', permission)]
    for (const rule of [leaf, { or: [{ not: leaf }] }]) {
      const preview = await call('POST', '/v1/segments/preview', without, { rule })
      expect(preview).toMatchObject(lacks)
      expect(preview.body.error.details[0].message).toContain(permission)
      expect(await call('POST', '/v1/segments', without, { name: 'a', rule })).toMatchObject(lacks)
      // What the school does not have is refused, too, but to whoever may read it.
      expect([201, 422]).toContain((await call('POST', '/v1/segments/preview', key, { rule })).status)
    }
  })

  test('a segment is asked only by who may read what its rule names, through another one, too', async () => {
    const { api } = staff()
    const inner = await api.done('segments.create', {
      body: { name: 'Ann', rule: { field: 'email', equals: 'ann@rules.example' } },
    })
    const outer = await api.done('segments.create', { body: { name: 'Others', rule: { segment: inner.id } } })
    const narrow = await keyOf('segments:*', 'mailings:*', 'campaigns:*', 'bulk-actions:*', 'users:write')
    const reader = await keyOf('segments:*', 'mailings:*', 'users:read')
    const [draft, own] = [
      { name: 'a', rule: { segment: outer.id } },
      { field: 'role', equals: 'student' },
    ]
    const audience = { segment_ids: [outer.id] }
    const mailing = { name: 'News', subject: 'News', body: 'News', audience }
    const tag = await api.make('tags.create')
    const bulk = { segment_id: outer.id, kind: 'add_tag', tag_id: tag.id, dry_run: true }
    for (const [method, path, body] of [
      ['GET', `/v1/segments/${inner.id}/members`, undefined],
      ['GET', `/v1/segments/${outer.id}/members`, undefined],
      ['POST', '/v1/segments', draft],
      ['POST', '/v1/segments/preview', { rule: draft.rule }],
      ['PATCH', `/v1/segments/${outer.id}`, { rule: own }],
      ['POST', '/v1/mailings', mailing],
      ['POST', '/v1/bulk-actions', bulk],
    ] as const)
      expect({ path, ...(await call(method, path, narrow, body)) }).toMatchObject({ path, ...lacks })
    expect((await call('GET', `/v1/segments/${outer.id}/members`, reader)).status).toBe(200)
    expect((await call('POST', '/v1/mailings', reader, mailing)).status).toBe(201)
    const people = await keyOf('segments:read', 'users:read')
    const spent = { name: 'Paid', rule: { spent: 'EUR', at_most: 0 } }
    const { id } = await api.done('segments.create', { body: spent })
    const { body } = await call('GET', `/v1/users?segment_id=${id}`, people)
    expect(body).toMatchObject({ data: [], warnings: [expect.stringContaining('orders:read')] })
  })
}
