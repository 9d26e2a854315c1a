import { reasonOf } from '../../testing/baskets.ts'
import { agreementsOf, requiredAgreements } from './agreement.rules.ts'

const url = (name: string) => `https://school.example/${name}`
const legal = {
  ...{ terms_url: url('terms'), privacy_url: url('privacy'), withdrawal_url: url('withdrawal') },
  ...{ version: '2026-11', agree_to_terms: false },
}
const none = { ...legal, terms_url: null, privacy_url: null, withdrawal_url: null, agree_to_terms: true }

test.each([
  [legal, 'DE', false, ['withdrawal']],
  [legal, 'GB', false, ['withdrawal']],
  [legal, 'DE', true, []],
  [legal, 'US', false, []],
  [legal, 'RU', false, ['privacy']],
  [legal, null, false, []],
  [{ ...legal, agree_to_terms: true }, 'US', true, ['terms']],
  [{ ...legal, agree_to_terms: true }, 'FR', false, ['terms', 'withdrawal']],
  [none, 'DE', false, []],
] as const)('what is asked of a buyer by texts, country and kind: %#', (texts, country, as_gift, asked) => {
  expect(requiredAgreements(texts, { country, as_gift })).toEqual(asked)
})

test('what is asked and not agreed to orders nothing; what was agreed to is kept with version and time', () => {
  const now = '2026-05-01T10:00:00.000+00:00'
  expect(reasonOf(() => agreementsOf(['withdrawal'], ['terms'], legal, now))).toBe('invalid_body')
  expect(agreementsOf(['withdrawal'], ['terms', 'withdrawal'], legal, now)).toEqual([
    { kind: 'withdrawal', version: '2026-11', url: url('withdrawal'), agreed_at: now },
  ])
})
