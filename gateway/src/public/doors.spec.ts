// What visitors find who come before a school has pages, or to a host that no school has; and the menu on a phone.
import { html as markup } from '@lms/html'
import { siteService } from '@lms/site/service'
import { newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser } from 'playwright-core'
import { pageOf } from './page.ts'

describe('the doors of an installation', () => {
  let site: VisitedSite
  let gateway: TestGateway
  let browser: Browser
  const complaints: string[] = []
  beforeAll(async () => {
    site = await startVisitedSite({
      services: [usersService, siteService],
      settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
    })
    ;({ gateway, browser } = site)
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
  })

  const html = { accept: 'text/html,application/xhtml+xml' }

  test('a new school greets its visitors by its name, and shows no reference', async () => {
    const school = await newSchool(gateway, 'School of "Ada" & <Friends>')
    const page = await openWithoutScript(browser, `http://${school.host}/`, complaints)
    await page.getByRole('heading', { level: 1, name: 'School of "Ada" & <Friends> opens soon' }).waitFor()
    expect(await page.content()).not.toMatch(/API|\/docs/)
    expect(await faultsOfPage(browser, await page.content())).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each([
    ['de-AT,de;q=0.9', 'Hier ist keine Schule', 'de'],
    ['fr', 'Aucune école ici', 'fr'],
    ['ja', 'No school here', 'en'],
  ])('a host that no school has answers browsers in their language: %s', async (language, title, lang) => {
    const headers = { ...html, 'accept-language': language }
    const answer = await gateway.call('GET', '/', { host: 'nobody.example', headers })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain(`<html lang="${lang}"`)
    expect(answer.body).toContain(title)
    expect(await faultsOfPage(browser, String(answer.body))).toEqual([])
  })

  test('the same host answers programs and calls of the API in JSON', async () => {
    for (const [path, headers] of [
      ['/', {}],
      ['/api/v1/users', html],
      ['/api', html],
    ] as const)
      expect(await gateway.call('GET', path, { host: 'nobody.example', headers })).toMatchObject({
        status: 404,
        body: { error: { reason: 'not_found' } },
      })
  })

  test('on a phone words in tables stay whole', async () => {
    const facts = { name: 'School', language: 'en' }
    const row = markup`<tr><th scope="row">Number</th><td>AB12-CD34-EF56-GH78-IJ90-KL</td></tr>`
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
    await page.setContent(pageOf('Certificate', facts, markup`<table><tbody>${row}</tbody></table>`))
    const { height } = (await page.getByRole('rowheader', { name: 'Number' }).boundingBox())!
    expect(height).toBeLessThan(40)
    await page.context().close()
  })
})
