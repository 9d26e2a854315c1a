import { Refused } from '@lms/contract'
import type { CustomField, FieldType } from './field.contract.ts'
import {
  checkOptions,
  checkValues,
  type FieldValue,
  newValues,
  queriedKey,
  valueKeys,
} from './field.rules.ts'

const field = (type: FieldType, options: string[] = [], status: CustomField['status'] = 'active') =>
  ({ name: 'f', type, options, status }) as CustomField
const refusalOf = (work: () => void) => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Refused ? error : Promise.reject(error)
  }
}

test.each<[FieldType, string[], FieldValue, boolean]>([
  ['text', [], 'Bonn', true],
  ['text', [], 7, false],
  ['text', [], ['a'], false],
  ['number', [], 7.5, true],
  ['number', [], '7', false],
  ['boolean', [], false, true],
  ['boolean', [], 'false', false],
  ['date', [], '2028-02-29', true],
  ['date', [], '2026-02-29', false],
  ['date', [], '2026-2-1', false],
  ['date', [], '2026-02-01T00:00:00Z', false],
  ['choice', ['a', 'b'], 'a', true],
  ['choice', ['a', 'b'], 'c', false],
  ['choice', ['a', 'b'], ['a'], false],
  ['multi_choice', ['a', 'b'], ['b', 'a'], true],
  ['multi_choice', ['a', 'b'], [], true],
  ['multi_choice', ['a', 'b'], ['a', 'a'], false],
  ['multi_choice', ['a', 'b'], ['c'], false],
  ['multi_choice', ['a', 'b'], 'a', false],
  ['number', [], null, true],
])('a %s of options %j accepts %j: %s', (type, options, value, fits) => {
  const refused = refusalOf(() => checkValues({ f: value }, [field(type, options)]))
  expect(refused === null).toBe(fits)
})

test('every refused value is named', () => {
  const values = { f: 'x', gone: 1, other: true }
  const fields = [field('number'), { ...field('number', [], 'archived'), name: 'gone' }]
  expect(refusalOf(() => checkValues(values, fields))).toMatchObject({
    refusal: { reason: 'custom_field_refused', status: 422 },
    details: [
      { path: 'body.custom_fields.f', message: 'must be a number' },
      { path: 'body.custom_fields.gone', message: expect.stringContaining('archived') },
      { path: 'body.custom_fields.other', message: expect.stringContaining('no such') },
    ],
  })
})

test('an unchanged value is no new value', () => {
  const present = { city: 'Bonn', langs: ['de', 'en'] }
  expect(newValues({ city: 'Bonn', langs: ['de'], gone: null, age: 7 }, present)).toEqual({
    langs: ['de'],
    age: 7,
  })
  expect(newValues({ city: null }, present)).toEqual({ city: null })
})

test.each<[FieldType, string[], boolean]>([
  ['choice', ['a'], true],
  ['choice', [], false],
  ['choice', ['a', 'a'], false],
  ['multi_choice', ['a', 'b'], true],
  ['text', [], true],
  ['text', ['a'], false],
])('a %s may have the options %j: %s', (type, options, fits) => {
  expect(refusalOf(() => checkOptions(type, options)) === null).toBe(fits)
})

test.each<[FieldType, FieldValue, string, boolean]>([
  ['text', 'Bonn', 'Bonn', true],
  ['text', 'Bonn', 'bonn', false],
  ['text', 'ü'.repeat(500), 'ü'.repeat(500), true],
  ['text', 'ü'.repeat(500), 'ü'.repeat(499), false],
  ['number', 1.5, '1.50', true],
  ['number', 1000, '1e3', true],
  ['boolean', true, 'true', true],
  ['date', '2026-11-21', '2026-11-21', true],
  ['multi_choice', ['a', 'b'], 'b', true],
  ['multi_choice', ['a', 'b'], 'c', false],
  ['multi_choice', [], 'a', false],
])('a %s of %j is found by %s: %s', (type, value, query, expected) => {
  expect(valueKeys(value).includes(queriedKey(type, query) ?? '')).toBe(expected)
  for (const key of valueKeys(value)) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(200)
})

test.each<[FieldType, string]>([
  ['number', 'seven'],
  ['number', ''],
  ['boolean', 'yes'],
  ['date', 'today'],
  ['text', '\u0000'],
])('a %s is never %j', (type, query) => {
  expect(queriedKey(type, query)).toBeNull()
})
