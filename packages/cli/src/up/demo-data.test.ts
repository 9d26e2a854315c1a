import { courseOfGroup, demoCourses } from './demo-courses.ts'
import { demoGroups, demoOffers, demoOrders, demoPeople } from './demo-data.ts'

describe('the demo school’s data', () => {
  test('nobody shares an e-mail or a phone', () => {
    expect(demoPeople.length).toBeGreaterThanOrEqual(100)
    expect(new Set(demoPeople.map(({ email }) => email)).size).toBe(demoPeople.length)
    expect(new Set(demoPeople.map(({ phone }) => phone)).size).toBe(demoPeople.length)
  })

  test('orders contain students and active offers, in one currency each', () => {
    for (const { person, items } of demoOrders) {
      expect(demoPeople[person]?.role).toBe('student')
      const offers = items.map(({ offer }) => demoOffers[offer]!)
      expect(offers.every(({ status }) => status === 'active')).toBe(true)
      expect(new Set(offers.map(({ currency }) => currency)).size).toBe(1)
    }
  })

  test('orders have all final states', () => {
    expect(new Set(demoOrders.map(({ end }) => end))).toEqual(
      new Set(['paid', 'canceled', 'waiting', 'free']),
    )
  })

  test('each course is studied in a flow that somebody can buy a place in', () => {
    expect(Object.keys(courseOfGroup).every(name => demoGroups.some(group => group === name))).toBe(true)
    const sold = new Set(
      demoOffers.flatMap(({ items }) => items.map(({ group }) => courseOfGroup[group ?? ''])),
    )
    for (const { title } of demoCourses) expect(sold).toContain(title)
  })
})
