// `npm run pictures`: takes the pictures of the README from a running system, so that they show what a newcomer sees.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startUp } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
/** The addresses, and in which size a picture of each stands in the README. */
const pictures = [
  { name: 'school', path: '/', width: 960, height: 640 },
  { name: 'reference', path: '/docs', width: 960, height: 640 },
]

mkdirSync(folder, { recursive: true })
const up = await startUp()
try {
  const browser = await startBrowser(Number(new URL(up.ready.site_url).port))
  for (const { name, path, width, height } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.goto(`http://localhost${path}`, { waitUntil: 'load' })
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file })
    process.stdout.write(`${file}\n`)
  }
  await browser.close()
} finally {
  await up.stop()
}
