import { noCost } from '@lms/contract'
import { Spending } from './spending.ts'

let published: string[] = []
let spending: Spending
beforeEach(() => {
  published = []
  spending = new Spending(message => void published.push(message))
})

test('the spending of schools within a moment is published together', () => {
  spending.add('a', { ...noCost, event: 2 })
  spending.add('b', { ...noCost, task: 1 })
  spending.add('a', { ...noCost, event: 1, delivery: 4 })
  expect(published).toEqual([])
  spending.flush()
  expect(published.map(message => JSON.parse(message))).toEqual([
    { a: { event: 3, delivery: 4, task: 0 }, b: { event: 0, delivery: 0, task: 1 } },
  ])
})

test('no spending is not published, and nothing is published twice', () => {
  spending.add('a', noCost)
  spending.flush()
  expect(published).toEqual([])
  spending.add('a', { ...noCost, event: 1 })
  spending.flush()
  spending.flush()
  expect(published).toHaveLength(1)
})
