import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'
import { offerFacts } from './facts.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [commerceService] })
})
afterAll(() => system.stop())

test('the facts of offers come in the order of the question, without those of another school', async () => {
  const caller = system.caller()
  const { offers, prices } = system.client('commerce', commerceContract.resources, caller)
  const make = (name: string) => offers.create({ body: { name, amount: 4900, currency: 'EUR' } })
  const [course, talk] = [await make('Course'), await make('Talk')]
  const monthly = await prices.create({
    path: { id: course.id },
    body: { name: 'Monthly', amount: 900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
  })
  const choices = [
    { offer_id: talk.id, price_id: null },
    { offer_id: course.id, price_id: monthly.id },
    { offer_id: talk.id, price_id: monthly.id },
    { offer_id: newId('off'), price_id: null },
    { offer_id: course.id, price_id: null },
  ]
  const ask = (school: string) =>
    system
      .internal('commerce', { offerFacts }, { as: 'site', school })
      .offerFacts.find({ body: { offers: choices } })
  const { offers: foundOffers } = await ask(caller.school)
  expect(foundOffers.map(({ name, amount, variant }) => [name, amount, variant])).toEqual([
    ['Talk', 4900, ''],
    ['Course', 900, 'Monthly'],
    ['Course', 4900, ''],
  ])
  expect((await ask(newId('sch'))).offers).toEqual([])
})
