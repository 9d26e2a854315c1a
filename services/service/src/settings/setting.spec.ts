import { type Caller, contract, newId, settingsGroup } from '@lms/contract'
import { defineService, inSchool, migration, rowSecurity, settingsStoreOf } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { z } from 'zod'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'

const ShopSettings = z
  .object({
    orders: settingsGroup({
      hours: z.int().min(1).nullable().default(null),
      least: z.int().default(1),
      most: z.int().default(10),
      seller: settingsGroup({ name: z.string().nullable().default(null), city: z.string().default('Rome') }),
    }),
    links: settingsGroup({ days: z.int().default(30) }),
  })
  .refine(({ orders }) => orders.least <= orders.most, {
    path: ['orders', 'least'],
    message: 'must not exceed most',
  })
const defaults = ShopSettings.parse({})

const Settings = settingsStoreOf('shop', ShopSettings)
const builder = defineService({ settings: Settings })
const shop = builder.build({
  contract: contract({ service: 'shop', area: 'Shop', resources: {}, settings: ShopSettings }),
  migrations: async () => [
    migration(
      '001-settings',
      `create table shop.settings (school_id text collate "C" primary key, "values" jsonb not null,
         version int not null, updated_at timestamptz(3) not null);
       ${rowSecurity('shop', 'settings')}`,
    ),
  ],
})

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [shop, serviceService] })
})
afterAll(() => system.stop())

const settingsOf = (caller: Caller) => system.client('service', serviceContract.resources, caller).settings

function school() {
  const caller = system.caller()
  const settings = settingsOf(caller)
  const change = (values: object, headers: { ifMatch?: string; idempotencyKey?: string } = {}) =>
    settings.update({ body: { id: 'shop', values: values as Record<string, unknown> }, ...headers })
  const section = async () => (await settings.list()).data.find(({ id }) => id === 'shop')!
  /** As the service itself reads them. */
  const read = () =>
    inSchool(caller.school, system.services.shop!.runtime, ({ work }) => new Settings(work).get())
  return { caller, settings, change, section, read }
}

describe('settings', () => {
  test('have their defaults until the school sets them, and a change leaves the others', async () => {
    const { change, section, read } = school()
    expect(await section()).toEqual({ id: 'shop', values: defaults, version: 1, updated_at: null })
    expect(await read()).toEqual(defaults)
    await change({ orders: { hours: 24, seller: { name: 'Ann' } } })
    const changed = await change({ orders: { seller: { city: 'Bonn' } }, links: { days: 7 } })
    const orders = { ...defaults.orders, hours: 24, seller: { name: 'Ann', city: 'Bonn' } }
    expect(changed).toMatchObject({ id: 'shop', values: { orders, links: { days: 7 } }, version: 3 })
    expect(await section()).toEqual(changed)
    expect(await read()).toEqual(changed.values)
    expect(await change({ orders: { hours: null } })).toMatchObject({ values: { orders: { hours: null } } })
  })

  test('are shown for one section alone, whose service alone is asked', async () => {
    const { settings, section } = school()
    expect((await settings.list({ query: { id: 'shop' } })).data).toEqual([await section()])
    expect(await settings.list({ query: { id: 'nobody' } })).toMatchObject({ data: [], next_cursor: null })
  })

  test('a change that changes nothing leaves the version', async () => {
    const { change, section } = school()
    expect(await change({})).toMatchObject({ version: 1 })
    expect(await change({ links: { days: 30 } })).toMatchObject({ version: 1, updated_at: null })
    expect(await section()).toMatchObject({ version: 1 })
  })

  test.each([
    [{ other: {} }, 'body.values'],
    [{ orders: { other: 1 } }, 'body.values.orders'],
    [{ orders: { seller: { name: 3 } } }, 'body.values.orders.seller.name'],
    [{ orders: { most: null }, links: { days: 7 } }, 'body.values.orders.most'],
  ])('%j is refused as no part of the section, and nothing changes', async (values, path) => {
    const { change, section } = school()
    const refusal = { status: 400, reason: 'invalid_body', details: [{ path }] }
    await expect(change(values)).rejects.toMatchObject(refusal)
    expect(await section()).toMatchObject({ values: defaults, version: 1 })
  })

  test('settings that contradict each other after the change are refused', async () => {
    const { change, section } = school()
    await change({ orders: { most: 3 } })
    await expect(change({ orders: { least: 4 } })).rejects.toMatchObject({
      status: 422,
      reason: 'settings_invalid',
      details: [{ path: 'body.values.orders.least', message: 'must not exceed most' }],
    })
    expect(await section()).toMatchObject({ version: 2 })
  })

  test.each(['service', 'nobody', '__proto__'])('a section %s does not exist', async id => {
    const changing = school().settings.update({ body: { id, values: {} } })
    await expect(changing).rejects.toMatchObject({ status: 422, reason: 'settings_section_unknown' })
  })

  test('If-Match of another version is refused', async () => {
    const { change } = school()
    await change({ links: { days: 7 } }, { ifMatch: '"v1"' })
    await expect(change({ links: { days: 8 } }, { ifMatch: '"v1"' })).rejects.toMatchObject({
      status: 409,
      reason: 'version_mismatch',
    })
    expect(await change({ links: { days: 8 } }, { ifMatch: '"v2"' })).toMatchObject({ version: 3 })
  })

  test('changes at one moment lose nothing of each other', async () => {
    const { change, section } = school()
    await Promise.all([
      change({ orders: { hours: 5 } }),
      change({ orders: { most: 20 } }),
      change({ orders: { seller: { name: 'Ann' } } }),
      change({ links: { days: 7 } }),
    ])
    const { values, version } = await section()
    expect(values).toMatchObject({
      orders: { hours: 5, most: 20, seller: { name: 'Ann' } },
      links: { days: 7 },
    })
    expect(version).toBe(5)
  })

  test("another school's settings stay as they are", async () => {
    const [here, there] = [school(), school()]
    await here.change({ links: { days: 7 } })
    expect(await there.section()).toMatchObject({ values: defaults, version: 1 })
    expect(await there.read()).toEqual(defaults)
  })

  test('a repetition under one key gets the first answer, and undoes no later change', async () => {
    const { change, section } = school()
    const idempotencyKey = newId('evt')
    const first = await change({ links: { days: 7 } }, { idempotencyKey })
    await change({ links: { days: 8 } })
    expect(await change({ links: { days: 7 } }, { idempotencyKey })).toEqual(first)
    expect(await section()).toMatchObject({ values: { links: { days: 8 } }, version: 3 })
    await expect(change({ links: { days: 9 } }, { idempotencyKey })).rejects.toMatchObject({
      status: 422,
      reason: 'idempotency_key_reused',
    })
  })

  test('while their service is away a change is refused and the list says so', async () => {
    const { settings, change } = school()
    await system.services.shop!.stop()
    expect((await settings.list()).warnings).toEqual([expect.stringContaining('shop is unavailable')])
    const idempotencyKey = newId('evt')
    for (let again = 0; again < 2; again++)
      await expect(change({ links: { days: 7 } }, { idempotencyKey })).rejects.toMatchObject({
        refusal: { status: 503, reason: 'unavailable' },
      })
  })

  test('are refused if they are nested deeper than any setting is', async () => {
    const { change } = school()
    const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    await expect(change({ orders: deep(2000) })).rejects.toMatchObject({
      status: 400,
      reason: 'invalid_body',
    })
    await expect(change({ orders: deep(25) })).rejects.toMatchObject({
      status: 400,
      reason: 'invalid_body',
      details: [{ path: 'body.values', message: expect.stringContaining('20 levels') }],
    })
  })
})
