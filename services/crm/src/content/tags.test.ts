import { withoutTags } from './tags.ts'

test('a word stands for each tag, and the tag comes back', () => {
  const { bare, restored, tags } = withoutTags(['Hello {{ name }}', '{% if x %}', 'no tag'])
  expect(tags).toEqual(['{{ name }}', '{% if x %}'])
  expect(bare.join(' ')).not.toMatch(/[{}]/)
  expect(bare.map(restored)).toEqual(['Hello {{ name }}', '{% if x %}', 'no tag'])
})

test('the words stay short, whatever the texts repeat', () => {
  const text = `lqd${'q'.repeat(10_000)} ${'{{ a }}'.repeat(1000)}`
  const { bare, restored } = withoutTags([text])
  expect(bare[0]!.length).toBeLessThan(4 * text.length)
  expect(restored(bare[0]!)).toBe(text)
})
