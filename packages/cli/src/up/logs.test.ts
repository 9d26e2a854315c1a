import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { eventually, scratchFolder } from '@lms/testing'
import { LogFollower, lastLines, rotate } from './logs.ts'

describe('logs', () => {
  const scratch = scratchFolder()
  afterAll(() => scratch.remove())
  const line = (level: number, msg: string) => `${JSON.stringify({ level, msg })}\n`

  test('errors are shown as they come, a few at a time, and no other lines', async () => {
    const path = `${scratch.path}/errors.log`
    await writeFile(path, line(30, 'ready'))
    const output: string[] = []
    const follower = new LogFollower(path, text => void output.push(text))
    follower.start()
    const failed = { level: 50, msg: 'failed', err: { message: 'the disk is full' } }
    await appendFile(path, `${JSON.stringify(failed)}\nno json\n${line(40, 'warning')}`)
    await eventually('the error', () => output.length > 0)
    expect(output).toEqual(['failed: the disk is full'])
    for (let count = 0; count < 50; count++) await appendFile(path, line(50, `error ${count}`))
    await eventually('the last one that is shown', () => output.length === 3)
    expect(output[2]).toContain(`more in ${path}`)
    follower.stop()
  })

  test('each start begins a new log, and the last three are kept', async () => {
    const path = `${scratch.path}/turned.log`
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      await rotate(path)
      await writeFile(path, text)
    }
    const names = [path, `${path}.1`, `${path}.2`, `${path}.3`]
    expect(await Promise.all(names.map(name => readFile(name, 'utf8')))).toEqual(['e', 'd', 'c', 'b'])
    await expect(readFile(`${path}.4`)).rejects.toThrow('ENOENT')
  })

  test('the last lines are shown in readable form', async () => {
    const path = `${scratch.path}/last.log`
    await writeFile(path, `${line(30, 'one')}two\n${line(50, 'three')}`)
    expect(await lastLines(path, 2)).toBe('two\nthree')
    expect(await lastLines(`${scratch.path}/none.log`, 2)).toBe('')
  })
})
