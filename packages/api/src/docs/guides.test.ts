import { Guides } from './guides.ts'

const guides = new Guides()
const addresses = [...(await guides.files()).keys()]
const pages = new Map<string, string>()
for (const address of addresses) {
  const page = (await guides.find(address))!
  if (page.type.startsWith('text/html')) pages.set(address, page.body)
}
const linksOf = (body: string) => [...body.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)

test('the doors lead to the guides, the reference and what runs it, in this order', () => {
  const start = pages.get('/docs/start')!
  const navigation = start.slice(start.indexOf('<nav>'), start.indexOf('</nav>'))
  const doors = [...navigation.matchAll(/class="doors"><a href="([^"]+)"/g)].map(([, link]) => link)
  expect(doors).toEqual([
    '/docs/start#start',
    '/docs/start#guides',
    '/docs/start#reference',
    '/docs/start#running-it',
  ])
  const links = linksOf(navigation)
  expect(links).toEqual(expect.arrayContaining(['/docs/guides/use-the-client', '/docs', '/docs/deploy']))
  expect(navigation).toContain('>Figures of money</a>')
  for (const [, body] of pages) expect(body).toContain(navigation)
})

test('every guide and decision is a page', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      '/docs/overview',
      '/docs/architecture',
      '/docs/glossary',
      '/docs/guides/add-a-resource',
      '/docs/decisions/0071-row-level-security',
      '/docs/services/learning/src/homework',
      '/docs/services/commerce/decisions/0017-a-subscription-pays-for-one-period-after-the-other',
      '/docs/runbooks/alerts',
    ]),
  )
  expect(addresses).toContain('/docs/api/users.txt')
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a link leads to a page, and to a place that it has', () => {
  const lost: string[] = []
  for (const [address, body] of pages)
    for (const link of linksOf(body)) {
      if (/^(?:https?|mailto):/.test(link) || link === '/docs') continue
      const [path = '', place] = link.split('#')
      const target = pages.get(path)
      const isThere = place ? target?.includes(`id="${place}"`) : addresses.includes(path)
      if (!isThere) lost.push(`${address}: ${link}`)
    }
  expect(lost).toEqual([])
})

test('a page loads nothing, runs nothing, and shows no marks of generators', () => {
  for (const [address, body] of pages) {
    expect([address, body.match(/<(?:script|img|link|iframe)|<!--|javascript:/)]).toEqual([address, null])
    expect(body).toMatch(/<title>[^<]+<\/title>/)
  }
})

test.each(['/docs/nothing', '/docs/start/', '/docs/../README', '/docs/README.md', '/docs/constructor'])(
  '%s is no page',
  async address => {
    expect(await guides.find(address)).toBeNull()
  },
)

test('what is not served, such as a file of the code, is named without a link', () => {
  const code = pages.get('/docs/services/commerce/src/money')!
  expect(code).toContain('order-grants.ts')
  expect(linksOf(code).filter(link => link.includes('order-grants'))).toEqual([])
})

test('without its files there are no pages', async () => {
  const nowhere = new Guides(new URL('./nowhere/', import.meta.url))
  expect(await nowhere.find('/docs/start')).toBeNull()
})
