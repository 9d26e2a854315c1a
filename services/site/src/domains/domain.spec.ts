import { type Caller, newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'

describe('domains of a school', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [siteService] })
  })
  afterAll(() => system.stop())
  const domainsOf = (caller: Caller) => system.client('site', siteContract.resources, caller).domains
  let made = 0
  const host = () => `d${++made}.example`

  test('the first domain is primary, and a later one becomes it when asked', async () => {
    const domains = domainsOf(system.caller())
    const first = await domains.add({ body: { host: host() } })
    expect(first).toMatchObject({ primary: true, version: 1 })
    const second = await domains.add({ body: { host: host() } })
    expect(second.primary).toBe(false)
    const third = await domains.add({ body: { host: host(), primary: true } })
    expect(third.primary).toBe(true)
    expect(await domains.get({ path: { id: first.id } })).toMatchObject({ primary: false, version: 2 })
    const primary = await domains.list({ query: { primary: true } })
    expect(primary.data.map(({ id }) => id)).toEqual([third.id])
    const either = await domains.list({ query: { primary: ['true', 'false'] } })
    expect(either.data).toHaveLength(3)
  })

  test('the last domain stays, and a deleted primary one leaves its place to the oldest', async () => {
    const domains = domainsOf(system.caller())
    const first = await domains.add({ body: { host: host() } })
    await expect(domains.remove({ path: { id: first.id } })).rejects.toMatchObject({
      status: 409,
      reason: 'last_domain',
    })
    const second = await domains.add({ body: { host: host() } })
    expect(await domains.remove({ path: { id: first.id } })).toEqual({ id: first.id, deleted: true })
    expect(await domains.get({ path: { id: second.id } })).toMatchObject({ primary: true })
  })

  test('of two who delete the last two domains at once, one is refused', async () => {
    const domains = domainsOf(system.caller())
    const both = [
      await domains.add({ body: { host: host() } }),
      await domains.add({ body: { host: host() } }),
    ]
    const ends = await Promise.allSettled(both.map(({ id }) => domains.remove({ path: { id } })))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await domains.list()).data).toHaveLength(1)
  })

  test('of many who add a first domain at once, one is primary', async () => {
    const domains = domainsOf(system.caller())
    const added = await Promise.all([1, 2, 3, 4].map(() => domains.add({ body: { host: host() } })))
    expect(added.filter(({ primary }) => primary)).toHaveLength(1)
  })

  test.each(['127.0.0.1', '*.school.example', 'two words', `${'a'.repeat(64)}.example`])(
    'the host %j is refused with 400',
    async bad => {
      await expect(domainsOf(system.caller()).add({ body: { host: bad } })).rejects.toMatchObject({
        status: 400,
        details: [{ path: 'body.host' }],
      })
    },
  )

  test.each(['localhost', 'demo.localhost', 'intranet'])(
    'the local name %s is not given out',
    async local => {
      await expect(domainsOf(system.caller()).add({ body: { host: local } })).rejects.toMatchObject({
        status: 422,
        reason: 'domain_reserved',
      })
    },
  )

  test('an international name is kept in its ASCII form and may not be taken twice', async () => {
    const domains = domainsOf(system.caller())
    const one = await domains.add({ body: { host: 'Škola.example' } })
    expect(one.host).toBe('xn--kola-f6a.example')
    await expect(domains.add({ body: { host: 'xn--kola-f6a.example' } })).rejects.toMatchObject({
      reason: 'domain_taken',
    })
  })

  test('another school neither sees nor deletes a domain', async () => {
    const domain = await domainsOf(system.caller()).add({ body: { host: host() } })
    const others = domainsOf(system.caller())
    await expect(others.get({ path: { id: domain.id } })).rejects.toMatchObject({ status: 404 })
    await expect(others.remove({ path: { id: domain.id } })).rejects.toMatchObject({ status: 404 })
    expect((await others.list()).data).toEqual([])
  })

  test('without the permission nothing is read or written', async () => {
    const reader = domainsOf(system.caller({ rights: [['domains:read']] }))
    await expect(reader.add({ body: { host: host() } })).rejects.toMatchObject({ status: 403 })
    const stranger = domainsOf(system.caller({ rights: [['users:*']] }))
    await expect(stranger.list()).rejects.toMatchObject({ status: 403 })
  })

  test('every gateway is told of a domain that comes or goes', async () => {
    const school = newId('sch')
    const told: unknown[] = []
    const { nats } = system.services.site!.runtime.bus
    nats.subscribe(`internal.${school}.invalidate`, {
      callback: (_, message) => void told.push(message.json()),
    })
    await nats.flush()
    const domains = domainsOf(system.caller({ school }))
    const kept = await domains.add({ body: { host: host() } })
    const gone = await domains.add({ body: { host: host() } })
    await domains.remove({ path: { id: gone.id } })
    await eventually('three messages', () => told.length === 3)
    expect(told).toEqual([kept, gone, gone].map(({ host }) => ({ kind: 'domain', host })))
  })
})
