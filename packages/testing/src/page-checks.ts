// Checks of pages: how a browser without scripts opens them, whether everybody can read them, and whether their HTML is
// valid.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import type { Browser, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const htmlRules = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })

/** Opens a page without scripts; `complaints` gets what the browser complains about. */
export async function openWithoutScript(browser: Browser, url: string, complaints: string[]): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  page.on('console', message => void complaints.push(`console: ${message.text()}`))
  page.on('requestfailed', request => void complaints.push(`failed: ${request.url()}`))
  page.on('pageerror', error => void complaints.push(`error: ${error.message}`))
  await page.goto(url)
  return page
}

/** What is wrong with a page: violations of accessibility rules, as far as programs can tell (axe), and invalid HTML. */
export async function faultsOfPage(browser: Browser, source: string): Promise<unknown[]> {
  // The checks are scripts, so they have a page of their own, which leads nowhere.
  const context = await browser.newContext()
  const copy = await context.newPage()
  await copy.setContent(source)
  await copy.evaluate(axe)
  const { violations } = (await copy.evaluate('axe.run()')) as { violations: unknown[] }
  await context.close()
  return [...violations, ...(await faultsOfHtml(source))]
}

/** What an HTML validator finds. */
export async function faultsOfHtml(source: string): Promise<unknown[]> {
  const report = await htmlRules.validateString(source)
  return report.results.flatMap(({ messages }) => messages)
}
