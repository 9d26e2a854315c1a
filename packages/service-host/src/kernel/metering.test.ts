import { noCost } from '@lms/contract'
import { Metering } from './metering.ts'

let published: string[] = []
let metering: Metering
beforeEach(() => {
  published = []
  metering = new Metering(message => void published.push(message))
})

test('the usage of schools within a moment is published together', () => {
  metering.add('a', { ...noCost, event: 2 })
  metering.add('b', { ...noCost, task: 1 })
  metering.add('a', { ...noCost, event: 1, delivery: 4 })
  expect(published).toEqual([])
  metering.flush()
  expect(published.map(message => JSON.parse(message))).toEqual([
    { a: { event: 3, delivery: 4, task: 0 }, b: { event: 0, delivery: 0, task: 1 } },
  ])
})

test('no spending is not published, and nothing is published twice', () => {
  metering.add('a', noCost)
  metering.flush()
  expect(published).toEqual([])
  metering.add('a', { ...noCost, event: 1 })
  metering.flush()
  metering.flush()
  expect(published).toHaveLength(1)
})
