import { offeredFor, takesOrder } from './provider.rules.ts'

const provider = (id: string, fields: object = {}) => ({
  id,
  kind: 'stripe' as const,
  active: true,
  mode: 'test' as const,
  position: 1,
  currencies: [] as string[],
  ...fields,
})
const offered = (mode: 'test' | 'live', ...providers: ReturnType<typeof provider>[]) =>
  offeredFor('EUR', mode, providers).map(({ id }) => id)

const live = { mode: 'live' }
const manual = { ...live, kind: 'manual' }
test.each([
  [
    'in the order of their positions, then of their making',
    [provider('b', { position: 2 }), provider('c'), provider('a')],
    ['a', 'c', 'b'],
    [],
  ],
  ['without inactive ones', [provider('a', { active: false }), provider('b')], ['b'], []],
  [
    'without those of other currencies',
    [provider('a', { currencies: ['USD'] }), provider('b', { currencies: ['EUR'] })],
    ['b'],
    [],
  ],
  ['of the mode of the school', [provider('a'), provider('b', live)], ['a'], ['b']],
  [
    'of the other mode never, also if no other is active',
    [provider('a'), provider('b', { ...live, active: false })],
    ['a'],
    [],
  ],
  ['of money by hand in both modes', [provider('a', manual)], ['a'], ['a']],
])('the page offers connections %s', (_, providers, inTest, inLive) => {
  expect(offered('test', ...providers)).toEqual(inTest)
  expect(offered('live', ...providers)).toEqual(inLive)
})

test('test money and real money never pay one order', () => {
  const unpaid = { test: false, paid_amount: 0, refunded_amount: 0 }
  const part = { ...unpaid, paid_amount: 100 }
  expect([unpaid, part, { ...part, test: true }].map(order => takesOrder({ mode: 'test' }, order))).toEqual([
    true,
    false,
    true,
  ])
  expect([unpaid, part, { ...part, test: true }].map(order => takesOrder({ mode: 'live' }, order))).toEqual([
    true,
    true,
    false,
  ])
})
