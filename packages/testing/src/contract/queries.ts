// Arbitrary list queries: declared parameters with good and bad values, and noise.
import type { ListSpec } from '@lms/contract'
import fc from 'fast-check'

const noise = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }))

const values = fc.oneof(
  noise,
  fc.constantFrom(
    '',
    ',',
    '0',
    '-1',
    '1',
    '2147483648',
    '9223372036854775808',
    '1e9',
    'true',
    'null',
    'NaN',
    '\u0000',
  ),
  fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59+23:59'),
  fc.constantFrom("'; drop table users; --", '%', '\\', '{}', 'id', '-created_at', 'created_at,-created_at'),
  fc.constantFrom('WyJhIl0.AAAAAAAAAAAAAAAA', '.', 'a.b.c'),
)

/** `?…` for a list: the answer is always 200. */
export function anyQuery(spec: ListSpec): fc.Arbitrary<string> {
  const filters = Object.keys(spec.filters)
  const ranged = filters.flatMap(name =>
    ['gt', 'gte', 'lt', 'lte', 'in', ''].map(bound => `${name}[${bound}]`),
  )
  const parameters = ['limit', 'cursor', 'sort', 'fields', 'expand', 'q', ...filters, ...ranged]
  const words = [...spec.sorts, ...Object.keys(spec.expands ?? {}), ...statesOf(spec)]
  const names = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...parameters) },
    { weight: 1, arbitrary: noise },
  )
  const value = words.length ? fc.oneof(values, fc.constantFrom(...words)) : values
  const pair = fc.tuple(names, value).map(([name, text]) => `${encode(name)}=${encode(text)}`)
  const raw = fc.stringMatching(/^[ -~]{0,40}$/).map(text => text.replace(/[#\s]/g, ''))
  return fc
    .array(fc.oneof({ weight: 9, arbitrary: pair }, { weight: 1, arbitrary: raw }), { maxLength: 6 })
    .map(parts => `?${parts.join('&')}`)
}

const statesOf = ({ filters }: ListSpec) =>
  Object.values(filters).flatMap(filter => (filter.kind === 'state' ? filter.values : []))

/** A lone surrogate has no UTF-8 encoding; a browser sends a replacement character. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
