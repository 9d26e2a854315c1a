import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderAt } from './folder.ts'
import { findLines } from './log-search.ts'

test('the lines of one request are found in the logs of all services, by time', async () => {
  const at = (second: number) => `2026-11-21T09:30:0${second}.000Z`
  const path = await mkdtemp(join(tmpdir(), 'lms-logs-'))
  const folder = folderAt(path)
  const line = (second: number, service: string, request_id: string, msg = 'request') =>
    JSON.stringify({ level: 40, time: at(second), service, request_id, status: 503, msg })
  await mkdir(folder.logs)
  await writeFile(
    join(folder.logs, 'gateway.log'),
    [line(3, 'gateway', 'aa'), 'aa, not JSON', line(4, 'gateway', 'bb', 'not aa')].join('\n'),
  )
  await writeFile(join(folder.logs, 'users.log'), line(2, 'users', 'aa'))
  await writeFile(join(folder.logs, 'users.log.1'), line(1, 'users', 'aa', 'before the last start'))
  await writeFile(join(folder.logs, 'notes.txt'), line(1, 'notes', 'aa'))
  const lines = await findLines(folder, 'aa')
  expect(lines.map(({ time, service, msg }) => [time, service, msg])).toEqual([
    [at(1), 'users', 'before the last start'],
    [at(2), 'users', 'request'],
    [at(3), 'gateway', 'request'],
  ])
  expect(lines[0]).toMatchObject({ level: 40, rest: { request_id: 'aa', status: 503 } })
  expect(await findLines(folderAt(join(path, 'none')), 'aa')).toEqual([])
  await rm(path, { recursive: true })
})
