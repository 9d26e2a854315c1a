// What a visitor gets at an address of a school, as the gateway asks for it.

import { startSystem, type TestSystem } from '@lms/testing'
import { randomHex } from '@lms/testing/random'
import { HtmlValidate } from 'html-validate'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { registryOf } from '../testing/registry.ts'

const htmlRules = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [siteService],
    settings: { settings: { LMS_SITE_URL: 'https://{domain}' } },
  })
}, 180_000)
afterAll(() => system?.stop())

async function newSchool(name = 'School of "Ada" & <Friends>') {
  const host = `${randomHex(12)}.example`
  const { id } = await registryOf(system).create({ body: { name, domains: [host] } })
  const client = system.client('site', siteContract.resources, system.caller({ school: id }))
  const { find } = system.internal('site', siteContract.internal, { school: id }).visiting
  const visit = (path: string, preview: string | null = null) => find({ body: { path, preview } })
  return { id, host, client, visit }
}

async function checkHtml(source: string) {
  const report = await htmlRules.validateString(source)
  expect(report.results.flatMap(({ messages }) => messages)).toEqual([])
}

describe('a visitor', () => {
  test('reads the school’s own 404 page where there is nothing', async () => {
    const { visit } = await newSchool()
    const page = await visit('/nowhere')
    expect(page).toMatchObject({ status: 404, location: null, keep_seconds: 0, interactive: false })
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'content-language': 'en' })
    expect(page.body).toContain('School of &#34;Ada&#34; &#38; &#60;Friends&#62;')
    await checkHtml(page.body)
  })

  test('is led from an old address to the new one', async () => {
    const { visit, client } = await newSchool()
    await client.redirects.create({ body: { from_path: '/old', target: '/new' } })
    await client.redirects.create({
      body: { from_path: '/sale', target: 'https://a.example/', permanent: false },
    })
    expect(await visit('/old')).toMatchObject({ status: 308, location: '/new', body: '' })
    expect(await visit('/a/../old')).toMatchObject({ status: 308, location: '/new' })
    expect(await visit('/old/')).toMatchObject({ status: 308, location: '/new' })
    expect(await visit('/sale//')).toMatchObject({ status: 307, location: 'https://a.example/' })
    expect(await visit('/sale')).toMatchObject({ status: 307, location: 'https://a.example/' })
    expect(await (await newSchool()).visit('/old')).toMatchObject({ status: 404, location: null })
  })

  test('of a page that was moved to a slash and withdrawn is not led in a circle', async () => {
    const { visit, client } = await newSchool()
    const { id } = await client.pages.create({ body: { path: '/old', title: 'Old' } })
    const path = { id }
    await client.pages.publish({ path, body: { action: 'publish' } })
    await client.pages.update({ path, body: { path: '/old/' } })
    expect(await visit('/old')).toMatchObject({ status: 308, location: '/old/' })
    expect(await visit('/old/')).toMatchObject({ status: 200 })
    await client.pages.publish({ path, body: { action: 'withdraw' } })
    expect(await visit('/old/')).toMatchObject({ status: 404 })
  })

  test('is led to a page that was moved again while it was withdrawn', async () => {
    const { visit, client } = await newSchool()
    const { id } = await client.pages.create({ body: { path: '/one', title: 'One' } })
    const path = { id }
    await client.pages.publish({ path, body: { action: 'publish' } })
    await client.pages.update({ path, body: { path: '/two' } })
    await client.pages.publish({ path, body: { action: 'withdraw' } })
    await client.pages.update({ path, body: { path: '/three' } })
    await client.pages.publish({ path, body: { action: 'publish' } })
    expect(await visit('/one')).toMatchObject({ status: 308, location: '/three' })
  })

  test('that is a program reads robots.txt and the sitemap at the primary domain', async () => {
    const { visit, host } = await newSchool()
    const robots = await visit('/robots.txt')
    expect(robots).toMatchObject({ status: 200, content_type: 'text/plain; charset=utf-8' })
    expect(robots.body).toContain(`Sitemap: https://${host}/sitemap.xml`)
    const sitemap = await visit('/sitemap.xml')
    expect(sitemap).toMatchObject({ status: 200, content_type: 'application/xml; charset=utf-8' })
    expect(sitemap.body).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  })
})
