import { asOwner, eventually } from '@lms/testing'
import { giveDomain } from '../domains/domain-activation.ts'
import { inOneSchool } from '../schools/in-one-school.ts'
import { type Claims, startClaims } from '../testing/claims.ts'

describe('a name below a domain', () => {
  let world: Claims
  beforeAll(async () => {
    world = await startClaims()
  })
  afterAll(() => world.stop())
  afterEach(() => world.clear())
  const newSchool = (...hosts: string[]) => world.newSchool(...hosts)
  const domains = (school: string) => world.domains(school)
  const add = (school: string, host: string) => domains(school).add({ body: { host } })
  const refused = (school: string, host: string) =>
    expect(add(school, host)).rejects.toMatchObject({ status: 409, reason: 'domain_taken' })
  const ownerOf = (host: string) =>
    world.resolved(host).then(
      ({ school_id }) => school_id,
      () => null,
    )
  const setRecord = (host: string, school: string) =>
    world.records.set(`_lms.${host}`, [`lms-school=${school}`])
  /** The hosts that wait for a school's proof. */
  const waiting = async (school: string) =>
    (await domains(school).list({ query: { status: 'pending' } })).data.map(({ host }) => host)

  test("belongs to the domain's school only", async () => {
    const host = world.newHost()
    const school = await newSchool(host)
    const other = await newSchool()
    for (const takenHost of [host, `shop.${host}`, `a.shop.${host}`]) await refused(other, takenHost)
    expect((await add(other, `not${host}`)).status).toBe('pending')
    expect((await add(school, `shop.${host}`)).status).toBe('pending')
  })

  test('belongs to the school of the nearest domain above, which the platform team has assigned', async () => {
    const host = world.newHost()
    const platform = await newSchool(host)
    const school = await newSchool(`blue.${host}`)
    expect((await add(school, `shop.blue.${host}`)).status).toBe('pending')
    await refused(platform, `shop.blue.${host}`)
    await refused(school, `red.${host}`)
    setRecord(`shop.blue.${host}`, school)
    await world.look()
    expect(await ownerOf(`shop.blue.${host}`)).toBe(school)
  })

  test('belongs to the school of the nearest domain above, which was proven before the one above it', async () => {
    const host = world.newHost()
    const [school, other] = [await newSchool(), await newSchool()]
    await add(school, `blue.${host}`)
    setRecord(`blue.${host}`, school)
    await world.look()
    await add(school, `shop.blue.${host}`)
    await add(other, host)
    setRecord(host, other)
    await world.look()
    expect(await ownerOf(host)).toBe(other)
    // The claim stands: the domain that decides about it is the school's own.
    expect(await waiting(school)).toEqual([`shop.blue.${host}`])
    setRecord(`shop.blue.${host}`, school)
    await world.look()
    expect(await ownerOf(`shop.blue.${host}`)).toBe(school)
    expect((await add(school, `news.blue.${host}`)).status).toBe('pending')
    await refused(other, `news.blue.${host}`)
  })

  test('no longer belongs to another school once the nearest domain above is a third one’s', async () => {
    const host = world.newHost()
    const platform = await newSchool(host)
    await add(platform, `shop.blue.${host}`)
    await newSchool(`blue.${host}`)
    expect(await waiting(platform)).toEqual([])
  })

  test('that is proven in the same moment as the domain is not activated before it', async () => {
    const host = world.newHost()
    const above = await newSchool()
    const names = Array.from({ length: 9 }, (_, number) => `shop-${number}.${host}`)
    // Older claims by more schools than are looked at in one go: theirs are proven first.
    for (const name of names) {
      const school = await newSchool()
      await add(school, name)
      setRecord(name, school)
    }
    await world.look(5000)
    await add(above, host)
    setRecord(host, above)
    await world.look()
    expect(await ownerOf(host)).toBe(above)
    expect(await Promise.all(names.map(ownerOf))).toEqual(names.map(() => null))
  })

  test('that is proven while the domain becomes another school’s waits for that, and is refused', async () => {
    const host = world.newHost()
    const [above, below] = [await newSchool(), await newSchool()]
    await add(below, `shop.${host}`)
    setRecord(`shop.${host}`, below)
    const [grantSignal, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const giving = inOneSchool(above, world.system.services.site!.runtime, async within => {
      await giveDomain({ host, primary: false }, within)
      grantSignal.resolve()
      await go.promise
    })
    await grantSignal.promise
    const looking = world.look()
    const waits = eventually('the proof to wait for a lock', () =>
      asOwner(world.system.ownerUrl, async owner => {
        const { rowCount } = await owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted`,
        )
        return rowCount === 1
      }),
    )
    await Promise.race([looking, waits])
    go.resolve()
    await Promise.all([giving, looking])
    expect(await ownerOf(host)).toBe(above)
    expect(await ownerOf(`shop.${host}`)).toBeNull()
  })
})
