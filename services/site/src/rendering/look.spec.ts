// Pages in a browser: programs that read pages aloud understand them (axe), nothing complains, nothing is cut off.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { startBrowser } from '@lms/testing/browser'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { environment, everyBlock, head, pageObjects, siteOf } from '../testing/every-block.ts'
import type { Rendered } from './facts.ts'
import { pageOf } from './page.ts'
import { notFoundPage } from './shell.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const colors = {
  night: { background: '#14161c', text: '#eceff4', primary: '#e8b04a' },
  pale: { background: '#ffffff', text: '#767676', primary: '#949494' },
  turning: { primary: '#8a1f4d', dark_mode: true },
}
const page = (values: object = {}) =>
  // The player of another site is not reached from here.
  pageOf(
    siteOf(values),
    { head, blocks: everyBlock.filter(({ type }) => type !== 'embed'), draft: false },
    pageObjects,
    environment,
  )
const pages: Record<string, Rendered> = {
  '/courses': await page(),
  '/night': await page({ colors: colors.night }),
  '/pale': await page({ colors: colors.pale }),
  '/turning': await page({ colors: colors.turning }),
  '/arabic': await page({ language: 'ar' }),
  '/nowhere': notFoundPage(siteOf()),
}

let server: Server
let browser: Browser
const complaints: string[] = []
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const servedPage = pages[url]
    const type = servedPage
      ? 'text/html; charset=utf-8'
      : url.endsWith('.original')
        ? 'text/vtt'
        : 'image/gif'
    response.writeHead(200, { 'content-type': type, ...servedPage?.headers })
    response.end(servedPage?.body ?? (type === 'text/vtt' ? 'WEBVTT\n' : dot))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  browser = await startBrowser((server.address() as AddressInfo).port)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await new Promise(resolve => server.close(resolve))
})
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const phone = { viewport: { width: 360, height: 740 } }
const desktop = { viewport: { width: 1280, height: 800 } }

async function open(path: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.on('console', message => void complaints.push(`console: ${message.text()}`))
  page.on('pageerror', error => void complaints.push(`error: ${error.message}`))
  await page.goto(`http://harbour.example${path}`)
  return page
}

test.each([
  ['/courses', 'a phone', phone],
  ['/courses', 'a desktop', desktop],
  ['/night', 'a phone', phone],
  ['/pale', 'a desktop', desktop],
  ['/turning', 'a desktop that prefers dark pages', { ...desktop, colorScheme: 'dark' as const }],
  ['/arabic', 'a phone', phone],
  ['/nowhere', 'a phone', phone],
])('%s on %s: axe finds nothing, and nothing is wider than the window', async (path, _, options) => {
  const page = await open(path, options)
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: object[] }[]
  }
  expect(violations.map(({ id, nodes }) => [id, nodes])).toEqual([])
  const wide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(wide).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('the menu of a phone opens and closes without a script, and by the keyboard', async () => {
  const page = await open('/courses', { ...phone, javaScriptEnabled: false })
  const link = page.getByRole('link', { name: 'Teachers' })
  await link.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await link.waitFor({ state: 'visible' })
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  const wide = await open('/courses', desktop)
  await wide.getByRole('link', { name: 'Teachers' }).waitFor({ state: 'visible' })
  await wide.getByRole('button', { name: 'Menu' }).waitFor({ state: 'hidden' })
})

test('the first stop of the keyboard leads past the menu', async () => {
  const page = await open('/courses', desktop)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('_content')
})
