import { SiteSettings } from './site-settings.ts'

const problems = (values: object) =>
  SiteSettings.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? []

test('a school that has set nothing has a look', () => expect(problems({})).toEqual([]))

test.each([
  [{ colors: { text: '#999999' } }, 'colors.text'],
  [{ colors: { primary: '#ffe066' } }, 'colors.primary'],
  [{ colors: { background: 'white' } }, 'colors.background'],
  [{ colors: { background: '#fff;}' } }, 'colors.background'],
  [{ language: 'english please' }, 'language'],
  [{ language: '' }, 'language'],
  [{ menu: [{ label: 'A', target: 'javascript:alert(1)' }] }, 'menu.0.target'],
  [{ menu: [{ label: 'A', target: '//evil.example' }] }, 'menu.0.target'],
  [{ menu: [{ label: 'A', target: '/\\evil.example' }] }, 'menu.0.target'],
  [{ menu: Array.from({ length: 21 }, () => ({ label: 'A', target: '/' })) }, 'menu'],
])('%j is refused for %s', (values, path) => expect(problems(values)).toEqual([path]))

test('a language is stored in its canonical form', () => {
  expect(SiteSettings.parse({ language: 'PT-br' }).language).toBe('pt-BR')
})
