import { noCost } from '@lms/contract'
import { Spending } from './spending.ts'

let told: string[] = []
let spending: Spending
beforeEach(() => {
  told = []
  spending = new Spending(message => void told.push(message))
})

test('what schools spend in a moment is told together', () => {
  spending.add('a', { ...noCost, event: 2 })
  spending.add('b', { ...noCost, task: 1 })
  spending.add('a', { ...noCost, event: 1, delivery: 4 })
  expect(told).toEqual([])
  spending.flush()
  expect(told.map(message => JSON.parse(message))).toEqual([
    { a: { event: 3, delivery: 4, task: 0 }, b: { event: 0, delivery: 0, task: 1 } },
  ])
})

test('nothing spent is nothing told, and nothing is told twice', () => {
  spending.add('a', noCost)
  spending.flush()
  expect(told).toEqual([])
  spending.add('a', { ...noCost, event: 1 })
  spending.flush()
  spending.flush()
  expect(told).toHaveLength(1)
})
