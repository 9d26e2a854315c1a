import fc from 'fast-check'
import { contrastOf, isDark, mixed, readable } from './colors.ts'

// The second pair is the example of WCAG's "Understanding 1.4.3": the lightest grey that may stand on white.
test.each([
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4.0],
  ['#123456', '#123456', 1],
])('the contrast of %s and %s is %d, either way', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
  expect(contrastOf(other, one)).toBe(contrastOf(one, other))
})

test('colours are mixed channel by channel', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mixed('#102030', '#ffffff', 0)).toBe('#102030')
  expect(mixed('#102030', '#0f00ff', 1)).toBe('#0f00ff')
})

test.each([
  ['#000000', true],
  ['#ffffff', false],
  ['#ffd400', false],
  ['#2347c5', true],
])('whether %s is dark: %s', (color, dark) => expect(isDark(color)).toBe(dark))

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('a colour is adapted as far as needed, and not where it can be read already', () => {
  fc.assert(
    fc.property(color, color, (preferredColor, ground) => {
      const other = isDark(ground) ? '#ffffff' : '#000000'
      const readableColor = readable(preferredColor, { on: [ground], other })
      expect(contrastOf(readableColor, ground)).toBeGreaterThanOrEqual(4.5)
      if (contrastOf(preferredColor, ground) >= 4.5) expect(readableColor).toBe(preferredColor)
    }),
  )
})
