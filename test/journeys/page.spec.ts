// A page with an offer, a picture and a form is made by API calls alone; a visitor looks at it, leaves a contact and buys.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type LmsClient } from '@lms/api'
import { type Envelope, newId } from '@lms/contract'
import { eventually, startUp, type Up } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import axe from 'axe-core'
import express from 'express'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { receiver } from '../receivers/express.ts'

const main = fileURLToPath(new URL('../../packages/cli/lms.mjs', import.meta.url))
const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
}

describe('a page through the whole system', () => {
  const secret = 'a secret of the receiver'
  const received: Envelope[] = []
  /** The request of each received event. */
  const requests = new Map<string, string>()
  let up: Up
  let listening: Server
  let browser: Browser
  let api: LmsClient

  beforeAll(async () => {
    up = await startUp()
    api = createClient({ baseUrl: up.ready.base_url, apiKey: up.ready.api_key })
    const app = express()
    app.use(express.raw({ type: () => true, limit: '1mb' }), (request, _response, next) => {
      requests.set(JSON.parse(String(request.body)).id, String(request.header('x-request-id')))
      next()
    })
    app.use(receiver({ secret, handle: event => received.push(event) }))
    listening = app.listen(0, '127.0.0.1')
    await new Promise(resolve => listening.once('listening', resolve))
    const { port } = listening.address() as AddressInfo
    await api.webhooks.create({ body: { url: `http://127.0.0.1:${port}/hook`, events: ['*'], secret } })
    browser = await startBrowser(Number(new URL(up.ready.site_url).port))
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    listening?.close()
    await up?.stop()
  }, 60_000)

  /** A picture, straight to the storage. */
  async function uploadedPicture() {
    const bytes = await sharp({
      create: { width: 1600, height: 900, channels: 3, background: { r: 40, g: 110, b: 160 } },
    })
      .jpeg()
      .toBuffer()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const started = await api.files.start({
      body: { name: 'lake.jpg', content_type: 'image/jpeg', size: bytes.length, sha256, alt: 'A lake' },
    })
    for (const { url, method, headers } of started.upload.parts) {
      const sent = await fetch(url, { method, headers, body: bytes })
      expect(sent.status).toBeLessThan(300)
    }
    const path = { id: started.id }
    expect(await api.files.complete({ path })).toMatchObject({ status: 'ready', width: 1600, height: 900 })
    await eventually('smaller pictures', async () => (await api.files.get({ path })).variants.length > 0)
    return started.id
  }

  async function publishedPage(email: string) {
    const [file_id, offer, form] = await Promise.all([
      uploadedPicture(),
      api.offers.create({ body: { name: 'Watercolour', amount: 9900, currency: 'EUR' } }),
      api.forms.create({
        body: {
          name: 'Questions',
          title: 'Ask us',
          fields: [
            { key: 'email', label: 'E-mail', kind: 'email', required: true, person_field: 'email' },
            { key: 'question', label: 'Your question', kind: 'long_text' },
          ],
          consents: [{ key: 'news', text: 'Send me news.', required: false }],
        },
      }),
    ])
    const page = await api.pages.create({
      body: { path: `/watercolour-${email.split('@')[0]}`, title: 'Watercolour', image_file_id: file_id },
    })
    const path = { id: page.id }
    await api.pageContents.save({
      path,
      body: {
        blocks: [
          { type: 'text', html: '<p>Twelve lessons with <strong>feedback</strong>.</p>' },
          { type: 'image', file_id },
          { type: 'offer', offer_id: offer.id },
          { type: 'form', form_id: form.id },
        ],
      },
    })
    expect((await fetch(up.ready.site_url + page.path)).status).toBe(404)
    await api.pages.publish({ path, body: { action: 'publish' } })
    await eventually('the page', async () => (await fetch(up.ready.site_url + page.path)).status === 200)
    return { page, form, offer, file_id }
  }

  /** The page in a window of this size; what it says on the console, and what is hard to use about it. */
  async function opened(url: string, size: keyof typeof sizes): Promise<Page> {
    const context = await browser.newContext({ viewport: sizes[size], bypassCSP: false })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(String(error)))
    page.on('requestfailed', request => problems.push(`${request.url()} failed`))
    await page.goto(url, { waitUntil: 'networkidle' })
    expect(problems).toEqual([])
    const widest = await page.evaluate('document.documentElement.scrollWidth')
    expect(widest).toBeLessThanOrEqual(sizes[size].width)
    return page
  }

  async function checked(page: Page): Promise<void> {
    const found = (await page.evaluate(`${axe.source}; axe.run()`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
  }

  const traced = async (requestId: string) => {
    const env = {
      ...process.env,
      LMS_OPERATOR_URL: up.ready.operator_url,
      LMS_OPERATOR_TOKEN: up.installation.operatorToken,
    }
    return (await promisify(execFile)(process.execPath, [main, 'trace', requestId], { env })).stdout
  }

  test('a visitor of a published page asks and buys: a person, events, deliveries, one trace', async () => {
    const name = newId('usr').slice(4)
    const email = `${name}@example.org`
    const { page, form, offer } = await publishedPage(email)
    const url = `${up.ready.site_url}${page.path}?utm_source=journey`

    await checked(await opened(url, 'desktop'))
    const phone = await opened(url, 'phone')
    await checked(phone)
    expect(await phone.evaluate("document.querySelector('main img').naturalWidth > 0")).toBe(true)

    // Faster visitors count as spam.
    await new Promise(resolve => setTimeout(resolve, 2500))
    await phone.getByLabel('E-mail').fill(email)
    await phone.getByLabel('Your question').fill('When does it begin?')
    await phone.getByLabel('Send me news.').check()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.waitForLoadState('networkidle')
    const submissions = () => api.submissions.list({ query: { form_id: form.id } })
    await eventually('the submission', async () =>
      (await submissions()).data.some(({ status }) => status === 'processed'),
    )
    const [submission] = (await submissions()).data
    expect(submission).toMatchObject({ source: 'page', created_user: true, utm: { source: 'journey' } })
    expect(await api.users.get({ path: { id: submission!.user_id! } })).toMatchObject({ email })

    const told = () => received.find(({ type }) => type === 'user.form_submitted')
    await eventually('the event', () => told() !== undefined)
    expect(told()!.related).toMatchObject({ user_id: submission!.user_id })
    const trace = await traced(requests.get(told()!.id)!)
    expect(trace).toContain(told()!.id)
    expect(trace).toContain('user.created')
    expect(trace).toContain('delivered')

    const shop = await opened(url, 'phone')
    await shop.getByRole('link', { name: 'Buy' }).click()
    await shop.getByLabel('E-mail').fill(email)
    await shop.getByRole('button', { name: /^Order and pay/ }).click()
    await shop.getByLabel('Card number').fill('4242 4242 4242 4242')
    await shop.getByRole('button', { name: /^Pay/ }).click()
    await shop.getByRole('heading', { level: 1, name: /: paid$/ }).waitFor()
    const orders = await api.orders.list({ query: { user_id: submission!.user_id! } })
    expect(orders.data).toMatchObject([{ status: 'paid', amount: 9900, items: [{ offer_id: offer.id }] }])
  }, 120_000)
})
