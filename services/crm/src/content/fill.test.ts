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
  ['a path leads to the site', '[x](/courses)', '<p><a href="https://a.example/courses">x</a></p>\n'],
  [
    'a picture stays',
    '![x](https://a.example/a.png)',
    '<p><img src="https://a.example/a.png" alt="x" /></p>\n',
  ],
  ['a picture that a value makes', '<td background="{{ bad }}">x</td>', '<td background="">x</td>'],
  ['a condition is no paragraph', '{% if url %}\n\nA\n\n{% endif %}', '\n<p>A</p>\n\n'],
])('%s', (_, body, html) => {
  const values = {
    a: '<b>&',
    school: { url: 'https://a.example' },
    stars: '**no**',
    url: 'https://a.example/?b=1&c',
    bad: 'javascript:alert(1)',
  }
  expect(filled(body, values).html).toBe(html)
})

test('a picture says in the text what stands in its place where none is shown', () => {
  const body =
    '[![Half price for {{ name }}](https://a.example/a.png)](https://a.example/) ![](https://a.example/b.png)'
  expect(filled(body, { name: 'Ann' }).text.trim()).toBe('Half price for Ann [https://a.example/]')
})

describe('MJML', () => {
  const mail = (inside: string, values: object = {}) =>
    filled(
      `<mjml><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`,
      values,
      {
        format: 'mjml',
      },
    )

  test('becomes a document, and text without what is hidden', () => {
    const { html, text, subject } = filled(
      '<mjml><mj-head><mj-preview>Peek</mj-preview></mj-head><mj-body><mj-section><mj-column><mj-text>Hello <b>{{ name }}</b></mj-text><mj-button href="https://a.example/?a=1&b">Go</mj-button><mj-image src="https://a.example/b.png" alt="" /></mj-column></mj-section></mj-body></mjml>',
      { name: 'Ann & Bea' },
      { format: 'mjml', subject: 'For {{ name }}' },
    )
    expect(subject).toBe('For Ann & Bea')
    for (const part of [
      /^<!doctype html>/,
      /Hello <b>Ann &amp; Bea<\/b>/,
      /<a href="https:\/\/a\.example\/\?a=1&amp;b"/,
      /<img [^>]*src="https:\/\/a\.example\/b\.png"/,
      /<\/body><\/html>$/,
    ])
      expect(html).toMatch(part)
    expect(text.split(/\s+/).join(' ').trim()).toBe('Hello Ann & Bea Go [https://a.example/?a=1&b]')
  })

  test('takes conditions and loops between its components', () => {
    const { text } = mail(
      '{% for each in list %}<mj-text>{{ each }}</mj-text>{% endfor %}<mj-raw>{% if no %}</mj-raw><mj-text>Hidden</mj-text>{% endif %}',
      { list: ['One', 'Two'], no: false },
    )
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['One', 'Two'])
  })

  test.each([
    ['a script', '<mj-text>A<script>alert(1)</script></mj-text>'],
    ['raw HTML', '<mj-raw><script>alert(1)</script></mj-raw>'],
    ['a handler', '<mj-text><p onclick="alert(1)">A</p></mj-text>'],
    ['a target that runs', '<mj-button href="javascript:alert(1)">A</mj-button>'],
    ['a target that a value makes', '<mj-button href="{{ bad }}">A</mj-button>'],
    ['a picture that a value makes', '<mj-image src="{{ bad }}" />'],
    ['a style that leaves its place', '<mj-text color="red;background:url(alert(1))">A</mj-text>'],
    ['an attribute that ends', `<mj-text color='"><script>alert(1)'>A</mj-text>`],
    ['a style of an element', '<mj-text><p style="background:url(alert(1));position:fixed">A</p></mj-text>'],
    ['a file', '<mj-include path="alert(1)" />'],
  ])('%s is nothing', (_, inside) => {
    const { html } = mail(inside, { bad: 'javascript:alert(1)' })
    expect(html).not.toMatch(/alert\(1\)|position:fixed/)
  })

  test('shows no pictures of networks from servers of others', () => {
    const { html } = mail(
      '<mj-social><mj-social-element name="x-noshare" href="https://a.example"></mj-social-element><mj-social-element name="facebook-noshare" href="https://a.example/f"></mj-social-element></mj-social>',
    )
    expect(html).not.toContain('mailjet')
    expect(html).toMatch(/<a href="https:\/\/a\.example\/f"[^>]*>facebook<\/a>/)
  })

  test('has fonts that are loaded, and are no links that are followed', () => {
    const body =
      '<mjml><mj-head><mj-font name="Inter" href="https://fonts.example/inter" /></mj-head><mj-body><mj-section><mj-column><mj-text font-family="Inter"><a href="https://a.example">A</a></mj-text></mj-column></mj-section></mj-body></mjml>'
    const { html, links } = readyOf(compile({ subject: '', format: 'mjml', body }))
    expect(html).not.toBeNull()
    expect(links).toEqual(['https://a.example'])
  })

  test('is refused with the text where it is none', () => {
    expect(() => mail('<mj-navbar>stray<mj-navbar-link href="/a">A</mj-navbar-link></mj-navbar>')).toThrow(
      /at "stray<mj-navbar-link/,
    )
  })

  test.each(['Hello', '<p>Hello</p>', '{{ a }}'])('%s is none', body => {
    expect(() => filled(body, { a: 1 }, { format: 'mjml' })).toThrow(ContentUnfit)
  })
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

test('a heading stays one, a table keeps its rows in the text, and a link that is called a button is one', () => {
  const { html, text } = filled(
    '# Hello\n\n| Day | Room |\n|--|--|\n| Mon | 1 |\n| Tue | 20 |\n\n[Open]({{ url }} "button") [x]({{ url }} "y")',
    { url: 'https://a.example' },
  )
  expect(html).toContain('<h1>Hello</h1>')
  expect(html).toContain('<a href="https://a.example" class="mail-button">Open</a>')
  expect(html).toContain('<a href="https://a.example" title="y">x</a>')
  expect(text).toMatch(/^Hello\n\n[\s\S]*Mon +1\nTue +20\n[\s\S]*Open \[https:\/\/a\.example\]/)
})

test.each([
  ['in a style', '<div style="display: none !important">Peek</div><p>Hello</p>'],
  [
    'by a class',
    '<style>.preheader { color: red; display: none; }</style><span class="preheader">Peek</span><p>Hello</p>',
  ],
])('what is hidden %s is not the first line of the plain text', (_, body) => {
  expect(filled(body, {}, { format: 'html' }).text).toBe('Hello')
})

test('a preheader stands first in the HTML, hidden, and not in the text', () => {
  const { html, text } = filled(
    '<body bgcolor="#fff">Hello</body>',
    { name: '<b>' },
    { format: 'html', preheader: 'A & {{ name }}' },
  )
  expect(html).toMatch(/<body bgcolor="#fff"><div style="display:none[^"]*">A &amp; &lt;b&gt;&#847;/)
  expect(text).toBe('Hello')
})

test('a subject is one line', () => {
  expect(filled('x', { a: 'A\r\nBcc: b' }, { subject: '{{ a }}' }).subject).toBe('A Bcc: b')
})

test.each(['{% include "other" %}', '{{ a', '{% for %}', '{{ a | unknown }}'])('%s is refused', body => {
  expect(() => filled(body, { a: 1 })).toThrow(ContentUnfit)
})

test('a name that can have no value is named, and not counted as fifty', () => {
  expect(() => filled('{{ __proto__ }}')).toThrow('undefined variable: __proto__')
})
