import { newId } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [commerceService] })
})
afterAll(() => system.stop())

function school() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  type New = Parameters<typeof api.promoCodes.create>[0]['body']
  const percent = (fields: Partial<New> = {}) =>
    api.promoCodes.create({ body: { code: 'SPRING', kind: 'percent', percent: 20, ...fields } })
  const offer = () => api.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const change = (id: string, body: Parameters<typeof api.promoCodes.update>[0]['body']) =>
    api.promoCodes.update({ path: { id }, body })
  return { caller, api, percent, offer, change }
}

test('a code is created, found in any case, changed and deleted', async () => {
  const { api, percent, change } = school()
  const createdCode = await percent({ code: 'spring-20', expires_at: '2030-01-01T01:00:00+01:00' })
  expect(createdCode).toMatchObject({
    code: 'SPRING-20',
    amount_off: null,
    offer_ids: [],
    active: true,
    uses_count: 0,
    expires_at: '2030-01-01T00:00:00.000+00:00',
  })
  expect((await api.promoCodes.list({ query: { code: 'Spring-20', active: 'true' } })).data).toEqual([
    createdCode,
  ])
  const off = await change(createdCode.id, { active: false, percent: 30 })
  expect(off).toMatchObject({ active: false, percent: 30, version: 2 })
  await api.promoCodes.delete({ path: { id: createdCode.id } })
  await expect(api.promoCodes.get({ path: { id: createdCode.id } })).rejects.toMatchObject({ status: 404 })
})

test('a code is unique in a school, ignoring case', async () => {
  const { percent, change } = school()
  await percent()
  await expect(percent({ code: 'spring' })).rejects.toMatchObject({ status: 409, reason: 'promo_code_taken' })
  const other = await percent({ code: 'AUTUMN' })
  await expect(change(other.id, { code: 'Spring' })).rejects.toMatchObject({ reason: 'promo_code_taken' })
  await school().percent()
})

test('the benefit of a code matches its kind, also after a change', async () => {
  const { api, percent, change } = school()
  const gift = newId('off')
  const unfit = { status: 422, reason: 'promo_code_invalid' }
  for (const [fields, path] of [
    [{ percent: null }, 'body.percent'],
    [{ amount_off: 100 }, 'body.amount_off'],
    [{ kind: 'amount', percent: null, amount_off: 100 }, 'body.currency'],
    [{ kind: 'gift', percent: null }, 'body.gift_offer_id'],
    [{ gift_offer_id: gift }, 'body.gift_offer_id'],
    [{ starts_at: '2030-01-02T00:00:00Z', expires_at: '2030-01-02T00:00:00Z' }, 'body.expires_at'],
  ] as const)
    await expect(percent(fields)).rejects.toMatchObject({ ...unfit, details: [{ path }] })
  const createdCode = await percent({ starts_at: '2030-01-02T00:00:00Z' })
  await expect(change(createdCode.id, { percent: null })).rejects.toMatchObject(unfit)
  await expect(change(createdCode.id, { expires_at: '2030-01-01T00:00:00Z' })).rejects.toMatchObject(unfit)
  await expect(change(createdCode.id, { kind: 'gift' } as never)).rejects.toMatchObject({ status: 400 })
  expect(await api.promoCodes.get({ path: { id: createdCode.id } })).toEqual(createdCode)
})

test('the offers of a code exist, and cannot be deleted while it references them', async () => {
  const { api, percent, offer, change } = school()
  const [one, gift] = [await offer(), await offer()]
  const stranger = await school().offer()
  await expect(percent({ offer_ids: [one.id, stranger.id] })).rejects.toMatchObject({
    status: 422,
    reason: 'promo_offer_unknown',
    details: [{ path: 'body.offer_ids.1' }],
  })
  const createdCode = await percent({ offer_ids: [one.id, one.id] })
  expect(createdCode.offer_ids).toEqual([one.id])
  expect((await api.promoCodes.list({ query: { offer_id: one.id } })).data).toEqual([createdCode])
  const giving = await percent({ code: 'GIFT', kind: 'gift', percent: null, gift_offer_id: gift.id })
  for (const [{ id }, code] of [
    [one, createdCode],
    [gift, giving],
  ] as const)
    await expect(api.offers.delete({ path: { id } })).rejects.toMatchObject({
      status: 409,
      reason: 'offer_promoted',
      details: [{ message: expect.stringContaining(code.id) }],
    })
  await change(createdCode.id, { offer_ids: [] })
  await api.offers.delete({ path: { id: one.id } })
})

test('an offer is not deleted while an open code references it', async () => {
  const { api, percent, offer } = school()
  for (let round = 0; round < 5; round++) {
    const { id } = await offer()
    const [creation, removed] = await Promise.allSettled([
      percent({ code: `R${round}`, offer_ids: [id] }),
      api.offers.delete({ path: { id } }),
    ])
    expect([creation.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a code that orders have used is not deleted', async () => {
  const { api, percent } = school()
  const { id } = await percent()
  await asOwner(system.ownerUrl, client =>
    client.query('update commerce.promo_codes set uses_count = 1 where id = $1', [id]),
  )
  await expect(api.promoCodes.delete({ path: { id } })).rejects.toMatchObject({
    status: 409,
    reason: 'promo_code_used',
  })
})
