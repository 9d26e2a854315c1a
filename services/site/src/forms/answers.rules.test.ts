import fc from 'fast-check'
import { contactOf, missingConsents, readAnswers } from './answers.rules.ts'
import { type FormField, fieldKinds } from './form.object.ts'

const field = (kind: FormField['kind'], overrides: Partial<FormField> = {}): FormField => ({
  key: 'it',
  label: 'It',
  hint: '',
  kind,
  required: false,
  options: kind.endsWith('select') ? ['Red', 'Green', 'Blue'] : [],
  max_length: null,
  person_field: null,
  ...overrides,
})
const read = (formField: FormField, value: Parameters<typeof readAnswers>[1][string]) => {
  const { answers, problems } = readAnswers({ fields: [formField] }, { it: value })
  return problems.get('it') ?? answers[0]?.value ?? ''
}

test.each<[FormField['kind'], Parameters<typeof readAnswers>[1][string], string]>([
  ['text', '  two   words \n more ', 'two words more'],
  ['text', 'x'.repeat(501), 'too_long'],
  ['long_text', 'first\r\nsecond', 'first\nsecond'],
  ['long_text', 'x'.repeat(5001), 'too_long'],
  ['email', ' Ann@School.example ', 'Ann@School.example'],
  ['email', 'ann', 'not_email'],
  ['phone', '+49 (171) 123-45 67', '+491711234567'],
  ['phone', '0049 171 1234567', '+491711234567'],
  ['phone', '+49 (0)171 1234567', '+491711234567'],
  ['phone', '+39 (06) 12345678', '+390612345678'],
  ['phone', '0171 1234567', 'not_phone'],
  ['number', ' -12,50 ', '-12.50'],
  ['number', '1 000', '1000'],
  ['number', 12.5, '12.5'],
  ['number', '1e9', 'not_number'],
  ['number', 'many', 'not_number'],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '2026-02-30', 'not_date'],
  ['date', '28.02.2026', 'not_date'],
  ['select', 'Red', 'Red'],
  ['select', 'Pink', 'not_option'],
  ['multi_select', ['Blue', 'Red', 'Red'], 'Red\nBlue'],
  ['multi_select', 'Blue\nRed', 'Red\nBlue'],
  ['multi_select', ['Red', 'Pink'], 'not_option'],
  ['checkbox', true, 'true'],
  ['checkbox', 'on', 'true'],
  ['checkbox', false, 'false'],
  ['checkbox', 'perhaps', 'not_checkbox'],
])('%s reads %j as %j', (kind, value, expected) => expect(read(field(kind), value)).toBe(expected))

test.each<[FormField['kind'], string | string[], string]>([
  ['select', 'Course A', ' Course  A'],
  ['select', ' Course  A', ' Course  A'],
  ['multi_select', [' Course  A', 'Course B '], ' Course  A\nCourse B '],
  ['multi_select', 'Course B\nCourse A', ' Course  A\nCourse B '],
])('%s takes %j, as browsers send an option with spaces, for %j', (kind, value, expected) => {
  const formField = field(kind, { required: true, options: [' Course  A', 'Course B '] })
  expect(read(formField, value)).toBe(expected)
})

test.each(fieldKinds)('a required %s refuses an empty answer, and its absence', kind => {
  const formField = field(kind, { required: true })
  expect(read(formField, '')).toBe('missing')
  expect(readAnswers({ fields: [formField] }, {}).problems.get('it')).toBe('missing')
  expect(readAnswers({ fields: [field(kind)] }, {}).problems.size).toBe(0)
})

test('a required checkbox must be ticked', () => {
  expect(read(field('checkbox', { required: true }), false)).toBe('missing')
})

test('an answer to no field of the form is a problem, whatever its name', () => {
  const names = ['other', 'constructor', '__proto__', 'toString']
  for (const name of names) {
    const input = JSON.parse(`{"${name}": "x"}`) as Record<string, string>
    expect(readAnswers({ fields: [field('text')] }, input).problems.get(name)).toBe('unknown')
  }
})

test('what was read reads the same again', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.constantFrom('Red', 'Green', 'x')),
  )
  fc.assert(
    fc.property(fc.constantFrom(...fieldKinds), value, (kind, input) => {
      const formFields = [field(kind)]
      const once = readAnswers({ fields: formFields }, { it: input })
      if (once.problems.size) return
      const again = readAnswers({ fields: formFields }, { it: once.answers[0]?.value ?? '' })
      expect(again).toEqual(once)
    }),
  )
})

test('the contact comes from the fields that say so', () => {
  const fields = [
    field('text', { key: 'mail', person_field: null }),
    field('email', { key: 'e', person_field: 'email' }),
    field('text', { key: 'n', person_field: 'first_name' }),
  ]
  const answers = [
    { key: 'mail', value: 'no@school.example' },
    { key: 'e', value: 'ann@school.example' },
    { key: 'n', value: 'A'.repeat(200) },
  ]
  expect(contactOf({ fields }, answers)).toEqual({
    email: 'ann@school.example',
    phone: null,
    first_name: 'A'.repeat(100),
    last_name: '',
  })
})

test('only required consents can be missing', () => {
  const consent = { text: 'Yes', version: 1, channel: null }
  const consents = [
    { ...consent, key: 'terms', required: true },
    { ...consent, key: 'news', required: false },
  ]
  expect(missingConsents({ consents }, ['news'])).toEqual(['terms'])
  expect(missingConsents({ consents }, ['terms'])).toEqual([])
})
