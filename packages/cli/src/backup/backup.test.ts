import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordOf } from '../up/processes.ts'
import { backupsIn, fingerprints, removeUnfinished, serversOf } from './backup.ts'
import { segmentOf } from './base-backup.ts'
import { cutIn, gapsIn, lagIn } from './check.ts'
import { copyFiles, filesIn } from './files.ts'
import { startFor, unpack } from './unpack.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const write = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test.each([
  ['0/3000028', 1, '000000010000000000000003'],
  ['2/FF000000', 3, '0000000300000002000000FF'],
  ['AB/CDEF0123', 16, '00000010000000AB000000CD'],
])('the position %s of timeline %i is in the segment %s', (lsn, timeline, segment) => {
  expect(segmentOf(lsn, timeline)).toBe(segment)
})

describe('the archive of the log', () => {
  const first = '0000000100000000000000FE'
  test('is complete if no segment is missing since the backup, also across a new timeline', () => {
    for (const name of [first, '0000000100000000000000FF', '000000020000000100000000', '00000002.history'])
      write(name)
    expect(gapsIn(folder, first)).toEqual([])
  })
  test('tells a gap, and that there is nothing', () => {
    expect(gapsIn(folder, first)).toEqual([expect.stringContaining('has nothing of the log')])
    for (const name of [first, '000000010000000100000001']) write(name)
    expect(gapsIn(folder, first)).toEqual([expect.stringContaining('lacks 2 segments')])
  })
})

describe('a segment of the log', () => {
  const [first, next] = ['000000010000000000000003', '000000010000000000000004']
  test('is a fault where an archive has a part of it', () => {
    write(first)
    truncateSync(join(folder, first), 16 * 1024 ** 2)
    expect(cutIn(folder, first)).toEqual([])
    write(next, 'half')
    expect(cutIn(folder, first)).toEqual([
      expect.stringContaining(`1 segments that are not whole, as ${next}`),
    ])
  })
  test('is a fault where the server has archived it, and the archive gets nothing any more', () => {
    write(first)
    utimesSync(join(folder, first), 1000, 1000)
    const lag = (last: string | null, since: number) => lagIn(folder, last, new Date(since * 1000))
    expect([
      lag(first, 2000),
      lag(null, 2000),
      lag(next, 900),
      lag(`${first}.00000028.backup`, 2000),
    ]).toEqual(Array(4).fill([]))
    expect(lag(next, 2000)).toEqual([expect.stringContaining(`ends with ${first}`)])
  })
})

describe('the backups of a folder', () => {
  const noted = (taken_at: string) => write(`${taken_at}/backup.json`, JSON.stringify({ taken_at }))
  test('are those that were ended, the newest first', () => {
    for (const day of ['2026-11-28', '2026-11-30']) noted(`${day}T01:00:00.000Z`)
    write('2026-12-01T01-00-00.000Z.unfinished/base.tar')
    expect(backupsIn(folder).map(({ backup }) => backup.taken_at.slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-11-28',
    ])
  })
  test('are not removed while another process takes one, and are when it is gone', async () => {
    const name = '2026-12-01T01-00-00.000Z.unfinished'
    const own = await recordOf(process.pid)
    write(`${name}/process.json`, JSON.stringify(own))
    await expect(removeUnfinished(folder)).rejects.toThrow(`Process ${process.pid} is taking a backup`)
    write(`${name}/process.json`, JSON.stringify({ ...own, started: 'earlier' }))
    write('2026-12-01T02-00-00.000Z.unfinished/base.tar')
    await removeUnfinished(folder)
    expect(readdirSync(folder)).toEqual([])
  })
  test('are started from by the newest that is not later than the time', () => {
    for (const day of ['2026-11-28', '2026-11-30']) noted(`${day}T01:00:00.000Z`)
    const start = (time: string | null) => startFor({ from: folder, time }).backup.taken_at.slice(0, 10)
    expect(start(null)).toBe('2026-11-30')
    expect(start('2026-11-29T12:00:00Z')).toBe('2026-11-28')
    expect(() => start('2026-11-27T12:00:00Z')).toThrow('is later than')
    expect(() => start('yesterday')).toThrow('is no time')
    expect(() => start('2026-11-29T12:00:00')).toThrow('is no time')
  })
  test('are whole from their end on', () => {
    const [taken_at, ended_at] = ['2026-11-30T01:00:00.000Z', '2026-11-30T01:20:00.000Z']
    write('2026-11-30/backup.json', JSON.stringify({ taken_at, ended_at }))
    expect(() => startFor({ from: folder, time: '2026-11-30T01:10:00Z' })).toThrow('is later than')
    expect(startFor({ from: folder, time: ended_at }).backup).toMatchObject({ taken_at })
  })
  test('are not brought back where they, or the log behind them, are not whole', async () => {
    const segment = '000000010000000000000003'
    const sha256 = createHash('sha256').update('base').digest('hex')
    const servers = [{ name: 'postgres-1', bytes: 4, sha256, segment }]
    write('2026-11-30/backup.json', JSON.stringify({ taken_at: '2026-11-30T01:00:00.000Z', servers }))
    const target = { from: folder, server: 'postgres-1', to: join(folder, 'new'), time: null }
    const restore = () => unpack({ ...target, archive: join(folder, 'archive') })
    for (const damaged of ['bas', 'bose']) {
      write('2026-11-30/postgres-1/base.tar', damaged)
      await expect(restore()).rejects.toThrow('is not what was written')
    }
    write('2026-11-30/postgres-1/base.tar', 'base')
    await expect(restore()).rejects.toThrow('has nothing of the log')
    for (const segment of ['000000010000000000000003', '000000010000000000000005'])
      write(`archive/${segment}`)
    await expect(restore()).rejects.toThrow('lacks 1 segments')
    expect(existsSync(target.to)).toBe(false)
  })
  test('are brought back to a time before a gap of the log', async () => {
    const segment = '000000010000000000000003'
    const folderOf = (path: string) => join(folder, path)
    write('cluster/postgresql.auto.conf')
    mkdirSync(folderOf('2026-11-30/postgres-1'), { recursive: true })
    const base = folderOf('2026-11-30/postgres-1/base.tar')
    execFileSync('tar', ['--create', '--file', base, '--directory', folderOf('cluster'), '.'])
    const bytes = readFileSync(base)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const servers = [{ name: 'postgres-1', bytes: bytes.length, sha256, segment }]
    const taken_at = '2026-11-30T01:00:00.000Z'
    write('2026-11-30/backup.json', JSON.stringify({ taken_at, servers }))
    for (const each of [segment, '000000010000000000000005']) write(`archive/${each}`)
    const target = { from: folder, server: 'postgres-1', to: folderOf('new'), archive: folderOf('archive') }
    expect(await unpack({ ...target, time: '2026-11-30T02:00:00Z' })).toMatchObject({ taken_at })
    expect(existsSync(folderOf('new/recovery.signal'))).toBe(true)
  })
})

test('files are copied once, without uploads that are under way', () => {
  write('from/sch_a/fil_1/original/1', 'one')
  write('from/sch_a/fil_1/uploads/u/1', 'half')
  write('from/lost+found/1')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  expect(copyFiles(from, to)).toEqual({ copied: 1, files: 1, bytes: 3 })
  expect(copyFiles(from, to)).toEqual({ copied: 0, files: 1, bytes: 3 })
  expect([...filesIn(to)]).toEqual(['sch_a/fil_1'])
})

test('a fingerprint tells whether a ring fits, and nothing else', () => {
  const [old, newer] = ['k1:c2VjcmV0', 'k2:b3RoZXI=']
  expect(fingerprints(`${newer},${old}`)).toContain(fingerprints(old)[0])
  expect(fingerprints(old)[0]).toMatch(/^[0-9a-f]{16}$/)
})

test('services on one server are backed up once', () => {
  const servers = serversOf({ users: 'postgres://a/lms', crm: 'postgres://a/lms', site: 'postgres://b/lms' })
  expect(servers.map(({ name, services }) => [name, services])).toEqual([
    ['postgres-1', ['users', 'crm']],
    ['postgres-2', ['site']],
  ])
})
