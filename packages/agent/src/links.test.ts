// Whichever way Markdown has to write a link, a picture or HTML, a reader's program makes none of it that leads elsewhere.
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { plainAnswer, withoutLinks } from './links.ts'

const own = 'school.example'
const strict = new MarkdownIt({ html: true, linkify: true })

/** The addresses of the elements that two programs make of a text: a strict one, and one that links every bare host. */
const addressesIn = (text: string): string[] =>
  [marked.parse(text, { async: false }), strict.render(text)].flatMap(html =>
    [
      ...html.matchAll(/<[a-z][^>]*?\b(?:href|src|srcset|action|data|background|style)\s*=\s*"?([^">]*)/gi),
    ].map(([, address]) => address!),
  )
const foreign = (text: string) =>
  addressesIn(text).filter(
    address => !/^(?:https:\/\/school\.example(?:\/|$)|\/(?![/\\])|mailto:)/.test(address),
  )

test.each([
  ['[course](https://evil.example/x)', 'course'],
  ['![x](//evil.example/a.png)', 'x'],
  ['[course][1]\n\n[1]: //evil.example', 'course'],
  ['[course](evil.example/a)', 'course'],
  ['See evil.com and www.evil.example', 'See [link] and [link]'],
  ['<a href="//evil.example">a</a>', 'a'],
  ['Open [the course](/courses/python)', 'Open the course /courses/python'],
  [`Open [the course](https://${own}/courses/1).`, `Open the course https://${own}/courses/1.`],
  [`https://${own}@evil.example/`, '[link]'],
  ['GET /v1/orders?status=paid: 3', 'GET /v1/orders?status=paid: 3'],
  ['ann@school.example paid €10.00, 1/2', 'ann@school.example paid €10.00, 1/2'],
  ['Read with orders.list. File main.py', 'Read with orders.list. File main.py'],
  ['a < b and c > d', 'a < b and c > d'],
])('%j becomes %j', (text, plain) => expect(plainAnswer(text, [own]).trim()).toBe(plain))

const hosts = fc.constantFrom(
  'evil.example',
  'evil.com',
  'sub.evil.ru',
  'evil.example:8080',
  'EVIL.com',
  '127.0.0.1',
)
const addresses = fc
  .tuple(
    fc.constantFrom(
      'https://',
      'HTTP://',
      '//',
      '\\\\\\\\',
      '/\\',
      'ftp://',
      '',
      'https:/\\',
      'javascript://',
      '&#47;&#47;',
      '/&#x2f;',
    ),
    fc.constantFrom('', `${own}@`, 'u:p@'),
    hosts,
    fc.constantFrom('', '/', '/a?b=c', '#x', '?q', '/a_(b)', '/%2e'),
  )
  .map(parts => parts.join(''))
const words = fc.constantFrom('x', 'a b', '*x*', 'a]b', '[y]', '`c`', '', 'ё', '!', '\\', own)
const forms: readonly ((address: string, text: string) => string)[] = [
  (address, text) => `[${text}](${address})`,
  (address, text) => `[${text}](<${address}> "t")`,
  (address, text) => `[${text}]( ${address}\n'title')`,
  (address, text) => `![${text}](${address})`,
  (address, text) => `[![${text}](${address})](${address})`,
  (address, text) => `[${text}][1]\n\n[1]: ${address}`,
  (address, text) => `[${text}][]\n\n[${text}]: <${address}> "t"`,
  (address, text) => `![${text}]\n\n[${text}]:\n${address}`,
  address => `<${address}>`,
  address => address,
  (address, text) => `<a href="${address}">${text}</a>`,
  address => `<img src=${address} onerror=x`,
  address => `<IMG\nSRC='${address}'>`,
  address => `<!-- ${address} --><iframe srcdoc="${address}">`,
  (address, text) => `[${text}\n](${address})`,
  address => `&lt;a href="${address}"&gt;`,
]
const places: readonly ((form: string) => string)[] = [
  form => form,
  form => `> ${form.replaceAll('\n', '\n> ')}`,
  form => `- ${form.replaceAll('\n', '\n  ')}`,
  form => `> 1. ${form.replaceAll('\n', '\n>    ')}`,
  form => `# ${form}`,
  form => `| a | b |\n|---|---|\n| ${form} | c |`,
  form => `**${form}**`,
  form => `\\${form}`,
  form => `[link]${form}`,
  form => `[a](/x "${form}")`,
  form => `text ${form}: ${form}`,
]
const texts = fc
  .array(
    fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...forms), addresses, words)
      .map(([place, form, address, text]) => place(form(address, text))),
    { minLength: 1, maxLength: 4 },
  )
  .chain(pieces => fc.constantFrom('\n\n', '\n', ' ', '').map(glue => pieces.join(glue)))

test('no program makes a link of it that leads elsewhere', () => {
  fc.assert(
    fc.property(texts, text => {
      expect([text, foreign(plainAnswer(text, [own]))]).toEqual([text, []])
    }),
    { numRuns: 2000 },
  )
})

test('nor of any signs of Markdown in any order', () => {
  const pieces = fc.constantFrom(
    ...'[ ] ( ) < > ! : \\ / // . " ` * _ & # | - 1 a evil.example https: http:// www. \n \n\n [1]:'.split(
      /(?<!\n) /,
    ),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      const text = parts.join('')
      expect([text, foreign(plainAnswer(text, [own]))]).toEqual([text, []])
    }),
    { numRuns: 2000 },
  )
})

test('a plain text stays as it is, and what is taken out once stays out', () => {
  fc.assert(
    fc.property(texts, text => {
      const plain = withoutLinks(text, [own])
      expect(withoutLinks(plain, [own])).toBe(plain)
    }),
  )
  const text = 'Orders: 12 of 40\n\n1. Ann — €10.00 (paid)\n2. Bob — 50%\n\tcell'
  expect(withoutLinks(text)).toBe(text)
})

test.each(['[', '![', '> ', '- ', '*a ', '<a ', '[a](', '`', '[a]: b\n', '//', 'a.', '&#47;'])(
  '20,000 characters of %j take little time',
  piece => {
    const started = performance.now()
    plainAnswer(piece.repeat(20_000).slice(0, 20_000))
    expect(performance.now() - started).toBeLessThan(1000)
  },
)
