import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { eventually, scratchFolder } from '@lms/testing'
import { readJson, writeJson } from './files.ts'
import { folderAt, makeFolder } from './folder.ts'
import { isAlive, recordOf } from './processes.ts'
import { RunRecord } from './run-record.ts'

const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })

describe('the owner of a data folder', () => {
  const scratch = scratchFolder()
  afterAll(() => scratch.remove())
  let number = 0
  const freshFolder = async () => {
    const folder = folderAt(`${scratch.path}/data-${++number}`)
    await makeFolder(folder)
    return folder
  }

  test('a second process is refused while the first lives, and accepted after its release', async () => {
    const folder = await freshFolder()
    const first = await RunRecord.take(folder, () => {})
    await expect(RunRecord.take(folder, () => {})).rejects.toThrow(
      new RegExp(`already running on .* \\(process ${process.pid}\\)`),
    )
    await first.release()
    await (await RunRecord.take(folder, () => {})).release()
  })

  test('the lock of a dead process does not block', async () => {
    const folder = await freshFolder()
    await writeFile(`${folder.path}/up.lock`, JSON.stringify({ pid: process.pid, started: 'another time' }))
    await (await RunRecord.take(folder, () => {})).release()
    await writeFile(`${folder.path}/up.lock`, 'half a li')
    await (await RunRecord.take(folder, () => {})).release()
  })

  test('processes of an earlier run are ended, identified by pid and start time', async () => {
    const folder = await freshFolder()
    const child = sleeper()
    const ended = once(child, 'exit')
    await once(child, 'spawn')
    await writeJson(folder.run, { children: { users: await recordOf(child.pid!) } })
    const printed: string[] = []
    const record = await RunRecord.take(folder, line => void printed.push(line))
    await ended
    expect(printed).toEqual([expect.stringContaining('users is still running')])
    await record.release()
  })

  test('a process that only has the same pid is left alone', async () => {
    const folder = await freshFolder()
    const child = sleeper()
    await once(child, 'spawn')
    const { started, pid } = (await recordOf(child.pid!))!
    await writeJson(folder.run, { children: { users: { pid, started: `${started}0` } } })
    await (await RunRecord.take(folder, () => {})).release()
    expect(await isAlive({ pid, started })).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await isAlive({ pid, started })).toBe(false)
  })

  test('children are recorded as soon as they are known', async () => {
    const folder = await freshFolder()
    const record = await RunRecord.take(folder, () => {})
    await Promise.all([record.add('one', process.pid), record.add('two', process.pid)])
    const storedRecord = await eventually('the record', () => readJson<{ children: object }>(folder.run))
    expect(Object.keys(storedRecord.children).sort()).toEqual(['one', 'two'])
    expect((await stat(folder.run)).mode & 0o777).toBe(0o600)
    await record.release()
    expect(await readJson(folder.run)).toBeNull()
  })
})
