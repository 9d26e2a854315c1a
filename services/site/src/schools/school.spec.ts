import { invalidationSubject } from '@lms/events'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { siteService } from '../service.ts'
import { domainsOf, registryOf } from '../testing/registry.ts'
import { defaultLimits } from './school.rules.ts'

describe('the registry of schools', () => {
  let system: TestSystem
  let published: { subject: string; payload: Record<string, unknown> }[]
  beforeAll(async () => {
    system = await startSystem({ services: [siteService] })
    published = []
    system.bus.nats.subscribe('internal.*.invalidate.site', {
      callback: (_, message) => void published.push({ subject: message.subject, payload: message.json() }),
    })
  })
  afterAll(() => system.stop())

  const registry = (as = 'gateway') => registryOf(system, as)
  let schoolCount = 0
  const newSchool = (name = 'School') =>
    registry().create({ body: { name, domains: [`s${++schoolCount}.example`] } })

  test('a school answers at its domains, ignoring case', async () => {
    const school = await registry().create({ body: { name: 'Ann', domains: ['Ann.Example', 'школа.рф'] } })
    expect(school).toMatchObject({ status: 'active', domains: ['ann.example', 'xn--80atdl2c.xn--p1ai'] })
    const { id: school_id, limits } = school
    const expected = { school_id, name: 'Ann', status: 'active', limits, language: 'en', time_zone: 'UTC' }
    expect(await registry().resolve({ body: { host: 'ANN.example.' } })).toEqual(expected)
    expect(await registry().resolve({ body: { host: 'школа.рф' } })).toEqual(expected)
    await expect(registry().resolve({ body: { host: 'other.example' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(registry().resolve({ body: { host: '*' } })).rejects.toMatchObject({ status: 404 })
  })

  test('a domain belongs to one school only', async () => {
    const ours = await newSchool()
    const host = ours.domains[0]!
    await expect(registry().create({ body: { name: 'B', domains: [host] } })).rejects.toMatchObject({
      status: 409,
      reason: 'domain_taken',
    })
    const theirs = await newSchool()
    await expect(domainsOf(system, theirs.id).add({ body: { host } })).rejects.toMatchObject({
      reason: 'domain_taken',
    })
    expect((await registry().resolve({ body: { host } })).school_id).toBe(ours.id)
  })

  test('a school is suspended and resumed, and every gateway learns of it', async () => {
    const school = await newSchool()
    const suspended = await registry().update({ path: { id: school.id }, body: { status: 'suspended' } })
    expect(suspended).toMatchObject({ status: 'suspended', version: 2 })
    const again = await registry().update({ path: { id: school.id }, body: { status: 'suspended' } })
    expect(again.status).toBe('suspended')
    const resumed = await registry().update({ path: { id: school.id }, body: { status: 'active' } })
    expect(resumed.status).toBe('active')
    const subject = invalidationSubject(school.id, 'site')
    const states = await eventually('three messages', () => {
      const mine = published.filter(
        message => message.subject === subject && message.payload.kind === 'school',
      )
      return mine.length === 3 && mine.map(({ payload }) => payload.status)
    })
    expect(states).toEqual(['suspended', 'suspended', 'active'])
  })

  test('limits are the default until they are set, and can be restored', async () => {
    const school = await newSchool()
    expect(school.limits).toEqual(defaultLimits)
    const path = { id: school.id }
    const limitedSchool = await registry().update({
      path,
      body: { limits: { key_rate: 5, school_burst: 9 } },
    })
    expect(limitedSchool.limits).toEqual({ ...defaultLimits, key_rate: 5, school_burst: 9 })
    const back = await registry().update({ path, body: { name: 'New name', limits: { key_rate: null } } })
    expect(back).toMatchObject({ name: 'New name', limits: { key_rate: 50, school_burst: 9 } })
  })

  test('schools are listed in pages, by state, and found by name or host', async () => {
    const mine = await Promise.all([1, 2, 3].map(n => newSchool(`Listed ${n}`)))
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await registry().list({ query: { q: 'listed', limit: 2, ...(cursor ? { cursor } : {}) } })
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(ids.toSorted()).toEqual(mine.map(({ id }) => id).toSorted())
    await registry().update({ path: { id: mine[0]!.id }, body: { status: 'suspended' } })
    const suspended = await registry().list({ query: { q: 'listed', status: 'suspended' } })
    expect(suspended.data.map(({ id }) => id)).toEqual([mine[0]!.id])
    const byHost = await registry().list({ query: { q: mine[1]!.domains[0]! } })
    expect(byHost.data.map(({ id }) => id)).toEqual([mine[1]!.id])
    const batch = await registry('site').batch({ body: { ids: mine.map(({ id }) => id) } })
    expect(batch.schools).toHaveLength(3)
  })

  test('changes by the platform team are audit records of the school', async () => {
    const school = await newSchool()
    const records: Record<string, unknown>[] = []
    const { bus } = system
    bus.nats.subscribe(`internal.${school.id}.audit.site`, {
      callback: (_, message) => void records.push(message.json()),
    })
    await bus.nats.flush()
    await registry().update({ path: { id: school.id }, body: { name: 'Other' } })
    // That of the creation may still be on its way.
    const operation = 'PATCH /operator/v1/schools/{id}'
    const record = await eventually('the audit record', () =>
      records.find(entry => entry.operation === operation),
    )
    expect(record).toMatchObject({
      object_id: school.id,
      role: 'platform',
      key_id: null,
    })
  })

  test('an unknown school is 404, and a caller with a key cannot use the registry', async () => {
    const unknown = 'sch_01h455vb4pex5vsknk084sn02q'
    await expect(registry().get({ path: { id: unknown } })).rejects.toMatchObject({ status: 404 })
    await expect(registry().update({ path: { id: unknown }, body: { name: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      registry().addDomain({ path: { id: unknown }, body: { host: 'new.example' } }),
    ).rejects.toMatchObject({ status: 404 })
    const { status } = await system.request('site', {
      method: 'POST',
      path: '/internal/domains/resolve',
      body: { host: 'ann.example' },
      caller: system.caller(),
    })
    expect(status).toBe(401)
  })
})
