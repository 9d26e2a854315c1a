import type { Caller } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { domainsOf, registryOf } from '../testing/registry.ts'

describe('domains of a school', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [siteService] })
  })
  afterAll(() => system.stop())
  const as = (caller: Caller) => system.client('site', siteContract.resources, caller).domains
  let hostCount = 0
  const host = () => `d${++hostCount}.example`

  /** A school with this many domains, the first of them primary. */
  async function newSchool(count: number) {
    const hosts = Array.from({ length: count }, host)
    const { id } = await registryOf(system).create({ body: { name: 'School', domains: hosts } })
    const domains = domainsOf(system, id)
    const { data } = await domains.list({ query: { sort: 'created_at,host' } })
    return { id, domains, all: hosts.map(name => data.find(each => each.host === name)!) }
  }

  test('the first domain is primary, and a later one becomes primary on request', async () => {
    const { id, domains, all } = await newSchool(2)
    expect(all.map(({ primary }) => primary)).toEqual([true, false])
    const third = await registryOf(system).addDomain({ path: { id }, body: { host: host(), primary: true } })
    expect(third).toMatchObject({ primary: true, status: 'active' })
    expect(await domains.get({ path: { id: all[0]!.id } })).toMatchObject({ primary: false, version: 2 })
    const primary = await domains.list({ query: { primary: true } })
    expect(primary.data.map(each => each.id)).toEqual([third.id])
    const either = await domains.list({ query: { primary: ['true', 'false'] } })
    expect(either.data).toHaveLength(3)
  })

  test('a domain that the school already has becomes primary on request, by the school and by the platform team', async () => {
    const { id, all, domains } = await newSchool(2)
    const [first, second] = all
    const body = { host: second!.host, primary: true }
    expect(await domains.add({ body })).toMatchObject({ id: second!.id, primary: true, version: 2 })
    expect((await domains.list({ query: { primary: true } })).data.map(each => each.id)).toEqual([second!.id])
    expect(await domains.add({ body })).toMatchObject({ version: 2 })
    const back = await registryOf(system).addDomain({
      path: { id },
      body: { host: first!.host, primary: true },
    })
    expect(back).toMatchObject({ id: first!.id, primary: true })
    await expect(domains.add({ body: { host: second!.host } })).rejects.toMatchObject({
      reason: 'domain_present',
    })
    const claim = await domains.add({ body: { host: host() } })
    const addedDomain = await domains.add({ body: { host: claim.host, primary: true } })
    expect(addedDomain).toMatchObject({ id: claim.id, status: 'pending', primary: false })
  })

  test('the last domain stays, and after the deletion of a primary one the oldest becomes primary', async () => {
    const { domains, all } = await newSchool(2)
    const [first, second] = all
    const path = { id: first!.id }
    expect(await domains.delete({ path })).toEqual({ id: first!.id, deleted: true })
    expect(await domains.get({ path: { id: second!.id } })).toMatchObject({ primary: true })
    await expect(domains.delete({ path: { id: second!.id } })).rejects.toMatchObject({
      status: 409,
      reason: 'last_domain',
    })
  })

  test('the platform team takes a domain away by its name, but not the last one', async () => {
    const { id, domains, all } = await newSchool(2)
    const [first, second] = all
    const take = (host: string) => registryOf(system).removeDomain({ path: { id }, body: { host } })
    expect(await take(first!.host.toUpperCase())).toEqual({ id: first!.id, deleted: true })
    expect(await domains.get({ path: { id: second!.id } })).toMatchObject({ primary: true })
    await expect(take(first!.host)).rejects.toMatchObject({ status: 404 })
    await expect(take(second!.host)).rejects.toMatchObject({ status: 409, reason: 'last_domain' })
  })

  test('a pending domain never becomes primary by a deletion, and may always be deleted', async () => {
    const { domains, all } = await newSchool(1)
    const claim = await domains.add({ body: { host: host(), primary: true } })
    expect(claim.primary).toBe(false)
    await expect(domains.delete({ path: { id: all[0]!.id } })).rejects.toMatchObject({
      reason: 'last_domain',
    })
    await domains.delete({ path: { id: claim.id } })
    expect((await domains.list()).data.map(({ id }) => id)).toEqual([all[0]!.id])
  })

  test('of two simultaneous deletions of the last two domains, one is refused', async () => {
    const { domains, all } = await newSchool(2)
    const ends = await Promise.allSettled(all.map(({ id }) => domains.delete({ path: { id } })))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await domains.list()).data).toHaveLength(1)
  })

  test('of many simultaneous requests for primary domains one wins', async () => {
    const { id, domains } = await newSchool(1)
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        registryOf(system).addDomain({ path: { id }, body: { host: host(), primary: true } }),
      ),
    )
    expect((await domains.list({ query: { primary: true } })).data).toHaveLength(1)
  })

  test.each(['127.0.0.1', '*.school.example', 'two words', `${'a'.repeat(64)}.example`])(
    'the host %j is refused with 400',
    async bad => {
      await expect(as(system.caller()).add({ body: { host: bad } })).rejects.toMatchObject({
        status: 400,
        details: [{ path: 'body.host' }],
      })
    },
  )

  test.each(['localhost', 'demo.localhost', 'intranet', 'printer.local', 'school.internal', 'school.onion'])(
    'only the platform team assigns the name %s, which no DNS record can prove',
    async local => {
      await expect(as(system.caller()).add({ body: { host: local } })).rejects.toMatchObject({
        status: 422,
        reason: 'domain_reserved',
      })
      const { id } = await newSchool(1)
      const addedDomain = await registryOf(system).addDomain({ path: { id }, body: { host: local } })
      expect(addedDomain).toMatchObject({ host: local, status: 'active' })
    },
  )

  test('a host whose DNS record would have too long a name is refused with 400', async () => {
    const { domains } = await newSchool(1)
    const longest = `${'a.'.repeat(120)}example`.padStart(248, 'b')
    const { dns_record } = await domains.add({ body: { host: longest } })
    expect(dns_record!.name).toHaveLength(253)
    await expect(domains.add({ body: { host: `b${longest}` } })).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'body.host', message: expect.stringContaining('248') }],
    })
    const { id } = await newSchool(1)
    const addedDomain = await registryOf(system).addDomain({
      path: { id },
      body: { host: `bbbbb${longest}` },
    })
    expect(addedDomain.host).toHaveLength(253)
  })

  test('an international name is stored in its ASCII form and cannot be added twice', async () => {
    const { domains } = await newSchool(1)
    const one = await domains.add({ body: { host: 'Škola.example' } })
    expect(one.host).toBe('xn--kola-f6a.example')
    expect((await domains.list({ query: { host: 'ŠKOLA.example' } })).data).toEqual([one])
    await expect(domains.add({ body: { host: 'xn--kola-f6a.example' } })).rejects.toMatchObject({
      reason: 'domain_present',
    })
  })

  test('another school neither sees nor deletes a domain', async () => {
    const { all } = await newSchool(2)
    const path = { id: all[1]!.id }
    const others = as(system.caller())
    await expect(others.get({ path })).rejects.toMatchObject({ status: 404 })
    await expect(others.delete({ path })).rejects.toMatchObject({ status: 404 })
    expect((await others.list()).data).toEqual([])
  })

  test('without the permission nothing can be read or written', async () => {
    const reader = as(system.caller({ rights: [['domains:read']] }))
    await expect(reader.add({ body: { host: host() } })).rejects.toMatchObject({ status: 403 })
    const stranger = as(system.caller({ rights: [['users:*']] }))
    await expect(stranger.list()).rejects.toMatchObject({ status: 403 })
  })

  test('every gateway learns of added and deleted domains, but not of claims', async () => {
    const published: { school: string; message: unknown }[] = []
    const { nats } = system.bus
    nats.subscribe('internal.*.invalidate.site', {
      callback: (_, message) =>
        void published.push({ school: message.subject.split('.')[1]!, message: message.json() }),
    })
    await nats.flush()
    const { id: school, domains, all } = await newSchool(1)
    await domains.add({ body: { host: host() } })
    const removedDomain = await registryOf(system).addDomain({ path: { id: school }, body: { host: host() } })
    await domains.delete({ path: { id: removedDomain.id } })
    const mine = () => published.filter(each => each.school === school).map(({ message }) => message)
    await eventually('three messages', () => mine().length === 3)
    expect(mine()).toEqual(
      [all[0]!, removedDomain, removedDomain].map(({ host }) => ({ kind: 'domain', host })),
    )
  })
})
