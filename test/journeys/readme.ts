// The README's quick start, run as it is written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@lms/local'
import type { Up } from '@lms/testing'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
/** The commands of the quick start, block for block. */
export const blocks = [...readme.matchAll(/<!-- quick start -->\n```bash\n([\s\S]*?)```/g)].map(
  ([, block]) => block!,
)

/** Runs the commands against a running system and gives what they print. */
export async function runQuickStart(up: Up): Promise<string> {
  const [port] = await freePorts(1)
  const script = blocks.join('\n').replaceAll('./.lms/', `${up.folder}/`).replaceAll('9000', String(port))
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    LMS_OPERATOR_URL: up.ready.operator_url,
    LMS_OPERATOR_TOKEN: up.installation.operatorToken,
  }
  const options = ['-e', '-o', 'pipefail', '-c', script]
  const { stdout } = await promisify(execFile)('bash', options, { cwd: root, env, timeout: 60_000 })
  return stdout
}
