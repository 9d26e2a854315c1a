import { isId, newId } from '@lms/contract'
import { timeOfId } from '@lms/service-host'
import fc from 'fast-check'
import { deliveryIdOf, placeOfDelivery } from './delivery-id.ts'

const position = fc.record({
  enteredAt: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  number: fc.integer({ min: 1, max: 2 ** 30 - 1 }),
  sequence: fc.integer({ min: 1, max: 2 ** 44 - 1 }),
})

test('an id is a TypeID with its time, its channel and its event', () => {
  fc.assert(
    fc.property(position, input => {
      const id = deliveryIdOf(input)
      expect(isId('dlv', id)).toBe(true)
      expect(timeOfId(id).getTime()).toBe(input.enteredAt)
      expect(placeOfDelivery(id)).toEqual(input)
    }),
  )
})

test('ids of one channel sort like its events', () => {
  fc.assert(
    fc.property(position, position, (one, other) => {
      const later = { ...other, number: one.number, enteredAt: one.enteredAt }
      fc.pre(later.sequence > one.sequence)
      expect(deliveryIdOf(later) > deliveryIdOf(one)).toBe(true)
      const next = { ...one, enteredAt: one.enteredAt + 1, sequence: 1 }
      expect(deliveryIdOf(next) > deliveryIdOf(one)).toBe(true)
    }),
  )
})

test('version and variant are where the library puts them', () => {
  const form = /^dlv_.{10}[ef]..[89abrstv].{12}$/
  expect(newId('dlv')).toMatch(form)
  expect(deliveryIdOf({ enteredAt: Date.now(), number: 2 ** 30 - 1, sequence: 2 ** 44 - 1 })).toMatch(form)
})
