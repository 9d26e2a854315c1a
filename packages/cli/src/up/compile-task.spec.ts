import { execFile } from 'node:child_process'
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

  /** What Node tells of the code of a program that is loaded and not run. */
  async function loaded(main: URL): Promise<string> {
    const { stderr, stdout } = await run(process.execPath, ['--eval', `import('${main.href}')`], {
      env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      maxBuffer: 100_000_000,
    })
    return stderr + stdout
  }

  test('compiles what every process runs before the processes start', async () => {
    await run(process.execPath, [task], { env })
    for (const main of [programs[0]!, programs[1]!, programs.at(-1)!]) {
      const lines = (await loaded(main)).split('\n')
      const read = lines.filter(line => /reading cache .* for StrippedTypeScript/.test(line))
      expect(read.find(line => line.includes(main.href))).toMatch('success')
      expect(read.filter(line => !line.includes('success'))).toEqual([])
    }
  }, 60_000)
})
