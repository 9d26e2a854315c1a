// What remains of any HTML is read by the parser of the HTML standard, as browsers read it.
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { cleaned } from './html.ts'

const textHtml = (html: string) => cleaned({ html, kind: 'text' }).html
const blockHtml = (html: string) => cleaned({ html, kind: 'block' }).html

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

function elementsIn(node: Node): Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : []
  return 'tagName' in node ? [node, ...inside] : inside
}

const inText = new Set('p br strong em s u code a ul ol li blockquote'.split(' '))
const inHtml = new Set([
  ...inText,
  ...'h2 h3 h4 h5 h6 hr pre div span figure figcaption details summary sub sup small mark abbr cite q kbd samp'.split(
    ' ',
  ),
  ...'var del ins dl dt dd table caption thead tbody tfoot tr th td'.split(' '),
])
/** Formulas, which have no links, styles and events. */
const inMath = new Set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom mprescripts msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd none'.split(
    ' ',
  ),
)
const attributes = new Set(
  'href title start lang dir colspan rowspan scope display alttext mathvariant stretchy fence separator form largeop movablelimits lspace rspace width height linethickness accentunder accent columnspan displaystyle scriptlevel'.split(
    ' ',
  ),
)
const mathNamespace = 'http://www.w3.org/1998/Math/MathML'

/** Fails if a browser would run, load or send anything of it. */
function expectHarmless(html: string, allowed: ReadonlySet<string>) {
  for (const { tagName, attrs, namespaceURI } of elementsIn(parseFragment(html))) {
    expect([...allowed]).toContain(tagName)
    expect(['http://www.w3.org/1999/xhtml', mathNamespace]).toContain(namespaceURI)
    for (const { name, value } of attrs) {
      expect([...attributes]).toContain(name)
      if (name === 'href') expect(schemeOf(value)).toMatch(/^(own|https?:|mailto:|tel:)$/)
    }
  }
}

/** As a browser resolves a link in a page of the school. */
function schemeOf(href: string): string {
  const base = 'own-school://school.example/'
  if (!URL.canParse(href, base)) return 'own'
  const { protocol } = new URL(href, base)
  return protocol === 'own-school:' ? 'own' : protocol
}

const tags = [
  ...inHtml,
  ...inMath,
  ...'script style svg math iframe object embed form input button textarea select option template noscript'.split(
    ' ',
  ),
  ...'title xmp plaintext noembed listing frameset base link meta img video audio source body html head'.split(
    ' ',
  ),
  ...'foreignObject mglyph mtext annotation-xml desc animate use b i center font marquee'.split(' '),
]
const names = [
  'href',
  'src',
  'onclick',
  'onerror',
  'style',
  'class',
  'id',
  'title',
  'srcdoc',
  'xlink:href',
  'formaction',
  'lang',
]
const values = [
  ...[
    'javascript:alert(1)',
    'JaVa\tScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>x</script>',
    'vbscript:x',
  ],
  ...[
    '//evil.example',
    '/\\evil.example',
    'https://a.example/?a=1&b=2',
    '/courses',
    '#part',
    'mailto:a@b.example',
    '\u0001javascript:x',
  ],
  ...[
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    'java\nscript:alert(1)',
    'feed:javascript:alert(1)',
  ],
]
const attribute = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...values), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const piece = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...tags),
      fc.array(attribute, { maxLength: 3 }),
      fc.constantFrom('>', '/>', '', ' '),
    )
    .map(([tag, attributeTexts, end]) => `<${tag}${attributeTexts.join('')}${end}`),
  fc.constantFrom(...tags).map(tag => `</${tag}>`),
  fc.constantFrom(
    ...[
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!doctype html>',
      '<?php',
      '?>',
      '&lt;script&gt;',
      '&amp;lt;',
      '&#60;script&#62;',
    ],
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '\u0000',
      '\ufeff',
      '</',
      '<!',
      '--!>',
      '&nbsp;',
      '&#x;',
      '&lt',
      '<script',
      '<scr<script>ipt>',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anything = fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join(''))

test.each([
  ['text', textHtml, inText],
  ['html', blockHtml, new Set([...inHtml, ...inMath])],
] as const)(
  'no content of a block of %s brings a script, handler, style or foreign scheme, and it stays as it is',
  (_, sanitize, allowed) => {
    fc.assert(
      fc.property(anything, source => {
        const html = sanitize(source)
        expectHarmless(html, allowed)
        expect(sanitize(html)).toBe(html)
      }),
      { numRuns: 5000 },
    )
  },
)

test('running text keeps its form', () => {
  const html =
    '<p>A <strong>b</strong> <a href="/c?d=1&amp;e=2">f</a> &lt;g&gt; é 漢 שלום<br>h</p><ol start="3"><li>i</li></ol>'
  expect(textHtml(html)).toBe(html.replace('<br>', '<br />'))
  expect(textHtml('<b>a</b><i>b</i><h1>c</h1><script>d</script>')).toBe('<strong>a</strong><em>b</em>c')
})

test('a formula and the title of a page stay in a block', () => {
  const formula = '<math display="block"><mfrac linethickness="1"><mi>a</mi><mn>2</mn></mfrac></math>'
  expect(blockHtml(`<h1>Title</h1>${formula}<p>x</p>`)).toBe(`<h2>Title</h2>${formula}<p>x</p>`)
  expect(blockHtml('<math><mi href="https://a.example" onclick="x">a</mi></math>')).toBe(
    '<math><mi>a</mi></math>',
  )
})

test('a table keeps its form, and loses what is not declared', () => {
  const table =
    '<table><caption>A</caption><tbody><tr><th scope="row">b</th><td colspan="2">c</td></tr></tbody></table>'
  expect(blockHtml(table)).toBe(table)
  expect(blockHtml('<div style="color:red" class="x" id="y" onclick="z" lang="de">a</div>')).toBe(
    '<div lang="de">a</div>',
  )
})
