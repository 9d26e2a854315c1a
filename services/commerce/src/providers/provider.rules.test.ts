import { offeredFor } from './provider.rules.ts'

const provider = (id: string, fields: object = {}) => ({
  id,
  active: true,
  mode: 'test' as const,
  position: 1,
  currencies: [] as string[],
  ...fields,
})
const offered = (...providers: ReturnType<typeof provider>[]) =>
  offeredFor('EUR', providers).map(({ id }) => id)

test.each([
  [
    'in the order of their positions, then of their making',
    [provider('b', { position: 2 }), provider('c'), provider('a')],
    ['a', 'c', 'b'],
  ],
  ['without inactive ones', [provider('a', { active: false }), provider('b')], ['b']],
  [
    'without those of other currencies',
    [provider('a', { currencies: ['USD'] }), provider('b', { currencies: ['EUR'] })],
    ['b'],
  ],
  ['without test ones beside an active live one', [provider('a'), provider('b', { mode: 'live' })], ['b']],
  [
    'with test ones beside an inactive live one',
    [provider('a'), provider('b', { mode: 'live', active: false })],
    ['a'],
  ],
  [
    'without test ones even if no live one takes the currency',
    [provider('a'), provider('b', { mode: 'live', currencies: ['USD'] })],
    [],
  ],
])('the page offers connections %s', (_, providers, ids) => {
  expect(offered(...providers)).toEqual(ids)
})
