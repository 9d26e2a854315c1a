// Texts as tables of other programs write them.
import { newId } from '@lms/contract'
import type { CustomField } from '../custom-fields/field.contract.ts'
import { countryOf } from './country.ts'
import { type DayOrder, dayOf, dayOrderOf, momentOf } from './day.ts'
import { languageOf } from './language.ts'
import { phoneOf } from './phone.ts'
import type { Reading } from './reading.ts'
import { readRow } from './row.rules.ts'
import { numberOf, valueIn } from './value.rules.ts'

test.each([
  ['(202) 555-0143', 'US', '+12025550143'],
  ['0171 1234567', 'DE', '+491711234567'],
  ['8 (916) 123-45-67', 'RU', '+79161234567'],
  ['916 123 45 67', 'RU', '+79161234567'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+33 6 12 34 56 78', 'US', '+33612345678'],
  ['8 (916) 123-45-67', 'US', '+79161234567'],
  ['12', 'US', '12'],
  ['call me', 'DE', 'call me'],
])('the phone %s in %s is %s', (text, country, phone) => {
  expect(phoneOf(text, country)).toBe(phone)
})

test.each([
  ['en', 'US', 'month_first'],
  ['en', 'GB', 'day_first'],
  ['de', null, 'day_first'],
  ['ru', 'RU', 'day_first'],
  ['en', null, 'month_first'],
  ['hu', 'HU', 'day_first'],
])('a school in %s of %s writes days %s', (language, country, order) => {
  expect(dayOrderOf(language, country)).toBe(order)
})

test.each<[string, DayOrder, string | null]>([
  ['2026-11-21', 'day_first', '2026-11-21'],
  ['2026/1/5', 'month_first', '2026-01-05'],
  ['05.06.2026', 'month_first', '2026-06-05'],
  ['05/06/2026', 'month_first', '2026-05-06'],
  ['05/06/2026', 'day_first', '2026-06-05'],
  ['05/21/2026', 'day_first', '2026-05-21'],
  ['21/05/2026', 'month_first', '2026-05-21'],
  ['5/6/26', 'month_first', '2026-05-06'],
  ['Jan 5, 2026', 'day_first', '2026-01-05'],
  ['Mon, 5 January 2026', 'day_first', '2026-01-05'],
  ['January 5th, 2026', 'day_first', '2026-01-05'],
  ['2026-11-21 09:30:00', 'day_first', '2026-11-21'],
  ['30.02.2026', 'day_first', null],
  ['soon', 'day_first', null],
  ['1767225600', 'day_first', null],
])('the day %s is, %s, %s', (text, order, day) => {
  expect(dayOf(text, order)).toBe(day)
})

test.each([
  ['2026-11-21', false, '2026-11-20T23:00:00.000+00:00'],
  ['2026-11-21', true, '2026-11-21T23:00:00.000+00:00'],
  ['2026-11-21 09:30', false, '2026-11-21T08:30:00.000+00:00'],
  ['2026-11-21T09:30:00Z', false, '2026-11-21T09:30:00.000+00:00'],
  ['2026-11-21 09:30:00 UTC', false, '2026-11-21T09:30:00.000+00:00'],
  ['2026-11-21 09:30:00 +0300', false, '2026-11-21T06:30:00.000+00:00'],
  ['11/21/2026 9:30 PM', false, '2026-11-21T20:30:00.000+00:00'],
  ['2026-11-21 25:00', false, null],
])('the moment %s is in Berlin (an end: %s) %s', (text, endsDay, moment) => {
  expect(momentOf(text, { order: 'day_first', zone: 'Europe/Berlin', endsDay })).toBe(moment)
})

test.each([
  ['en_us', 'en-US'],
  ['DE', 'de'],
  ['Deutsch', 'de'],
  ['английский', 'en'],
  ['pt-BR', 'pt-BR'],
  ['Klingon', 'Klingon'],
])('the language %s is %s', (text, tag) => {
  expect(languageOf(text)).toBe(tag)
})

test.each([
  ['Germany', 'DE'],
  ['Россия', 'RU'],
  ['us', 'US'],
  ['USA', 'US'],
  ['Atlantis', null],
])('the country %s is %s', (text, code) => {
  expect(countryOf(text)).toBe(code)
})

test.each([
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,5', 1234.5],
  ['12 %', 12],
  ['€ 5', 5],
  ['-3', -3],
  ['5 apples', null],
])('the number %s is %s', (text, number) => {
  expect(numberOf(text)).toBe(number)
})

const now = '2026-11-21T09:30:00.000+00:00'
const field = {
  ...{
    id: newId('fld'),
    label: 'It',
    status: 'active' as const,
    version: 1,
    created_at: now,
    updated_at: now,
  },
} as const
const level: CustomField = { ...field, name: 'level', type: 'choice', options: ['Beginner', 'Expert'] }
const topics: CustomField = {
  ...field,
  name: 'topics',
  type: 'multi_choice',
  options: ['Art', 'Law', 'A, B'],
}

test('choices are found whatever their case, and lists by the sign that divides them', () => {
  expect(valueIn('expert', level, 'day_first')).toBe('Expert')
  expect(valueIn('art, LAW', topics, 'day_first')).toEqual(['Art', 'Law'])
  expect(valueIn('a, b;Art', topics, 'day_first')).toEqual(['A, B', 'Art'])
})

const reading: Reading = {
  fields: new Map([['level', level]]),
  ...{ country: 'US', order: 'month_first', zone: 'UTC' },
}
const read = (values: Record<string, string>) => readRow({ email: 'ann@school.org', ...values }, reading)

test('values that cannot be taken cost themselves, and not their row', () => {
  const values = {
    ...{ phone: '12', time_zone: '99', locale: 'Klingon', 'custom_fields.level': 'none' },
    ...{ first_name: 'A'.repeat(150), signed_up_at: 'soon', tags: 'VIP; , Blog' },
  }
  const row = read(values)
  expect(row.personFields).toEqual({
    email: 'ann@school.org',
    first_name: 'A'.repeat(100),
    custom_fields: {},
  })
  expect(row.faults.map(({ field }) => field).sort()).toEqual(
    ['custom_fields.level', 'first_name', 'locale', 'phone', 'signed_up_at', 'time_zone'].sort(),
  )
})

test('a row without a contact that can be taken is refused, for its contacts', () => {
  expect(readRow({ email: 'broken', phone: '1', time_zone: '99' }, reading)).toEqual({
    personFields: null,
    faults: [expect.objectContaining({ field: 'email' }), expect.objectContaining({ field: 'phone' })],
  })
  expect(readRow({ email: 'broken', phone: '(202) 555-0143' }, reading)).toMatchObject({
    personFields: { phone: '+12025550143' },
    faults: [{ field: 'email' }],
  })
})

test.each([
  [{ email_status: 'Subscribed' }, { status: 'subscribed', at: null }],
  [{ email_status: 'cleaned' }, { status: 'bounced', at: null }],
  [{ email_status: 'Non-subscribed' }, null],
  [{ subscribed_at: '2020-02-03 04:05:06' }, { status: 'subscribed', at: '2020-02-03T04:05:06.000+00:00' }],
  [
    { subscribed_at: '2020-02-03', unsubscribed_at: '2021-02-03' },
    { status: 'unsubscribed', at: '2021-02-03T00:00:00.000+00:00' },
  ],
  [
    { subscribed_at: '2020-02-03', bounced_at: '2021-02-03' },
    { status: 'bounced', at: '2021-02-03T00:00:00.000+00:00' },
  ],
  [{ unsubscribed: 'true' }, { status: 'unsubscribed', at: null }],
  [{ unsubscribed: 'false' }, null],
  [{ unsubscribed: 't' }, { status: 'unsubscribed', at: null }],
  [
    { unsubscribed: 'f', subscribed_at: '2020-02-03' },
    { status: 'subscribed', at: '2020-02-03T00:00:00.000+00:00' },
  ],
  [{ unsubscribed: 'sometimes', subscribed_at: '2020-02-03' }, null],
  [
    { unsubscribed_at: 'in May', subscribed_at: '2020-02-03' },
    { status: 'unsubscribed', at: null },
  ],
  [
    { unsubscribed_at: 'never', subscribed_at: '2020-02-03' },
    { status: 'subscribed', at: '2020-02-03T00:00:00.000+00:00' },
  ],
  [{ bounced_at: 'in May' }, { status: 'bounced', at: null }],
])('of %j the news are %j', (values, news) => {
  const row = read(values as Record<string, string>)
  expect('extras' in row && row.extras.news).toEqual(news)
})

test('whether somebody has unsubscribed is told where it cannot be read', () => {
  expect(read({ unsubscribed: 'sometimes' }).faults).toEqual([
    { field: 'unsubscribed', message: 'must be yes or no' },
  ])
})

test.each([
  ['"VIP","Blog, daily"', ['VIP', 'Blog, daily']],
  ['VIP, Blog', ['VIP', 'Blog']],
  ['VIP; Blog, daily', ['VIP', 'Blog, daily']],
  ['VIP|vip|VIP', ['VIP', 'vip']],
])('the tags of %s are %j', (tags, names) => {
  const row = read({ tags })
  expect('extras' in row && row.extras.tags).toEqual(names)
})

test('a study is read with its dates; an end is the end of its day', () => {
  const course_id = newId('crs')
  const row = read({
    ...{ course_id, access_starts_at: '1/5/2026', access_expires_at: '12/31/2026', completed_at: 'never' },
    ...{ progress_percent: '60 %', certificate_number: 'ABC 1' },
  })
  expect('extras' in row && row.extras.study).toMatchObject({
    ...{ course_id, access_starts_at: '2026-01-05T00:00:00.000+00:00', completed_at: null, percent: 60 },
    ...{ access_expires_at: '2027-01-01T00:00:00.000+00:00', certificate_number: null },
  })
  expect(row.faults).toMatchObject([{ field: 'certificate_number' }])
})
