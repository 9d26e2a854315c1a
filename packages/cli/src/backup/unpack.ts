// Makes the folder of a Postgres server from a base backup, and has it replay its archived log up to a time.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../file-digest.ts'
import { archiveBytes, backupsIn } from './backup.ts'
import { absencesIn, gapsIn } from './check.ts'

export interface Target {
  /** The folder of the backups. */
  readonly from: string
  /** Of several servers the one: `postgres-1`. */
  readonly server: string
  /** The new folder of its data. */
  readonly to: string
  readonly archive: string
  /** Up to when, as Postgres reads a time; null for everything that was archived. */
  readonly time: string | null
}

const hasOffset = /:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i

/** The backup to start from: the newest one that ended before the time. */
export function startFor({ from, time }: Pick<Target, 'from' | 'time'>) {
  const all = backupsIn(from)
  const before = time === null ? Number.POSITIVE_INFINITY : Date.parse(time)
  // Without an offset this machine and Postgres may mean different moments.
  if (Number.isNaN(before) || (time !== null && !hasOffset.test(time)))
    throw new Error(`${time} is no time: write 2026-11-30T12:00:00Z.`)
  const start = all.find(({ backup: { ended_at, taken_at } }) => Date.parse(ended_at ?? taken_at) <= before)
  if (start) return start
  throw new Error(
    all.length ? `Every backup in ${from} is later than ${time}.` : `There is no backup in ${from}.`,
  )
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Unpacks it, unless it or its log is not whole; returns the backup that it began with. The server is then started on the folder
 * as usual.
 */
export async function unpack(target: Target): Promise<{ folder: string; taken_at: string }> {
  const { server, to, archive, time } = target
  const { folder, backup } = startFor(target)
  const base = join(folder, server, 'base.tar')
  const written = backup.servers.find(({ name }) => name === server)
  if (!written || !existsSync(base))
    throw new Error(`${folder} has no ${server}: it has ${backup.servers.map(each => each.name).join(', ')}.`)
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(`${to} is not empty: nothing is restored over data.`)
  if (archiveBytes(folder, server) !== written.bytes || (await digestOf(base)) !== written.sha256)
    throw new Error(`${base} is not what was written: take an earlier backup, or another copy of it.`)
  const [absence] = absencesIn(archive, written.segment)
  if (absence) throw new Error(`${absence} Name the archive of this server.`)
  // A gap behind the time hinders nothing, and at one before it Postgres ends with an error of its own.
  const [gap] = time === null ? gapsIn(archive, written.segment) : []
  if (gap) throw new Error(`${gap} What came after them would be lost: give a time before them by --time.`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['--extract', '--file', base, '--directory', to])
  // What the server archived itself it must not archive again under another history.
  const settings = [
    `restore_command = ${quoted(`cp "${archive}/%f" "%p"`)}`,
    `recovery_target_action = 'promote'`,
    ...(time === null ? [] : [`recovery_target_time = ${quoted(time)}`]),
  ]
  appendFileSync(
    join(to, 'postgresql.auto.conf'),
    `\n# Written by lms backup restore\n${settings.join('\n')}\n`,
  )
  writeFileSync(join(to, 'recovery.signal'), '')
  return { folder, taken_at: backup.taken_at }
}
