import type { Refused } from '@lms/contract'
import type { Form } from './form.object.ts'
import { checkForm, versioned } from './form.rules.ts'

const field = (overrides: Partial<Form['fields'][number]> = {}): Form['fields'][number] => ({
  key: 'email',
  label: 'E-mail',
  hint: '',
  kind: 'email',
  required: false,
  options: [],
  max_length: null,
  person_field: null,
  ...overrides,
})
const consent = (key: string, text = 'Yes', version = 1, channel: 'email' | null = null) => ({
  key,
  text,
  version,
  channel,
  required: false,
})
const faults = (form: Partial<Parameters<typeof checkForm>[0]>): string[] => {
  try {
    checkForm({ fields: [field()], consents: [], mapping: {}, ...form })
    return []
  } catch (error) {
    return (error as Refused).details.map(({ path }) => path)
  }
}

test.each<[string, Partial<Parameters<typeof checkForm>[0]>, string[]]>([
  ['a plain form fits', {}, []],
  ['two fields have one key', { fields: [field(), field({ kind: 'text' })] }, ['body.fields.1.key']],
  [
    'two fields are one thing of a person',
    { fields: [field({ person_field: 'email' }), field({ key: 'other', person_field: 'email' })] },
    ['body.fields.1.person_field'],
  ],
  [
    'a person’s e-mail is no text',
    { fields: [field({ kind: 'text', person_field: 'email' })] },
    ['body.fields.0.person_field'],
  ],
  ['a select lacks options', { fields: [field({ kind: 'select' })] }, ['body.fields.0.options']],
  ['an e-mail has options', { fields: [field({ options: ['a'] })] }, ['body.fields.0.options']],
  ['an e-mail has a length', { fields: [field({ max_length: 10 })] }, ['body.fields.0.max_length']],
  ['two consents have one key', { consents: [consent('a'), consent('a')] }, ['body.consents.1.key']],
  [
    'two consents have one channel',
    { consents: [consent('a', 'A', 1, 'email'), consent('b', 'B', 1, 'email')] },
    ['body.consents.1.channel'],
  ],
  ['a mapping leads nowhere', { mapping: { Mail: 'mail' } }, ['body.mapping.Mail']],
])('%s', (_, form, expected) => expect(faults(form)).toEqual(expected))

test('a consent gets a new version with its text, and keeps it otherwise', () => {
  const first = versioned([consent('a', 'A'), consent('b', 'B')], null)
  expect(first.consents.map(({ version }) => version)).toEqual([1, 1])
  const second = versioned([consent('a', 'A'), consent('b', 'Other')], first)
  expect(second.consents.map(({ version }) => version)).toEqual([1, 2])
  expect(versioned(second.consents, second)).toEqual(second)
})

test('a consent that was removed and comes again has a version of its own', () => {
  const first = versioned([consent('a', 'A')], null)
  const without = versioned([], first)
  expect(without.latest_consent_version).toBe(1)
  expect(versioned([consent('a', 'Other')], without).consents[0]!.version).toBe(2)
})
