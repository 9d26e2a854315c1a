import { z } from 'zod'
import { mergeSettings, settingsChange, settingsGroup } from './settings.ts'

const section = z.object({
  orders: settingsGroup({
    hours: z.int().nullable().default(null),
    days: z.array(z.int()).default([1, 2]).describe('Days.'),
    seller: settingsGroup({ name: z.string().default('School'), city: z.string().nullable().default(null) }),
  }),
  window: settingsGroup({ most: z.object({ a: z.int(), b: z.int() }).nullable().default(null) }),
})

test('a school that has set nothing has the defaults', () => {
  expect(section.parse({})).toEqual({
    orders: { hours: null, days: [1, 2], seller: { name: 'School', city: null } },
    window: { most: null },
  })
})

test.each([
  [{}, {}],
  [{ orders: {} }, { orders: {} }],
  [{ orders: { hours: 3 } }, { orders: { hours: 3 } }],
  [{ orders: { seller: { city: 'Rome' } } }, { orders: { seller: { city: 'Rome' } } }],
  [{ window: { most: null } }, { window: { most: null } }],
])('a change may have any part of the section, and no default comes with it: %j', (change, read) => {
  expect(settingsChange(section).parse(change)).toEqual(read)
})

test.each([
  [{ other: {} }, ''],
  [{ orders: { seller: { street: 'x' } } }, 'orders.seller'],
  [{ orders: null }, 'orders'],
  [{ orders: { days: null } }, 'orders.days'],
  [{ orders: { hours: '3' } }, 'orders.hours'],
  [{ window: { most: { a: 1 } } }, 'window.most.b'],
])('what the section does not have, or has in another form, is no change: %j', (change, expectedPath) => {
  const { error } = settingsChange(section).safeParse(change)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([expectedPath])
})

test.each([
  [{ orders: { hours: 3 } }, { orders: { days: [] } }, { orders: { hours: 3, days: [] } }],
  [{ orders: { hours: 3 } }, { orders: { hours: null } }, { orders: { hours: null } }],
  [{ orders: { days: [1, 2, 3] } }, { orders: { days: [4] } }, { orders: { days: [4] } }],
  [
    { orders: { seller: { name: 'A' } } },
    { orders: { seller: { city: 'Rome' } } },
    { orders: { seller: { name: 'A', city: 'Rome' } } },
  ],
  [
    { window: { most: { a: 1, b: 1 } } },
    { window: { most: { a: 2, b: 2 } } },
    { window: { most: { a: 2, b: 2 } } },
  ],
  [{ window: { most: { a: 1, b: 1 } } }, { window: { most: null } }, { window: { most: null } }],
])('%j with %j is %j', (present, change, merged) => {
  const before = structuredClone(present)
  expect(mergeSettings(section, present, change)).toEqual(merged)
  expect(present).toEqual(before)
})

test('a change shows the description and the default of each value', () => {
  const { properties } = z.toJSONSchema(settingsChange(section)) as any
  expect(properties.orders.properties.days).toMatchObject({ description: 'Days.', default: [1, 2] })
})
