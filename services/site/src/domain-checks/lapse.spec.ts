// A proven domain is proven again each day. One whose record is gone for a week can be taken over.
import { eventually } from '@lms/testing'
import { type Claims, day, hour, startClaims } from '../testing/claims.ts'
import { renewProof } from './renewal-job.ts'

describe('the proof of a domain', () => {
  let world: Claims
  beforeAll(async () => {
    world = await startClaims()
  })
  afterAll(() => world.stop())
  afterEach(() => world.clear())

  const timeIn = (ms: number) => new Date(world.now + ms).toISOString().replace('Z', '+00:00')
  const setRecord = (host: string, ...schools: string[]) =>
    world.records.set(
      `_lms.${host}`,
      schools.map(school => `lms-school=${school}`),
    )
  const ownerOf = (host: string) =>
    world.resolved(host).then(
      ({ school_id }) => school_id,
      () => null,
    )
  const domainAt = async (school: string, host: string) =>
    (await world.domains(school).list({ query: { host } })).data[0]

  /** A school with a domain of the platform team, and one that its record has proven. */
  async function proven() {
    const school = await world.newSchool()
    const host = world.newHost()
    await world.domains(school).add({ body: { host } })
    setRecord(host, school)
    await world.look()
    return { school, host, now: () => domainAt(school, host) }
  }
  /** The same after the record was missing for eight days. */
  async function lapsed() {
    const provenDomain = await proven()
    world.records.delete(`_lms.${provenDomain.host}`)
    for (let days = 0; days < 9; days++) await world.renew()
    expect((await provenDomain.now())!.lapsed_at).not.toBeNull()
    return provenDomain
  }

  test('is found again each day', async () => {
    const { host, now } = await proven()
    expect(await world.renew(23 * hour)).not.toContain(`_lms.${host}`)
    expect(await world.renew(hour)).toContain(`_lms.${host}`)
    expect(await now()).toMatchObject({
      proven_at: timeIn(0),
      checked_at: timeIn(0),
      problem: null,
      lapses_at: null,
      lapsed_at: null,
      version: 2,
    })
  })

  test('lapses a week after its record was first missing, and the domain still answers', async () => {
    const { school, host, now } = await proven()
    world.records.delete(`_lms.${host}`)
    await world.renew()
    const lapses_at = timeIn(7 * day)
    expect(await now()).toMatchObject({ problem: 'record_missing', lapses_at, lapsed_at: null })
    for (let days = 0; days < 6; days++) await world.renew()
    expect(await now()).toMatchObject({ lapses_at, lapsed_at: null })
    await world.renew()
    expect(await now()).toMatchObject({ lapses_at, lapsed_at: lapses_at, status: 'active' })
    expect(await ownerOf(host)).toBe(school)
  })

  test('is valid again once the record is back', async () => {
    const { school, host, now } = await lapsed()
    setRecord(host, school)
    await world.renew()
    expect(await now()).toMatchObject({
      proven_at: timeIn(0),
      problem: null,
      lapses_at: null,
      lapsed_at: null,
    })
  })

  test('silent name servers neither begin nor end the week, and a jump of the clock ends it with a look', async () => {
    const { host, now } = await proven()
    world.records.set(`_lms.${host}`, null)
    await world.renew(30 * day)
    expect(await now()).toMatchObject({ problem: 'no_answer', lapses_at: null, lapsed_at: null })
    world.records.delete(`_lms.${host}`)
    await world.renew(30 * day)
    const { lapses_at } = (await now())!
    expect(lapses_at).toBe(timeIn(7 * day))
    world.records.set(`_lms.${host}`, null)
    await world.renew(8 * day)
    expect(await now()).toMatchObject({ problem: 'no_answer', lapses_at, lapsed_at: null })
    world.records.delete(`_lms.${host}`)
    await world.renew()
    expect((await now())!.lapsed_at).toBe(timeIn(0))
  })

  test('is not asked of a domain that the platform team has assigned, nor does that lapse', async () => {
    const host = world.newHost()
    const school = await world.newSchool(host)
    expect(await world.renew(30 * day)).not.toContain(`_lms.${host}`)
    expect(await domainAt(school, host)).toMatchObject({ proven_at: null, dns_record: null, lapses_at: null })
    const other = await world.newSchool()
    await expect(world.domains(other).add({ body: { host } })).rejects.toMatchObject({
      reason: 'domain_taken',
    })
  })

  test('of another school protects the domain until it has lapsed', async () => {
    const { host } = await proven()
    const other = await world.newSchool()
    world.records.delete(`_lms.${host}`)
    for (let days = 0; days < 7; days++) await world.renew()
    await expect(world.domains(other).add({ body: { host } })).rejects.toMatchObject({
      reason: 'domain_taken',
    })
    await world.renew()
    expect(await world.domains(other).add({ body: { host } })).toMatchObject({ status: 'pending' })
  })

  test('has to be new for a take-over, of which the former school has an audit record', async () => {
    const { school, host } = await lapsed()
    const { id } = (await domainAt(school, host))!
    const records: Record<string, unknown>[] = []
    const { nats } = world.system.bus
    nats.subscribe(`internal.${school}.audit.site`, {
      callback: (_, message) => void records.push(message.json()),
    })
    await nats.flush()
    const other = await world.newSchool()
    await world.domains(other).add({ body: { host } })
    await world.look()
    expect(await ownerOf(host)).toBe(school)
    setRecord(host, other)
    await world.look()
    expect(await ownerOf(host)).toBe(other)
    expect(await domainAt(school, host)).toBeUndefined()
    expect(await domainAt(other, host)).toMatchObject({ status: 'active', proven_at: timeIn(0) })
    const mine = () => records.filter(({ object_id }) => object_id === id)
    await eventually('the audit record', () => mine().length > 0)
    expect(mine()).toMatchObject([{ operation: 'DELETE /v1/domains/{id}', role: 'platform' }])
  })

  test('that is back just before a take-over keeps the domain, and the claim ends', async () => {
    const { school, host, now } = await lapsed()
    const other = await world.newSchool()
    await world.domains(other).add({ body: { host } })
    setRecord(host, other, school)
    await world.look()
    expect(await ownerOf(host)).toBe(school)
    expect(await now()).toMatchObject({ lapsed_at: null, problem: null })
    expect(await domainAt(other, host)).toBeUndefined()
  })

  test('a renewal and a take-over in the same moment leave one owner, and the other without a claim', async () => {
    for (const renewsFirst of [true, false]) {
      const { school, host, now } = await lapsed()
      const other = await world.newSchool()
      await world.domains(other).add({ body: { host } })
      setRecord(host, other)
      const former = (await now())!
      const { runtime } = world.system.services.site!
      const renewing = () => renewProof({ ...former, school_id: school } as never, null, runtime)
      if (renewsFirst) await Promise.all([renewing(), world.look()])
      else await Promise.all([world.look(), renewing()])
      const owner = await ownerOf(host)
      expect([school, other]).toContain(owner)
      const [mine, theirs] = [await domainAt(school, host), await domainAt(other, host)]
      expect([mine?.status, theirs?.status].filter(Boolean)).toEqual(['active'])
      if (owner === school) expect(mine).toMatchObject({ lapsed_at: null })
      world.records.delete(`_lms.${host}`)
    }
  })

  test('the only active domain of a school is not taken over', async () => {
    const { school, host } = await lapsed()
    const { data } = await world.domains(school).list()
    for (const domain of data)
      if (domain.host !== host) await world.domains(school).delete({ path: { id: domain.id } })
    const other = await world.newSchool()
    await expect(world.domains(other).add({ body: { host } })).rejects.toMatchObject({
      reason: 'domain_taken',
    })
    expect(await ownerOf(host)).toBe(school)
  })

  test('a primary domain that is taken over leaves its place to the oldest other one', async () => {
    const { school, host } = await lapsed()
    const { data } = await world.domains(school).list({ query: { sort: 'created_at' } })
    const [first] = data
    await world.domains(school).delete({ path: { id: first!.id } })
    const second = world.newHost()
    await world.registry.addDomain({ path: { id: school }, body: { host: second } })
    expect(await domainAt(school, host)).toMatchObject({ primary: true })
    const other = await world.newSchool()
    await world.domains(other).add({ body: { host } })
    setRecord(host, other)
    await world.look()
    expect(await ownerOf(host)).toBe(other)
    expect(await domainAt(school, second)).toMatchObject({ primary: true })
  })

  test('of two schools that prove a domain at once one gets it, also when two processes look', async () => {
    for (const atOnce of [1, 2]) {
      const host = world.newHost()
      const schools = [await world.newSchool(), await world.newSchool()]
      for (const school of schools) await world.domains(school).add({ body: { host } })
      setRecord(host, ...schools)
      await Promise.all(Array.from({ length: atOnce }, () => world.look()))
      await eventually('the domain to have an owner', () => ownerOf(host))
      const states = await Promise.all(schools.map(async school => (await domainAt(school, host))?.status))
      expect(states.filter(Boolean)).toEqual(['active'])
    }
  })
})
