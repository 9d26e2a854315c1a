import { languages } from '@lms/contract/language'
import { compile } from '../content/compile.ts'
import { fill, readyOf } from '../content/fill.ts'
import { digestContent, maxItems, withItems } from './digest.rules.ts'

const accepted = {
  subject: 'Homework accepted',
  body: 'Your answer to “{{ lesson }}” is accepted.{% if score != "" %} Points: {{ score }}.{% endif %}\n\n{{ comment }}',
}
const opened = { subject: 'A lesson is open', body: '“{{ lesson }}” is open.' }
const school = { name: 'Painting school', url: 'https://school.example' }
const filled = (variables: ReturnType<typeof withItems>, language = 'en') =>
  fill(readyOf(compile(digestContent(variables, language))), { ...variables, school })

test('each notification has its own values, and none of another', () => {
  const first = withItems(null, [
    { ...accepted, values: { lesson: 'A sky', score: '5', comment: '<b>Well done</b> {{ user.email }}' } },
  ])
  const both = withItems(first, [
    { ...accepted, values: { lesson: 'A tree', score: '', comment: '' } },
    { ...opened, values: { lesson: 'A face' } },
  ])
  const { subject, text, html, missing } = filled(both)
  expect([subject, missing]).toEqual(['Your day at Painting school', []])
  expect(text).toContain('“A sky” is accepted. Points: 5.')
  expect(text).toContain('“A tree” is accepted.\n')
  expect(text.match(/Points/g)).toHaveLength(1)
  expect(text).toContain('“A face” is open.')
  // What people wrote is text, and no template.
  expect(html).toContain('&lt;b&gt;Well done&lt;/b&gt; {{ user.email }}')
})

test.each(languages)('in %s what has no room is counted', language => {
  const items = Array.from({ length: maxItems + 1 }, (_, index) => ({
    ...opened,
    values: { lesson: `Lesson ${index}` },
  }))
  const variables = withItems(withItems(null, items), items.slice(0, 2))
  expect(variables.digest).toHaveLength(maxItems)
  expect(variables.digest_more).toBe(3)
  const { text, missing } = filled(variables, language)
  expect(missing).toEqual([])
  expect(text).toMatch(/\b3\b.*\s*$/)
  expect(text).not.toContain(`Lesson ${maxItems}`)
})
