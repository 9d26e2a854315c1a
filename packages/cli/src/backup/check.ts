// What a backup lacks, as sentences, and as metrics for whoever watches.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { digestOf } from '../file-digest.ts'
import { archiveBytes, type BackupSource, backupsIn, filesFolder, fingerprints, serversOf } from './backup.ts'
import { diskFolder, filesIn } from './files.ts'

export interface Check {
  readonly problems: readonly string[]
  /** Seconds since the newest backup; null if there is none. */
  readonly age: number | null
  /** Seconds since a server last archived a segment, of the server that did so longest ago; null if one never has. */
  readonly archiveAge: number | null
}

export interface CheckBounds {
  /** Where archived segments are: of several servers a folder each, by the name of the server. */
  readonly archive: string
  /** The newest backup must not be older than this. */
  readonly hours: number
  /** A segment must have been archived within this time. */
  readonly minutes: number
  /** Whether every byte of the newest backup is read. */
  readonly verifies: boolean
}

/** Looks at the newest backup below `from`, at the archive since then, and at the servers themselves. */
export async function checkBackup(
  source: BackupSource,
  from: string,
  { archive, hours, minutes, verifies }: CheckBounds,
): Promise<Check> {
  const problems: string[] = []
  const [newest] = backupsIn(from)
  if (!newest) return { problems: [`There is no backup in ${from}.`], age: null, archiveAge: null }
  const { folder, backup } = newest
  const age = (source.now().getTime() - Date.parse(backup.taken_at)) / 1000
  if (age > hours * 3600) problems.push(`The newest backup is ${Math.round(age / 3600)} hours old.`)
  const ring = fingerprints(source.secretKeys)
  if (!ring.some(key => backup.ring.includes(key)))
    problems.push(
      'The ring of secrets at hand is not that of the backup: what it encrypts could not be read.',
    )
  let archiveAge: number | null = 0
  const servers = serversOf(source.databases)
  for (const { name, url } of servers) {
    const base = backup.servers.find(each => each.name === name)
    if (!base) {
      problems.push(`The backup has no ${name}.`)
      continue
    }
    const path = join(folder, name, 'base.tar')
    if (archiveBytes(folder, name) !== base.bytes || (verifies && (await digestOf(path)) !== base.sha256))
      problems.push(`${path} is not what was written.`)
    const segments = servers.length > 1 ? join(archive, name) : archive
    const archiver = await archiverOf(url)
    const late = new Date(source.now().getTime() - minutes * 60_000)
    problems.push(...gapsIn(segments, base.segment), ...cutIn(segments, base.segment))
    problems.push(...lagIn(segments, archiver.last, late))
    if (archiver.system !== base.system) problems.push(`${name} is not the server that the backup is of.`)
    if (!archiver.isOn)
      problems.push(`${name} does not archive its log: set archive_mode and archive_command.`)
    if (archiver.failing) problems.push(`${name} cannot archive ${archiver.failing}: see its log.`)
    if (archiver.isOn && (archiver.age === null || archiver.age > minutes * 60))
      problems.push(
        `${name} has archived nothing for ${archiver.age === null ? 'ever' : `${Math.round(archiver.age / 60)} minutes`}.`,
      )
    archiveAge = archiveAge === null || archiver.age === null ? null : Math.max(archiveAge, archiver.age)
  }
  const disk = diskFolder(source.storage)
  if (disk) {
    const copied = filesIn(join(from, filesFolder))
    const missing = [...filesIn(disk)].filter(file => !copied.has(file)).length
    if (missing && age > hours * 3600) problems.push(`${missing} files have no copy.`)
  }
  return { problems, age, archiveAge }
}

const segment = /^[0-9A-F]{24}$/
/** Segments of a log in the file name of one: those of 16 MiB, of which 256 have the same first part. */
const place = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)

/** Bytes of a segment. */
const segmentBytes = 16 * 1024 ** 2
/** The names of the segments of an archive, from one on. */
const segmentsIn = (archive: string, first = ''): string[] =>
  existsSync(archive) ? readdirSync(archive).filter(name => segment.test(name) && name >= first) : []

/** Segments of which an archive has a part only, from one on. */
export function cutIn(archive: string, first: string): string[] {
  const cut = segmentsIn(archive, first).filter(name => statSync(join(archive, name)).size !== segmentBytes)
  return cut.length ? [`${archive} has ${cut.length} segments that are not whole, as ${cut[0]}.`] : []
}

/**
 * Whether an archive lacks the segment that the server archived last, and has got nothing since a moment: it may be another
 * folder than the server's, or a copy that has stopped.
 */
export function lagIn(archive: string, last: string | null, since: Date): string[] {
  const newest = segmentsIn(archive).toSorted().at(-1)
  // Labels of backups are archived beside segments, and named after them.
  const [archived] = /^[0-9A-F]{24}/.exec(last ?? '') ?? []
  if (!newest || !archived || newest >= archived) return []
  return statSync(join(archive, newest)).mtime < since
    ? [`${archive} ends with ${newest}, and the server has archived ${archived}.`]
    : []
}

/** Whether an archive has nothing from a segment on. */
export const absencesIn = (archive: string, first: string): string[] =>
  segmentsIn(archive, first).length === 0
    ? [`${archive} has nothing of the log since the backup began (${first}).`]
    : []

/** Segments that are missing in an archive, from one on. */
export function gapsIn(archive: string, first: string): string[] {
  const names = segmentsIn(archive, first)
  if (names.length === 0) return absencesIn(archive, first)
  const places = new Set(names.map(place))
  const last = Math.max(...places)
  const missing: number[] = []
  for (let each = place(first); each <= last; each++) if (!places.has(each)) missing.push(each)
  return missing.length
    ? [`${archive} lacks ${missing.length} segments of the log since the backup began.`]
    : []
}

async function archiverOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select system_identifier::text from pg_control_system()) as system,
         current_setting('archive_mode') <> 'off' as is_on,
         extract(epoch from now() - last_archived_time)::float8 as age, last_archived_wal as last,
         case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failing
       from pg_stat_archiver`,
    )
    const { system, is_on: isOn, age, last, failing } = rows[0]
    return { system, isOn, age, last, failing } as {
      system: string
      isOn: boolean
      age: number | null
      last: string | null
      failing: string | null
    }
  } finally {
    await client.end()
  }
}

/** The same for Prometheus, as the exporter of a machine reads it from a file. */
export const metricsText = ({ problems, age, archiveAge }: Check): string =>
  [
    ['lms_backup_problems', 'What is missing or old in the backup, as a number.', problems.length],
    ['lms_backup_age_seconds', 'The age of the newest backup when it was looked at.', age],
    [
      'lms_backup_archive_age_seconds',
      'How long ago a segment of the log was archived, when it was looked at.',
      archiveAge,
    ],
    [
      'lms_backup_checked_seconds',
      'When the backup was looked at, in seconds since 1970.',
      Math.round(Date.now() / 1000),
    ],
  ]
    .flatMap(([name, help, value]) =>
      value === null ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`],
    )
    .join('\n')
    .concat('\n')
