import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scratchFolder } from '@lms/testing'
import { programs } from './plan.ts'

const run = promisify(execFile)
const task = fileURLToPath(new URL('compile-task.ts', import.meta.url))

describe('The first start', () => {
  const scratch = scratchFolder()
  afterAll(() => scratch.remove())
  const env = { ...process.env, NODE_COMPILE_CACHE: scratch.path }

  /** Every file of compiled code, with its inode and the time of its last change: Node replaces those it rejects. */
  const compiled = () =>
    readdirSync(scratch.path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map(path => `${path} ${statSync(path).ino} ${statSync(path).mtimeMs}`)
      .sort()

  const node = (...args: string[]) => run(process.execPath, args, { env })

  test('compiles what every process runs before the processes start', async () => {
    await node(task)
    // The script that loads the programs below is compiled code, too.
    await node('--eval', '0')
    const before = compiled()
    expect(before.length).toBeGreaterThan(programs.length)
    for (const { href } of programs) {
      await node('--import', href, '--eval', '0')
      expect(compiled()).toEqual(before)
    }
  }, 180_000)
})
