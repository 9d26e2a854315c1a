import fc from 'fast-check'
import { contrastOf } from '../settings/colors.ts'
import { SiteSettings } from '../settings/site-settings.ts'
import { themeOf } from './theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
/** Colours that a school may choose. */
const colors = fc
  .record({ primary: color, background: color, text: color, dark_mode: fc.boolean() })
  .filter(colors => SiteSettings.safeParse({ colors }).success)

/** The variables of each form of the page: that of the school, and the dark one if there is one. */
const formsOf = (style: string) =>
  [...style.matchAll(/:root\{([^}]*)\}/g)].map(
    ([, text]) => Object.fromEntries(text!.split(';').map(each => each.split(':'))) as Record<string, string>,
  )

const pairs = [
  ['--text', '--background', 4.5],
  ['--text', '--surface', 4.5],
  ['--quiet', '--background', 4.5],
  ['--quiet', '--surface', 4.5],
  ['--link', '--background', 4.5],
  ['--link', '--surface', 4.5],
  ['--on-button', '--button', 4.5],
  ['--on-button', '--button-over', 4.5],
  ['--button', '--background', 3],
  ['--edge', '--background', 3],
  ['--edge', '--surface', 3],
] as const

test('whatever colours a school chooses, each text and each edge can be seen (WCAG 2.2 AA)', () => {
  fc.assert(
    fc.property(colors, colors => {
      const forms = formsOf(themeOf(colors).style)
      expect(forms.length).toBeGreaterThan(0)
      for (const form of forms)
        for (const [front, ground, least] of pairs)
          if (contrastOf(form[front]!, form[ground]!) < least) throw new Error(`${front} on ${ground}`)
    }),
  )
})

test('a page has a dark form where the school wants one, and its own colours are light', () => {
  const dark = (colors: object) =>
    themeOf(SiteSettings.parse({ colors }).colors).style.includes('prefers-color-scheme')
  expect(dark({})).toBe(false)
  expect(dark({ dark_mode: true })).toBe(true)
  expect(dark({ dark_mode: true, background: '#101010', text: '#ffffff', primary: '#ffcc00' })).toBe(false)
})
