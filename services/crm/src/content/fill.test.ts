import { compile } from './compile.ts'
import { ContentUnfit, fill, readyOf } from './fill.ts'
import type { Source } from './source.ts'

const filled = (body: string, values: object = {}, source: Partial<Source> = {}) =>
  fill(readyOf(compile({ subject: '', format: 'markdown', body, ...source })), { ...values })

test.each([
  ['Markdown becomes HTML', 'Hello **you**', '<p>Hello <strong>you</strong></p>\n'],
  ['values are escaped', '{{ a }}', '<p>&lt;b&gt;&amp;</p>\n'],
  ['no filter inserts without escaping', '{{ a | raw }}', '<p>&lt;b&gt;&amp;</p>\n'],
  ['values are not read as Markdown', '{{ stars }}', '<p>**no**</p>\n'],
  ['a script is removed', 'A<script>alert(1)</script>B', '<p>AB</p>\n'],
  ['a target is filled in', '[x]({{ url }})', '<p><a href="https://a.example/?b=1&amp;c">x</a></p>\n'],
  ['a target of another scheme leads nowhere', '[x]({{ bad }})', '<p><a href="#">x</a></p>\n'],
  ['a condition is no paragraph', '{% if url %}\n\nA\n\n{% endif %}', '\n<p>A</p>\n\n'],
])('%s', (_, body, html) => {
  const values = {
    a: '<b>&',
    stars: '**no**',
    url: 'https://a.example/?b=1&c',
    bad: 'javascript:alert(1)',
  }
  expect(filled(body, values).html).toBe(html)
})

test('every missing variable is named, and one with a default is not', () => {
  const { missing, text } = filled('{{ a }} {{ user.city }} {{ b | default: "B" }} {{ user.name }}', {
    user: { name: 'Ann' },
  })
  expect(missing).toEqual(['a', 'user.city'])
  expect(text).toContain('B Ann')
})

test('the plain text keeps links and loses marks', () => {
  const { text } = filled('# Hello\n\nSee [the page](https://a.example), **{{ name }}**.', {
    name: 'Ann & Bea',
  })
  expect(text).toBe('Hello\n\nSee the page [https://a.example], Ann & Bea.')
})

test('a subject is one line', () => {
  expect(filled('x', { a: 'A\r\nBcc: b' }, { subject: '{{ a }}' }).subject).toBe('A Bcc: b')
})

test.each(['{% include "other" %}', '{{ a', '{% for %}', '{{ a | unknown }}'])('%s is refused', body => {
  expect(() => filled(body, { a: 1 })).toThrow(ContentUnfit)
})
