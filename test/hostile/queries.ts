// Queries: matching ones for the parameters of an operation, and arbitrary ones.
import fc from 'fast-check'
import type { Parameter } from './document.ts'
import { fitting, validId } from './values.ts'

const encode = (text: unknown) => encodeURIComponent(String(text).toWellFormed())
const oddValue = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ',,,',
    '0',
    '-0',
    '-1',
    '1e400',
    '2147483648',
    '9223372036854775808',
    'NaN',
    'null',
  ),
  fc.constantFrom('%', '%zz', '%00', '%ff', '%c0%ae', '%ed%a0%80', '%F0%9F%98%80', '+', '%2525', '[]', '{}'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'id',
    '-created_at',
    'items.amount',
    '*',
    '.',
    '..',
  ),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59%2B23:59',
    '2026-01-01',
  ),
  fc.constantFrom(
    "'%3B--",
    '%25_%25',
    '%5C',
    'a'.repeat(3000),
    'x,'.repeat(2000),
    'WyJhIl0.AAAAAAAAAAAAAAAA',
  ),
  fc.constantFrom('usr', 'off', 'ord', 'whk', 'evt').chain(validId),
  fc.constantFrom('~ours.cursor.0~', '~ours.cursor.7~', '~theirs.cursor.1~', '~ours.cursor.3~x'),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map(codes => encode(String.fromCharCode(...codes))),
)
const oddName = fc.constantFrom(
  'cursor',
  'limit',
  'fields',
  'expand',
  'sort',
  'q',
  '__proto__',
  'constructor',
  'toString',
  'created_at[in]',
  'created_at[gte][lt]',
  'created_at[',
  'a[b][c]',
  '%00',
  '',
  'school_id',
)

/** A fitting value as a query writes it; smaller pages than 50 keep a run short. */
function fittingQuery({ name, schema }: Parameter): fc.Arbitrary<string> {
  if (name === 'limit') return fc.constantFrom('1', '2', '5', '10')
  if (name === 'cursor') return fc.nat(20).map(number => `~ours.cursor.${number}~`)
  if (name === 'fields') return fc.constantFrom('id', 'id,created_at', 'id,status,nothing')
  return fitting(schema).map(value => (Array.isArray(value) ? value.map(encode).join(',') : encode(value)))
}

/** Any query for an operation with these parameters: one that fits, or anything. */
export function queryOf(
  parameters: readonly Parameter[],
  hostility: 'fitting' | 'odd',
): fc.Arbitrary<string> {
  const queryParameters = parameters.filter(one => one.in === 'query')
  if (queryParameters.length === 0)
    return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: odd() })
  const fits = fc.oneof(
    ...queryParameters.map(one => fittingQuery(one).map(text => `${encodeURIComponent(one.name)}=${text}`)),
  )
  const short = fc.array(fits, { maxLength: 3 }).map(parts => `?${['limit=5', ...parts].join('&')}`)
  return hostility === 'fitting' ? short : odd(queryParameters.map(one => one.name))
}

function odd(names: readonly string[] = ['limit']): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: oddName },
  )
  const pair = fc.tuple(name, oddValue).map(([key, value]) => `${key}=${value}`)
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.array(pair, { minLength: 1, maxLength: 5 }).map(parts => `?${parts.join('&')}`),
    },
    { weight: 2, arbitrary: pair.map(one => `?${`${one.slice(0, 60)}&`.repeat(40)}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '?',
        '??',
        '?&&&',
        '?=',
        '?%',
        `?q=${'a'.repeat(12_000)}`,
        `?${'a&'.repeat(5000)}`,
      ),
    },
  )
}
