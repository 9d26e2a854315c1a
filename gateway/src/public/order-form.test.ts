import { newId } from '@lms/contract'
import fc from 'fast-check'
import { OrderForms } from './order-form.ts'

let now = Date.parse('2026-11-22T09:00:00Z')
const forms = new OrderForms('secret', () => now)
const [school, offer] = [newId('sch'), newId('off')]

test('a key tells when its form was first shown, also at another gateway, and no two are the same', () => {
  const first = now
  const key = forms.keyOf(school, offer)
  now += 2500
  const firstShown = new OrderForms('secret', () => now).shownAt(key, school, offer)
  expect(firstShown).toBe(first)
  expect(forms.ageOf(firstShown!)).toBe(2500)
  expect(forms.shownAt(forms.keyOf(school, offer, first), school, offer)).toBe(first)
  expect(forms.keyOf(school, offer)).not.toBe(forms.keyOf(school, offer))
})

test('a key of another school, offer or installation, and an altered one, are none', () => {
  const key = forms.keyOf(school, offer)
  expect(forms.shownAt(key, newId('sch'), offer)).toBeNull()
  expect(forms.shownAt(key, school, newId('off'))).toBeNull()
  expect(new OrderForms('other', () => now).shownAt(key, school, offer)).toBeNull()
  for (const none of ['', 'x'.repeat(300), '..', `${key}A`])
    expect(forms.shownAt(none, school, offer)).toBeNull()
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0123456789abcxyz_-A'), (at, character) => {
      const altered = key.slice(0, at) + character + key.slice(at + 1)
      if (altered !== key) expect(forms.shownAt(altered, school, offer)).toBeNull()
    }),
  )
})
