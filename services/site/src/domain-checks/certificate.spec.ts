import type { Seen } from '../domains/certificate.rules.ts'
import { type Claims, day, hour, startClaims } from '../testing/claims.ts'
import { checkCertificates } from './certificate-job.ts'

describe('certificates of domains', () => {
  let world: Claims
  const seen = new Map<string, Seen>()
  beforeAll(async () => {
    world = await startClaims()
  })
  afterAll(() => world.stop())

  const minute = 60_000
  const timeIn = (ms: number) => new Date(world.now + ms).toISOString().replace('Z', '+00:00')
  /** Looks at the certificates that are due; returns the hosts that were connected to. */
  async function look(later: number): Promise<string[]> {
    await world.look(later)
    const checkedHosts: string[] = []
    await checkCertificates(world.system.services.site!.runtime, async host => {
      checkedHosts.push(host)
      return seen.get(host) ?? { none: 'no_connection' }
    })
    return checkedHosts
  }
  async function school() {
    const host = world.newHost()
    const id = await world.newSchool(host)
    const certificate = async () => (await world.domains(id).list({ query: { host } })).data[0]!.certificate
    return { id, host, certificate }
  }

  test('a new domain shows none until the proxy has got one, and what keeps it from one', async () => {
    const { id, host, certificate } = await school()
    expect(await certificate()).toEqual({
      status: 'none',
      expires_at: null,
      checked_at: null,
      problem: null,
    })
    expect(await look(30_000)).not.toContain(host)
    expect(await look(30_000)).toContain(host)
    expect(await certificate()).toMatchObject({
      status: 'none',
      problem: 'no_connection',
      checked_at: timeIn(0),
    })
    seen.set(host, {
      validFrom: new Date(world.now - hour),
      validTo: new Date(world.now + 90 * day),
      refused: null,
    })
    const expires_at = timeIn(90 * day)
    expect(await look(minute)).toContain(host)
    expect(await certificate()).toEqual({ status: 'valid', expires_at, checked_at: timeIn(0), problem: null })
    const { data } = await world.domains(id).list()
    expect(data).toMatchObject([{ version: 1 }])
  })

  test('a valid one is looked at once a day, and found expiring once its renewal has failed', async () => {
    const { host, certificate } = await school()
    seen.set(host, {
      validFrom: new Date(world.now),
      validTo: new Date(world.now + 90 * day),
      refused: null,
    })
    expect(await look(minute)).toContain(host)
    expect(await look(23 * hour)).not.toContain(host)
    expect(await look(hour)).toContain(host)
    await look(80 * day)
    expect(await certificate()).toMatchObject({ status: 'expiring' })
    await look(10 * day)
    expect(await certificate()).toMatchObject({ status: 'expired' })
  })

  test('a pending domain, and a name that is not in public DNS, are not connected to', async () => {
    const { id } = await school()
    const pending = world.newHost()
    await world.domains(id).add({ body: { host: pending } })
    const local = `${world.newHost().split('.')[0]}.internal`
    await world.registry.addDomain({ path: { id }, body: { host: local } })
    const checkedHosts = await look(day)
    expect(checkedHosts).not.toContain(pending)
    expect(checkedHosts).not.toContain(local)
  })
})
