import { newId } from '@lms/contract'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [commerceService] })
})
afterAll(() => system.stop())

const owner = (sql: string, values: unknown[]) =>
  asOwner(system.ownerUrl, client => client.query(sql, values))
const school = () => system.client('commerce', commerceContract.resources, system.caller())

test('a hundred thousand different codes with one use each are generated, and share what was asked for', async () => {
  const api = school()
  const common = { kind: 'percent', percent: 20, expires_at: '2030-01-01T00:00:00.000+00:00' } as const
  const batch = await api.promoCodes.generate({ body: { ...common, count: 100_000, prefix: 'SPRING-' } })
  expect(batch).toMatchObject({ status: 'queued', count: 100_000 })
  await eventually(
    'all codes',
    async () => {
      const { rows } = await owner(
        `select count(distinct code)::int as codes, bool_and(code ~ '^SPRING-[2-9A-Z]{10}$') as formed
         from commerce.promo_codes where batch_id = $1`,
        [batch.id],
      )
      expect(rows).toEqual([{ codes: 100_000, formed: true }])
      return true
    },
    120_000,
  )
  const { data } = await api.promoCodes.list({ query: { batch_id: batch.id, limit: '2' } })
  expect(data).toHaveLength(2)
  expect(data[0]).toMatchObject({ ...common, max_uses: 1, uses_count: 0, active: true, batch_id: batch.id })
  expect(data[0]!.code).not.toBe(data[1]!.code)
  // Its row is gone: the codes themselves now keep their offers.
  await eventually('the end of the batch', async () => {
    const { rows } = await owner('select 1 from commerce.promo_code_batches where id = $1', [batch.id])
    return rows.length === 0
  })
}, 300_000)

test('codes that do not fit, or name an unknown offer, are not generated', async () => {
  const api = school()
  await expect(
    api.promoCodes.generate({ body: { count: 5, kind: 'amount', amount_off: 500 } }),
  ).rejects.toMatchObject({ status: 422, reason: 'promo_code_invalid', details: [{ path: 'body.currency' }] })
  await expect(
    api.promoCodes.generate({ body: { count: 5, kind: 'gift', gift_offer_id: newId('off') } }),
  ).rejects.toMatchObject({ status: 422, reason: 'promo_offer_unknown' })
})

test('generated codes have a maximum of their own, which counts those that are still to come', async () => {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const percent = { kind: 'percent', percent: 5 } as const
  await owner(
    `insert into commerce.promo_code_batches (school_id, id, count, template) values ($1, $2, 999990, '{}')`,
    [caller.school, newId('job')],
  )
  await api.promoCodes.generate({ body: { ...percent, count: 10 } })
  await expect(api.promoCodes.generate({ body: { ...percent, count: 1 } })).rejects.toMatchObject({
    status: 409,
    reason: 'generated_codes_limit_reached',
  })
  await api.promoCodes.create({ body: { ...percent, code: 'BY-HAND' } })
})
