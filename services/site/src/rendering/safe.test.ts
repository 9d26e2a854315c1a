// No content of a page, and no name or setting of a school, brings a script, a style or another form into its page.
import { cleaned } from '@lms/content/html'
import fc from 'fast-check'
import { parse } from 'parse5'
import { type Block, Blocks } from '../pages/block.ts'
import { htmlIn, withHtml } from '../pages/block-html.ts'
import { environment, form, head, offers, pageObjects, picture, siteOf } from '../testing/every-block.ts'
import { offerKey } from './context.ts'
import { pageOf } from './page.ts'

const hostile = fc.oneof(
  fc.constantFrom(
    '"><script>alert(1)</script>',
    `' onload='alert(1)' x='`,
    '</style><script>alert(1)</script>',
    '</title><svg onload=alert(1)>',
    '<!--><img src=x onerror=alert(1)>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<form action="https://evil.example"><input name="password"></form>',
    '</div></main><main><h1>Other</h1>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<p style="position:fixed;inset:0" id="_content" class="skip">x</p>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<noscript><p title="</noscript><script>alert(1)</script>">',
    '<h2 onclick=alert(1)>x</h2>',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const texts = fc.array(hostile, { minLength: 1, maxLength: 3 }).map(parts => parts.join(''))
const target = fc.oneof(
  fc.constantFrom(
    '/a',
    '#a',
    'https://a.example/?b&c',
    'mailto:a@b.example',
    'javascript:alert(1)',
    '//evil.example',
  ),
  texts.map(text => `/${text}`),
  texts.map(text => `https://${text}`),
  texts.map(text => `mailto:${text}`),
)
const file = picture(1600, 900, '" onerror="alert(1)')
const align = fc.constantFrom('start', 'center')
const leaf = fc.oneof(
  fc.record({ type: fc.constant('heading'), level: fc.integer({ min: 2, max: 4 }), text: texts, align }),
  fc.record({ type: fc.constant('text'), html: texts, align }),
  fc.record({ type: fc.constant('html'), html: texts }),
  fc.record({
    type: fc.constant('image'),
    file_id: fc.constant(file.id),
    alt: fc.option(texts),
    caption: texts,
    link: fc.option(target),
  }),
  fc.record({
    type: fc.constant('video'),
    file_id: fc.constant(file.id),
    title: texts,
    poster_file_id: fc.constant(file.id),
  }),
  fc.record({
    type: fc.constant('embed'),
    title: texts,
    url: fc.oneof(
      target,
      texts.map(text => `https://youtu.be/${text}`),
    ),
  }),
  fc.record({ type: fc.constant('button'), label: texts, target, align }),
  fc.record({
    type: fc.constant('offer'),
    offer_id: fc.constant(offers.paidOnce.offer_id),
    label: fc.option(texts),
  }),
  fc.record({
    type: fc.constant('lessons'),
    title: texts,
    items: fc.array(fc.record({ title: texts, text: texts }), { minLength: 1, maxLength: 2 }),
  }),
  fc.constant({ type: 'form', form_id: form.id }),
)
const columns = fc.record({
  type: fc.constant('columns'),
  columns: fc.array(fc.record({ blocks: fc.array(leaf, { maxLength: 2 }) }), { minLength: 2, maxLength: 4 }),
})
const blocks = fc.array(fc.oneof(leaf, columns), { minLength: 1, maxLength: 5 })

interface Node {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

function* elementsOf(node: Node): Generator<Node & { tagName: string }> {
  if (node.tagName) yield node as Node & { tagName: string }
  for (const child of node.childNodes ?? []) yield* elementsOf(child)
}

// Formulas (`<math>`) are allowed in blocks; the tests of @lms/content hold their elements and attributes to a list.
const foreign = new Set('script style base meta link object embed template svg portal'.split(' '))
const addresses = new Set('href src action formaction poster'.split(' '))
const allowed = /^(\/(?![/\\])|#|https?:\/\/|mailto:|tel:)/i

/** What a page must not have. */
function problemsOf(body: string): string[] {
  const [page] = (parse(body) as unknown as Node).childNodes!.filter(({ tagName }) => tagName === 'html')
  const [, bodyElement] = page!.childNodes!.filter(({ tagName }) => tagName === 'head' || tagName === 'body')
  const elements = [...elementsOf(bodyElement!)]
  const problems = elements.flatMap(({ tagName, attrs = [] }) => [
    ...(foreign.has(tagName) ? [`<${tagName}>`] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (/^(on|style$|srcdoc$|http-equiv$)/.test(name)) return [`${tagName} ${name}`]
      if (addresses.has(name) && !allowed.test(value)) return [`${tagName} ${name}=${value}`]
      if (tagName === 'iframe' && name === 'src' && !value.startsWith('https://www.youtube-nocookie.com/'))
        return [`iframe of ${value}`]
      if (tagName === 'form' && name === 'action' && value !== `/forms/${form.id}`)
        return [`form to ${value}`]
      return []
    }),
  ])
  const tags = bodyElement!.childNodes!.flatMap(({ tagName }) => tagName ?? [])
  const layout = ['a', 'header', 'main', 'footer']
  return tags.join() === layout.join() ? problems : [...problems, `the body has ${tags}`]
}

const cleanBlocks = (sent: readonly Block[]) =>
  withHtml(
    sent,
    htmlIn(sent)
      .map(({ part }) => cleaned(part).html)
      .values(),
  )

test('whatever blocks a school sends', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, texts, async (sent, name) => {
      const read = Blocks.safeParse(sent)
      if (!read.success) return
      const facts = { ...offers.paidOnce, name, description: name, variant: name }
      const objects = {
        ...pageObjects,
        files: new Map([[file.id, { ...file, alt: name }]]),
        offers: new Map([[offerKey(facts.offer_id, null), facts]]),
      }
      const page = {
        head: { ...head, title: name, description: name },
        blocks: cleanBlocks(read.data),
        draft: false,
      }
      const { body } = await pageOf(siteOf({}, { name }), page, objects, environment)
      expect(problemsOf(body)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('whatever the settings of a school are', async () => {
  await fc.assert(
    fc.asyncProperty(texts, target, async (text, menuTarget) => {
      const settings = { footer: text, menu: [{ label: text.slice(0, 60) || 'x', target: menuTarget }] }
      const site = attempt(() => siteOf(settings))
      if (!site) return
      expect(
        problemsOf((await pageOf(site, { head, blocks: [], draft: false }, pageObjects, environment)).body),
      ).toEqual([])
    }),
  )
})

test('the test sees what it looks for', () => {
  const around = (content: string) =>
    `<!DOCTYPE html><html><head></head><body><a></a><header></header><main>${content}</main><footer></footer></body></html>`
  expect(problemsOf(around('<p>fine</p>'))).toEqual([])
  for (const content of [
    '<script>1</script>',
    '<p onclick="x">',
    '<p style="color:red">',
    '<a href="javascript:x">',
    '<a href="//evil.example">',
    '<iframe src="https://evil.example/"></iframe>',
    '<form action="https://evil.example"></form>',
    '</main><p>out</p><main>',
  ])
    expect(problemsOf(around(content))).not.toEqual([])
})

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
