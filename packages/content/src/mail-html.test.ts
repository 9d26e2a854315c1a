// What remains of a mail is read by the parser of the HTML standard, as browsers read it.
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { cleanedMail } from './mail-html.ts'
import { cleanedSheet, cleanedStyle } from './mail-styles.ts'
import { cleanedMjml } from './mjml.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

function elementsIn(node: Node): Element[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : []
  return 'tagName' in node ? [node, ...inside] : inside
}
const nothing = () => {}

const tags =
  'p div table tr td body html head style script svg math iframe form input img a font template noscript title xmp link base meta o:p'.split(
    ' ',
  )
const attributes = [
  'href',
  'src',
  'background',
  'style',
  'onclick',
  'class',
  'srcset',
  'srcdoc',
  'xlink:href',
  'bgcolor',
]
const values = [
  ...[
    'javascript:alert(1)',
    'JaVa\tScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ],
  ...[
    '//cdn.example/a.png',
    'https://a.example/?a=1&b=2',
    '#part',
    'color:red',
    'width:expression(alert(1))',
  ],
  ...[
    'background:url(javascript:alert(1))',
    "background:url('https://a.example/a.png')",
    'position:fixed;top:0',
  ],
  ...['}</style><script>alert(1)</script>', 'behavior:url(#x)', '-moz-binding:url(x)', "a'b", 'a\\3a b'],
]
const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.constantFrom(...values), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const css = fc.constantFrom(
  ...[
    '.a{color:red}',
    'p > a:hover{color:blue}',
    '@import url(https://evil.example);',
    '@font-face{src:url(x)}',
    '{',
    '}',
  ],
  ...[
    '@media (max-width:600px){.a{width:100%!important}}',
    '.a{background:url("javascript:x")}',
    '</style>',
    '/*',
    '*/',
    ';',
  ],
  ...[
    'a[title="</style><script>"]{color:red}',
    'td{content:"\\3c script"}',
    '<!--',
    '-->',
    '\\',
    '"',
    "'",
    '@charset "x";',
  ],
)
const piece = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...tags),
      fc.array(attribute, { maxLength: 3 }),
      fc.constantFrom('>', '/>', '', ' '),
    )
    .map(([tag, written, end]) => `<${tag}${written.join('')}${end}`),
  fc.constantFrom(...tags).map(tag => `</${tag}>`),
  fc.array(css, { maxLength: 5 }).map(rules => `<style>${rules.join('')}</style>`),
  fc.constantFrom(
    '<!--[if mso]>',
    '<![endif]-->',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<',
    '>',
    '"',
    '&lt;script&gt;',
    '\u0000',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const anything = fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join(''))

const refused = 'script svg math iframe form input template noscript xmp link base'.split(' ')

test('no mail brings a script, a handler, a foreign scheme, or a style that loads or moves', () => {
  fc.assert(
    fc.property(anything, source => {
      for (const { tagName, attrs, namespaceURI, childNodes } of elementsIn(
        parse(cleanedMail(source).html),
      )) {
        expect(refused).not.toContain(tagName)
        expect(namespaceURI).toBe('http://www.w3.org/1999/xhtml')
        if (tagName === 'style') {
          const [text] = childNodes as { value?: string }[]
          expect(text?.value ?? '').not.toMatch(/[<\\]|@(?!media)|expression|javascript|url\((?!'https?:)/i)
        }
        for (const { name, value } of attrs) {
          expect(name).not.toMatch(/^(?:on|src(?:doc|set)$|xlink)/)
          if (name === 'style')
            expect(value).not.toMatch(/expression|javascript|position|binding|url\((?!'https?:)/i)
          if (['href', 'src', 'background'].includes(name) && URL.canParse(value))
            expect(new URL(value).protocol).toMatch(/^(?:https?|mailto|tel):$/)
        }
      }
    }),
    { numRuns: 5000 },
  )
})

test('a template keeps its tables, colours, pictures, headings and style sheets', () => {
  const source = `<!DOCTYPE html><html><head><title>News</title><meta name="viewport" content="width=device-width">
<style>/* page */ body{margin:0} .card > td{padding:12px;background:#fff url(https://a.example/a.png) no-repeat}
@media only screen and (max-width:600px){.col{width:100%!important}}</style></head>
<body bgcolor="#eeeeee" style="margin:0"><center><table width="600" cellpadding="0" align="center" bgcolor="#ffffff" style="border-collapse:collapse;mso-table-lspace:0pt">
<tr><td valign="top" class="col card" style="padding:12px 24px;font-family:'Open Sans',Arial"><h1 style="color:#c00">Autumn</h1>
<img src="https://a.example/a.png" width="100" alt="" border="0"><a href="https://a.example" target="_blank">Read</a></td></tr></table></center></body></html>`
  const { html, removed } = cleanedMail(source)
  expect(removed).toEqual([])
  for (const part of [
    '<body bgcolor="#eeeeee" style="margin:0">',
    '<table width="600" cellpadding="0" align="center" bgcolor="#ffffff" style="border-collapse:collapse;mso-table-lspace:0pt">',
    `style="padding:12px 24px;font-family:'Open Sans',Arial"`,
    '<h1 style="color:#c00">Autumn</h1>',
    '<img src="https://a.example/a.png" width="100" alt="" border="0" />',
    `.card > td{padding:12px;background:#fff url('https://a.example/a.png') no-repeat}`,
    '@media only screen and (max-width:600px){.col{width:100%!important}}',
  ])
    expect(html).toContain(part)
})

test.each([
  ['<p onclick="a()">x</p>', 'onclick'],
  ['<script>a()</script>', '<script>'],
  ['<p style="position:fixed;color:red">x</p>', 'style: position'],
  ['<a href="javascript:a()">x</a>', 'href: javascript:'],
  ['<img src="data:image/png;base64,AA">', 'src: data:'],
  ['<style>@import url(https://a.example/a.css);p{color:red}</style>', '@import'],
  ['<style>@font-face{font-family:x;src:url(y)}</style>', '@font-face'],
  ['<!--[if mso]><table><tr><td><![endif]-->x', '<!--[if …]>'],
  ['<form action="/a"><input name="b"></form>', '<form>'],
])('of %s it is said what was taken out', (source, name) => {
  expect(cleanedMail(source).removed).toContain(name)
})

test.each([
  ['<p>x</p>', '<p>x</p>'],
  ['<img src="//cdn.example/a.png">', '<img src="https://cdn.example/a.png" />'],
  ['<!-- note -->x<p data-id="1">y</p>', 'x<p>y</p>'],
])('%s is %s', (source, html) => expect(cleanedMail(source)).toEqual({ html, removed: [] }))

test.each([
  ['color: RED; ; width:50%', 'color:RED;width:50%'],
  [
    'background:url( "https://a.example/a b.png" ) center',
    "background:url('https://a.example/a%20b.png') center",
  ],
  ['color:url(https://a.example/a)', ''],
  ['font-family: "Open Sans", Arial', 'font-family:"Open Sans", Arial'],
  ["font-family:'a", ''],
  ['width:calc(100% - 20px)', 'width:calc(100% - 20px)'],
  ['width:calc((100%', ''],
])('the style %s is %s', (style, expected) => expect(cleanedStyle(style, nothing)).toBe(expected))

test.each([
  ['a{color:red', 'a{color:red}'],
  ['a{color:red}}b{color:blue}', 'a{color:red}'],
  ['@media print{@media screen{a{color:red}}}', ''],
  ['@media (prefers-color-scheme:dark){p{color:#fff}}', '@media (prefers-color-scheme:dark){p{color:#fff}}'],
])('the sheet %s is %s', (sheet, expected) => expect(cleanedSheet(sheet, nothing)).toBe(expected))

describe('MJML', () => {
  const column = (inside: string, head = '') =>
    cleanedMjml(
      `<mjml>${head}<mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`,
    )

  test('keeps classes, style sheets, fonts and pictures with odd names', () => {
    const { mjml, removed } = column(
      `<mj-text css-class="lead">a</mj-text><mj-image src="https://a.example/a.png" srcset="x" />`,
      `<mj-head><mj-font name="Inter" href="https://fonts.example/css2?family=Inter:wght@1;2" /><mj-style inline="inline">.lead a{color:red}</mj-style></mj-head>`,
    )
    expect(removed).toEqual([])
    expect(mjml).toContain('css-class="lead"')
    expect(mjml).toContain('href="https://fonts.example/css2?family=Inter:wght@1%3B2"')
    expect(mjml).toContain('<mj-style>.lead a{color:red}</mj-style></mj-head>')
  })

  test('leaves nothing between components that take no text', () => {
    const { mjml } = column('<mj-navbar>\n  <mj-navbar-link href="/a">A</mj-navbar-link>\n</mj-navbar>')
    expect(mjml).toContain('<mj-navbar><mj-navbar-link href="/a">A</mj-navbar-link></mj-navbar>')
  })

  test('shows the pictures of a carousel and the texts of an accordion one below the other', () => {
    const { mjml, removed } = column(
      '<mj-carousel><mj-carousel-image src="https://a.example/a.png" href="https://a.example" /></mj-carousel><mj-accordion><mj-accordion-element><mj-accordion-title>T</mj-accordion-title><mj-accordion-text>X</mj-accordion-text></mj-accordion-element></mj-accordion>',
    )
    expect(mjml).toContain('<mj-image src="https://a.example/a.png" href="https://a.example"></mj-image>')
    expect(mjml).toContain('<mj-text font-weight="bold">T</mj-text><mj-text>X</mj-text>')
    expect(removed).toEqual(['<mj-carousel>', '<mj-accordion>', '<mj-accordion-element>'])
  })

  test('names a network without a picture', () => {
    const { mjml } = column(
      '<mj-social><mj-social-element name="facebook" href="https://a.example"> </mj-social-element></mj-social>',
    )
    expect(mjml).toContain('href="https://a.example">facebook</mj-social-element>')
  })

  test.each([
    ['<mj-text onclick="a">x</mj-text>', 'onclick of mj-text'],
    ['<mj-text color="red;x">x</mj-text>', 'color of mj-text'],
    ['<mj-section background-url="javascript:a">x</mj-section>', 'background-url of mj-section'],
    ['<mj-include path="a.mjml" />', '<mj-include>'],
  ])('of %s it is said what was taken out', (inside, name) => expect(column(inside).removed).toContain(name))
})
