import { withCampaign } from './campaign-parameters.ts'

const utm = { source: 'school', medium: 'email', campaign: null }

test.each([
  [
    'https://a.example',
    'https://a.example?utm_source=school&utm_medium=email&utm_campaign=Autumn%20%26%20more',
  ],
  [
    'https://a.example/b?c=1#d',
    'https://a.example/b?c=1&utm_source=school&utm_medium=email&utm_campaign=Autumn%20%26%20more#d',
  ],
  [
    'https://a.example/?',
    'https://a.example/?utm_source=school&utm_medium=email&utm_campaign=Autumn%20%26%20more',
  ],
  [
    'https://a.example/?utm_source=x&utm_medium=y&utm_campaign=z',
    'https://a.example/?utm_source=x&utm_medium=y&utm_campaign=z',
  ],
  [
    'https://a.example/?utm_campaign=z',
    'https://a.example/?utm_campaign=z&utm_source=school&utm_medium=email',
  ],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('%s leads to %s', (target, expected) => expect(withCampaign(target, utm, 'Autumn & more')).toBe(expected))

test('without a source links stay as they are, and a message that is part of no mailing names none', () => {
  expect(withCampaign('https://a.example', { ...utm, source: null }, 'Autumn')).toBe('https://a.example')
  expect(withCampaign('https://a.example', utm, null)).toBe(
    'https://a.example?utm_source=school&utm_medium=email',
  )
  expect(withCampaign('https://a.example', { ...utm, campaign: 'own' }, 'Autumn')).toContain(
    'utm_campaign=own',
  )
})
