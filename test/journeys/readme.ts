// The README's quick start and the commands of guides for operators, run as they are written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@lms/local'
import type { Up } from '@lms/testing'

const root = fileURLToPath(new URL('../..', import.meta.url))
const blocksOf = (path: string, mark: string, language: string) => {
  const block = new RegExp(`<!-- ${mark} -->\\n\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')
  return [...readFileSync(join(root, path), 'utf8').matchAll(block)].map(([, commands]) => commands!)
}

/** The commands of the quick start, block for block. */
export const blocks = blocksOf('README.md', 'quick start', 'bash')

/** Pages of tasks for operators, with commands that run on every installation. */
export const operatorsGuides = ['size-and-scale', 'rotate-secrets', 'handle-an-incident', 'erase-a-school']

/** Runs the commands of the quick start against a running system and gives what they print. */
export async function runQuickStart(up: Up): Promise<string> {
  const [port] = await freePorts(1)
  return run(up, blocks.join('\n').replaceAll('./.lms/', `${up.folder}/`).replaceAll('9000', String(port)))
}

/** Runs the commands of a guide against a running system and gives what they print. */
export function runGuide(up: Up, name: string): Promise<string> {
  const commands = blocksOf(`docs/guides/${name}.md`, 'run', 'sh').join('\n')
  const folder = { SECRETS: join(up.folder, 'guide-secrets') }
  return run(up, `lms() { node packages/cli/lms.mjs "$@"; }\n${commands}`, folder)
}

async function run(up: Up, script: string, more: Record<string, string> = {}): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    LMS_OPERATOR_URL: up.ready.operator_url,
    LMS_OPERATOR_TOKEN: up.installation.operatorToken,
    ...more,
  }
  const options = ['-e', '-o', 'pipefail', '-c', script]
  const { stdout } = await promisify(execFile)('bash', options, { cwd: root, env, timeout: 120_000 })
  return stdout
}
