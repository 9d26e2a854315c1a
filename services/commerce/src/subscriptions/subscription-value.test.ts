import { month, start, subscription, year } from '../testing/subscription.ts'
import { type Value, valuesWith } from './subscription-value.ts'

const now = '2025-03-01T00:00:00.000+00:00'
const offer_id = subscription().offer_id
const value = (of: number, fields: Partial<Value> = {}): Value => ({
  ...{ at: start, value: of, interval: month, offer_id, order_id: null },
  ...fields,
})
const row = (fields: object) => subscription({ offer_id, order_id: null, ...fields })

test.each([
  ['a paid beginning', row({}), [value(4900, { at: now })]],
  ['free days', row({ status: 'trialing', period_value: 0 }), []],
  ['a first charge on its way', row({ status: 'past_due', period_value: 0 }), []],
  ['a renewal', row({ value_history: [value(4900)] }), [value(4900)]],
  [
    'a failed renewal',
    row({ status: 'past_due', value_history: [value(4900)] }),
    [value(4900), value(0, { at: now })],
  ],
  ['a pause', row({ status: 'paused', value_history: [value(4900)] }), [value(4900), value(0, { at: now })]],
  [
    'the end of one that has failed before',
    row({ status: 'canceled', value_history: [value(4900), value(0)] }),
    [value(4900), value(0)],
  ],
  [
    'another price',
    row({ period_value: 9900, value_history: [value(4900)] }),
    [value(4900), value(9900, { at: now })],
  ],
  [
    'a year in place of a month for the same money',
    row({ interval: year, value_history: [value(4900)] }),
    [value(4900), value(4900, { at: now, interval: year })],
  ],
])('%s', (_, given, history) => expect(valuesWith(given, now)).toEqual(history))

test('a history has an end', () => {
  let history: readonly Value[] = []
  for (let turn = 0; turn < 2000; turn++)
    history = valuesWith(row({ period_value: turn + 1, value_history: history }), now)
  expect([history.length, history.at(-1)!.value]).toEqual([500, 2000])
})
