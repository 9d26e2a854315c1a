// The README's quick start, run as it is written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@lms/local'
import { startUp, type Up } from '@lms/testing'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/<!-- quick start -->\n```bash\n([\s\S]*?)```/g)].map(
  ([, block]) => block!,
)

describe('the quick start of the README', () => {
  let up: Up
  beforeAll(async () => {
    up = await startUp()
  }, 120_000)
  afterAll(() => up?.stop(), 60_000)

  test('shows a signed order.paid and its whole way', async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4)
    const [port] = await freePorts(1)
    const script = blocks.join('\n').replaceAll('./.lms/', `${up.folder}/`).replaceAll('9000', String(port))
    const env = {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      LMS_OPERATOR_URL: up.ready.operator_url,
      LMS_OPERATOR_TOKEN: up.installation.operatorToken,
    }
    const run = promisify(execFile)
    const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: root,
      env,
      timeout: 60_000,
    })
    expect(stdout).toContain('order.paid evt_')
    expect(stdout).toContain('(signature verified)')
    expect(stdout).toMatch(/mark-paid[\s\S]*order\.paid[\s\S]*delivered/)
  }, 90_000)
})
