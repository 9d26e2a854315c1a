import { HtmlValidate } from 'html-validate'
import type { Block } from '../pages/block.ts'
import {
  environment,
  everyBlock,
  files,
  form,
  head,
  offers,
  pageObjects,
  picture,
  siteOf,
} from '../testing/every-block.ts'
import type { PageObjects } from './context.ts'
import { maxCharacters, pageOf } from './page.ts'
import { notFoundPage } from './shell.ts'

const htmlRules = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

const rendered = (
  blocks: readonly Block[],
  {
    site = siteOf(),
    draft = false,
    ...more
  }: { site?: ReturnType<typeof siteOf>; draft?: boolean } & Partial<typeof head> = {},
  objects: PageObjects = pageObjects,
) => pageOf(site, { head: { ...head, ...more }, blocks, draft }, objects, environment)

/** The HTML between the heading of the page and its footer. */
const contentOf = async (blocks: readonly Block[], objects: PageObjects = pageObjects) =>
  (await rendered(blocks, {}, objects)).body.split('</h1>')[1]!.split('</main>')[0]!.trim()

const languages = ['en', 'de-AT', 'ar', 'zh-Hant', 'ru']
test.each(languages)('a page with every block is valid HTML and accessible, in %s', async language => {
  const { body } = await rendered(everyBlock, { site: siteOf({ language }) })
  const report = await htmlRules.validateString(body)
  expect(report.results.flatMap(({ messages }) => messages)).toEqual([])
  expect(body).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
})

test('no level of headings is left out, and the look follows the wanted level', async () => {
  const { body } = await rendered(everyBlock)
  const levels = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  expect(body).toContain('<h2 class="h4">A level that is too deep</h2>')
})

describe('a picture', () => {
  test('comes in the sizes that the browser chooses from, with its measures', async () => {
    const { id } = files.panorama
    const content = await contentOf([everyBlock[2]!])
    expect(content).toContain(
      `srcset="/media/${id}.thumbnail 240w, /media/${id}.small 640w, /media/${id}.medium 1280w"`,
    )
    expect(content).toContain(`src="/media/${id}.medium"`)
    expect(content).toContain('width="1280" height="720" alt="Boats in a harbour" fetchpriority="high"')
    expect(content).toContain('<figcaption>The bay, wet on wet.</figcaption>')
  })

  test('is the original only while there is no smaller one', async () => {
    const fresh = { ...picture(3000, 2000), variants: [] }
    const content = await contentOf(
      [{ type: 'image', file_id: fresh.id, alt: 'x', caption: '', link: null }],
      { ...pageObjects, files: new Map([[fresh.id, fresh]]) },
    )
    expect(content).toContain(`src="/media/${fresh.id}.original" width="3000" height="2000" alt="x"`)
    expect(content).not.toContain('srcset')
  })

  test('after the first is loaded when it comes near', async () => {
    const content = await contentOf(everyBlock)
    const images = content.match(/<img [^>]*>/g)!
    expect(images.map(image => image.includes('loading="lazy"'))).toEqual([false, true, true, true, true])
  })
})

describe('an offer', () => {
  const block = (facts: { offer_id: string; price_id: string | null }, label: string | null = null) =>
    ({ type: 'offer', ...facts, label }) as Block
  const renderOffer = async (facts: (typeof offers)[keyof typeof offers], language = 'en') => {
    const { offer_id, price_id } = facts
    return (await rendered([block({ offer_id, price_id })], { site: siteOf({ language }) })).body
  }

  test('shows its picture, and is whole without one', async () => {
    const { id, alt } = files.portrait
    const [, card] = (await renderOffer(offers.paidOnce)).split('<article')
    expect(card).toContain(`alt="${alt}"`)
    expect(card).toContain(id)
    expect((await renderOffer(offers.monthly)).split('<article')[1]).not.toContain('<img')
  })

  test('leads to its checkout at its price', async () => {
    const { offer_id, price_id } = offers.monthly
    const body = await renderOffer(offers.monthly)
    expect(body).toContain(`href="/buy/${offer_id}?price=${price_id}"`)
    expect(body).toContain('€19.50 <span class="term">/ month</span>')
    expect(await renderOffer(offers.paidOnce)).toContain(`href="/buy/${offer_id}"`)
  })

  test('says what it usually costs, also to people who do not see the line', async () => {
    const body = await renderOffer(offers.paidOnce, 'de')
    expect(body.replace(/\s/g, ' ')).toContain('<s><span class="unseen">Vorher </span>199 €</s>')
    expect(body).toContain('Kaufen<span class="unseen">: Watercolour from zero</span>')
  })

  test('that nobody can buy has no button', async () => {
    const body = await renderOffer(offers.soldOut)
    expect(body).toContain('Not available at the moment')
    expect(body).not.toContain('href="/buy/')
  })
})

test('a block whose object is absent, or of another kind, is left out', async () => {
  const nobody: PageObjects = { files: new Map(), forms: new Map(), offers: new Map() }
  const naming = everyBlock.filter(({ type }) => ['image', 'video', 'offer', 'form'].includes(type))
  expect(naming.length).toBeGreaterThanOrEqual(5)
  expect(await contentOf(naming, nobody)).toBe('')
  const inactive = { ...pageObjects, forms: new Map([[form.id, { ...form, active: false }]]) }
  expect(await contentOf([{ type: 'form', form_id: form.id }], inactive)).toBe('')
  const pdf = { type: 'image', file_id: files.video.id, alt: null, caption: '', link: null } as Block
  expect(await contentOf([pdf])).toBe('')
  expect(await contentOf([{ type: 'embed', url: 'https://evil.example/embed/1', title: 'x' }])).toBe('')
})

test('the content policy allows what the page loads, and nothing else', async () => {
  const policy = async (blocks: Block[], site = siteOf()) =>
    (await rendered(blocks, { site })).headers['content-security-policy']!
  const origin = 'https://bytes.example'
  const stored = siteOf({}, { mediaSources: ["'self'", origin] })
  const plain = await policy([everyBlock[0]!], stored)
  expect(plain).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+' 'sha256-\S+'; img-src data:; form-action 'self'/,
  )
  const all = await policy(everyBlock, stored)
  expect(all).toContain(`img-src 'self' ${origin} data:;`)
  expect(all).toContain(`media-src 'self' ${origin};`)
  expect(all).toContain('frame-src https://www.youtube-nocookie.com;')
  expect(all).not.toContain('script-src')
  const logo = {
    ...picture(100, 100),
    src: '/media/logo',
    srcset: '',
    type: 'image/webp',
    width: 1,
    height: 1,
  }
  expect(await policy([], siteOf({}, { logo }))).toContain("img-src 'self' data:")
})

describe('search engines and previews of links', () => {
  test('get title, description, picture, and the address at the primary domain', async () => {
    const image = { src: '/media/a.medium', srcset: '', type: 'image/webp', width: 1280, height: 720 }
    const { body, headers } = await rendered([], { image, path: '/caf%C3%A9' })
    expect(body).toContain(`<title>${head.title} – Harbour School</title>`)
    expect(body).toContain('<link rel="canonical" href="https://harbour.example/caf%C3%A9">')
    expect(body).toContain('<meta property="og:image" content="https://harbour.example/media/a.medium">')
    expect(body).toContain(`<meta name="description" content="${head.description}">`)
    expect(headers).not.toHaveProperty('x-robots-tag')
  })

  test.each([
    ['a draft', { draft: true }],
    ['a page that is not to be listed', { indexed: false }],
    ['a school that is not to be listed', { site: siteOf({ search_engines: false }) }],
  ])('are told not to list %s', async (_, options) => {
    const { body, headers } = await rendered([], options)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('rel="canonical"')
    expect(headers['x-robots-tag']).toBe('noindex')
  })
})

test('the menu marks the place of the page', async () => {
  const { body } = await rendered([])
  expect(body.match(/<a href="\/courses" aria-current="page">/g)).toHaveLength(1)
  expect(body.match(/aria-current=/g)).toHaveLength(1)
  expect((await rendered([], { site: siteOf({ menu: [] }) })).body).not.toContain('<nav')
})

test('a page is interactive if it has a form or an offer', async () => {
  const interactive = async (blocks: Block[]) => (await rendered(blocks)).interactive
  expect(await interactive(everyBlock.filter(({ type }) => type === 'text'))).toBe(false)
  expect(await interactive(everyBlock.filter(({ type }) => type === 'form'))).toBe(true)
  expect(await interactive(everyBlock.filter(({ type }) => type === 'offer'))).toBe(true)
})

test('the 404 page has the words of the school, or else of its language', async () => {
  const own = notFoundPage(siteOf({ not_found: { title: 'Lost at sea', text: 'Row back.' } })).body
  expect(own).toContain('<h1>Lost at sea</h1>')
  expect(own).toContain('Row back.')
  const { body } = notFoundPage(siteOf({ language: 'fr' }))
  expect(body).toContain('<h1>Page introuvable</h1>')
  const report = await htmlRules.validateString(body)
  expect(report.results.flatMap(({ messages }) => messages)).toEqual([])
})

describe('a large page', () => {
  test('ends before it is larger than any page that is read', async () => {
    const paragraph = { type: 'html', html: `<p>${'a'.repeat(49_000)}</p>` } as const
    const { body } = await rendered(Array.from({ length: 200 }, () => paragraph))
    expect(body.length).toBeGreaterThan(3_900_000)
    expect(body.length).toBeLessThan(maxCharacters + 50_000)
    expect(body).toContain('</footer>')
  })

  test('does not hold the process', async () => {
    const slow = {
      ...environment,
      form: () => {
        const until = performance.now() + 6
        while (performance.now() < until);
        return environment.form(form, 1)
      },
    }
    let others = 0
    const next = () => {
      others++
      waiting = setImmediate(next)
    }
    let waiting = setImmediate(next)
    const blocks = Array.from({ length: 10 }, () => ({ type: 'form', form_id: form.id }) as const)
    await pageOf(siteOf(), { head, blocks, draft: false }, pageObjects, slow)
    clearImmediate(waiting)
    expect(others).toBeGreaterThanOrEqual(9)
  })
})
