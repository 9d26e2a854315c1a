import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId } from '@lms/contract'
import { learningService } from '@lms/learning/service'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { inSchool, schoolSettingsOf } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { registry } from '../contract.ts'
import { siteService } from '../service.ts'

const SchoolOfLearning = schoolSettingsOf('learning')

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, commerceService, learningService, serviceService],
  })
})
afterAll(() => system.stop())

test('zone, currency and country of a school are set once, and every area takes them', async () => {
  const host = `${newId('sch').slice(4)}.school.example`
  const { registry: schools } = system.internal('site', { registry })
  const school = (await schools.create({ body: { name: 'Painting school', domains: [host] } })).id
  const caller = system.caller({ school })
  const { settings } = system.client('service', serviceContract.resources, caller)
  const { users } = system.client('users', usersContract.resources, caller)
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const { offers, orders } = commerce
  const { id: user_id } = await users.create({ body: { email: `${newId('usr')}@school.example` } })
  await expect(offers.create({ body: { name: 'Course', amount: 10_000 } })).rejects.toMatchObject({
    ...{ status: 422, reason: 'currency_unset' },
  })
  const rate = { country: 'DE', name: 'VAT', basis_points: 1900, included: true }
  await commerce.taxRates.replace({ body: { rates: [rate] } })
  const values = { time_zone: 'Asia/Tokyo', currency: 'EUR', country: 'DE' }
  await settings.update({ body: { id: 'site', values } })
  const offer = await eventually('the currency of the school', () =>
    offers.create({ body: { name: 'Course', amount: 10_000 } }).catch(() => null),
  )
  const { id } = offer as { id: Id<'off'> }
  expect(offer).toMatchObject({ currency: 'EUR' })
  expect(await orders.create({ body: { user_id, items: [{ offer_id: id }] } })).toMatchObject({
    ...{ currency: 'EUR', country: 'DE', tax_included_amount: 1597 },
  })
  const interval = { unit: 'month', count: 1 } as const
  const body = { amount: 9000, currency: 'EUR', interval }
  const { id: price_id } = await commerce.prices.create({ path: { id }, body })
  expect(await commerce.subscriptions.create({ body: { user_id, price_id } })).toMatchObject({
    time_zone: 'Asia/Tokyo',
  })
  await eventually('learning to know', async () => {
    const { runtime } = system.services.learning!
    return inSchool(school, runtime, async ({ work }) => {
      const { time_zone } = await new SchoolOfLearning(work).get()
      return time_zone === 'Asia/Tokyo'
    })
  })
})
