import { markedText, withCampaign } from './campaign-parameters.ts'

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

test.each([
  ['a link behind its name', 'a [https://a.example/], b', 'a [https://a.example/#m], b'],
  ['a link with a bracket', 'a [https://a.example/?b[]=1]', 'a [https://a.example/?b[]=1#m]'],
  ['a link at the end of a sentence', 'See https://a.example/.', 'See https://a.example/#m.'],
  ['a longer link', 'https://a.example/c https://a.example/', 'https://a.example/c https://a.example/#m'],
  ['a link in another one', 'https://b.example/?to=https://a.example/', null],
  ['a text without links', 'a.example', null],
])('in a text %s is marked where it is one of the content', (_, text, expected) => {
  const links = ['https://a.example/', 'https://a.example/?b[]=1']
  expect(markedText(text, links, target => `${target}#m`)).toBe(expected ?? text)
})

test('a text of a content without links stays', () =>
  expect(markedText('https://a.example/', [], () => 'x')).toBe('https://a.example/'))
