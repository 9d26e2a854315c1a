import { newId } from '@lms/contract'
import { type Claims, day, hour, startClaims } from '../testing/claims.ts'

describe('claims of domains', () => {
  let world: Claims
  beforeAll(async () => {
    world = await startClaims()
  })
  afterAll(() => world.stop())
  afterEach(() => world.clear())
  const newHost = () => world.newHost()
  const newSchool = (...hosts: string[]) => world.newSchool(...hosts)
  const domains = (school: string) => world.domains(school)
  const resolved = (host: string) => world.resolved(host)
  const look = (later?: number) => world.look(later)
  const registry = () => world.registry
  const unresolved = (host: string) => expect(resolved(host)).rejects.toMatchObject({ status: 404 })

  test('an unproven domain does not answer, and shows the record that proves it', async () => {
    const school = await newSchool()
    const host = newHost()
    const claim = await domains(school).add({ body: { host } })
    expect(claim).toMatchObject({
      status: 'pending',
      primary: false,
      dns_record: { type: 'TXT', name: `_lms.${host}`, value: `lms-school=${school}` },
      checked_at: null,
      problem: null,
      expires_at: new Date(world.now + 7 * day).toISOString().replace('Z', '+00:00'),
    })
    await unresolved(host)
    const listed = await registry().get({ path: { id: school } })
    expect(listed).toMatchObject({ pending_domains: [host] })
    expect(listed.domains).not.toContain(host)
  })

  test('the record proves it: the domain becomes active, and primary if requested', async () => {
    const school = await newSchool()
    const host = newHost()
    const { id } = await domains(school).add({ body: { host, primary: true } })
    world.records.set(`_lms.${host}`, ['v=spf1 -all', ` lms-school=${school}`])
    await look()
    expect((await resolved(host)).school_id).toBe(school)
    expect(await domains(school).get({ path: { id } })).toMatchObject({
      status: 'active',
      primary: true,
      dns_record: { name: `_lms.${host}`, value: `lms-school=${school}` },
      problem: null,
      expires_at: null,
      lapses_at: null,
      version: 2,
    })
    expect((await domains(school).list({ query: { primary: true } })).data).toHaveLength(1)
  })

  test.each([
    ['none', undefined, 'record_missing'],
    ['another', ['lms-school=sch_00000000000000000000000000'], 'record_different'],
    ['no answer', null, 'no_answer'],
  ])(
    'with the record %j the claim stays pending and shows the problem: %s %s',
    async (_, recordValues, problem) => {
      const school = await newSchool()
      const host = newHost()
      const claim = await domains(school).add({ body: { host } })
      if (recordValues !== undefined) world.records.set(`_lms.${host}`, recordValues)
      await look()
      const after = await domains(school).get({ path: { id: claim.id } })
      expect(after).toMatchObject({ status: 'pending', problem, version: 1 })
      expect(Date.parse(after.checked_at!)).toBe(world.now)
      await unresolved(host)
    },
  )

  test('a record is looked up at once, then ever less often, and not after the end of the claim', async () => {
    const host = newHost()
    const school = await newSchool()
    const { id } = await domains(school).add({ body: { host } })
    const lookups: number[] = []
    for (let age = 0; age < 8 * day; age += age < hour ? 5000 : hour / 2) {
      const queriedNames = await look(age < hour ? 5000 : hour / 2)
      if (queriedNames.length) lookups.push(age)
    }
    expect(lookups.filter(age => age <= 60_000).length).toBeGreaterThanOrEqual(3)
    expect(lookups.filter(age => age > day && age <= 2 * day)).toHaveLength(24)
    expect(lookups.filter(age => age >= 7 * day)).toEqual([])
    await expect(domains(school).get({ path: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('one record of a school is looked up at a time', async () => {
    const [many, one] = [await newSchool(), await newSchool()]
    for (let count = 0; count < 3; count++) await domains(many).add({ body: { host: newHost() } })
    const host = newHost()
    await domains(one).add({ body: { host } })
    const queriedNames = await look()
    expect(queriedNames).toHaveLength(2)
    expect(queriedNames).toContain(`_lms.${host}`)
  })

  test.each(['co.uk', 'github.io'])(
    'the public suffix %s is refused, also to the platform team',
    async host => {
      const refused = { status: 422, reason: 'domain_public' }
      const school = await newSchool()
      const path = { id: school }
      await expect(domains(school).add({ body: { host } })).rejects.toMatchObject(refused)
      await expect(registry().addDomain({ path, body: { host } })).rejects.toMatchObject(refused)
      await expect(registry().create({ body: { name: 'S', domains: [host] } })).rejects.toMatchObject(refused)
    },
  )

  test('two schools may claim a domain: the one that proves it gets it, and the other’s claim ends', async () => {
    const [one, other] = [await newSchool(), await newSchool()]
    const host = newHost()
    await domains(one).add({ body: { host } })
    for (const name of [host, `shop.${host}`, `not${host}`])
      await domains(other).add({ body: { host: name } })
    world.records.set(`_lms.${host}`, [`lms-school=${one}`])
    await look()
    expect((await resolved(host)).school_id).toBe(one)
    const remaining = await domains(other).list({ query: { status: 'pending' } })
    expect(remaining.data.map(each => each.host)).toEqual([`not${host}`])
  })

  test('an unproven claim blocks nobody: the platform team assigns the domain to another school', async () => {
    const host = newHost()
    const claiming = await newSchool()
    await domains(claiming).add({ body: { host } })
    const owner = await newSchool(host)
    expect((await resolved(host)).school_id).toBe(owner)
    expect((await domains(claiming).list({ query: { status: 'pending' } })).data).toEqual([])
  })

  test('the platform team can confirm a claim, and only a claim', async () => {
    const school = await newSchool()
    const path = { id: school }
    const host = newHost()
    await domains(school).add({ body: { host } })
    await expect(registry().confirmDomain({ path, body: { host: newHost() } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await registry().confirmDomain({ path, body: { host } })).toMatchObject({ status: 'active' })
    expect((await resolved(host)).school_id).toBe(school)
    await expect(registry().confirmDomain({ path, body: { host } })).rejects.toMatchObject({ status: 404 })
  })

  test('a domain that the platform team assigns needs no claim, and replaces one', async () => {
    const school = await newSchool()
    const path = { id: school }
    const host = newHost()
    const claim = await domains(school).add({ body: { host } })
    expect(await registry().addDomain({ path, body: { host, primary: true } })).toMatchObject({
      id: claim.id,
      status: 'active',
      primary: true,
    })
    await expect(registry().addDomain({ path, body: { host } })).rejects.toMatchObject({
      reason: 'domain_present',
    })
  })

  test('a school has at most fifty pending claims', async () => {
    const school = await newSchool()
    for (let count = 0; count < 50; count++) await domains(school).add({ body: { host: newHost() } })
    await expect(domains(school).add({ body: { host: newHost() } })).rejects.toMatchObject({
      status: 409,
      reason: 'claims_limit_reached',
    })
    expect((await domains(newId('sch')).add({ body: { host: newHost() } })).status).toBe('pending')
  })

  test('on a single machine a school adds local names, which are active at once', async () => {
    const config = world.system.configs.site!
    const before = config.settings
    Object.assign(config, { settings: { LMS_LOCAL_DOMAINS: '1' } })
    try {
      const school = await newSchool()
      expect(await domains(school).add({ body: { host: 'blue.localhost' } })).toMatchObject({
        status: 'active',
      })
      expect((await resolved('blue.localhost')).school_id).toBe(school)
      await expect(
        domains(await newSchool()).add({ body: { host: 'blue.localhost' } }),
      ).rejects.toMatchObject({
        reason: 'domain_taken',
      })
    } finally {
      Object.assign(config, { settings: before })
    }
  })
})
