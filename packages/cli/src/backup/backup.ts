// A backup of an installation: of each server of Postgres a base backup, and its archived log; the bytes of files. The ring of
// secrets is not among them: whoever had both could read everything. Only its fingerprint is noted, so that one can tell
// whether the ring at hand fits.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive, type ProcessRecord, recordOf } from '../up/processes.ts'
import { type BaseBackup, takeBaseBackup } from './base-backup.ts'
import { copyFiles, diskFolder } from './files.ts'

/** What a backup says of itself: `backup.json`, written at its end. */
export interface Backup {
  /** When it was begun. */
  readonly taken_at: string
  /** When its data were whole: a server can be brought back to any later moment. Missing in earlier ones. */
  readonly ended_at?: string
  readonly version: string
  /** SHA-256 of the ring of secrets, by key. */
  readonly ring: readonly string[]
  readonly servers: readonly (BaseBackup & { readonly name: string; readonly services: readonly string[] })[]
  /** Null where the files are in a bucket. */
  readonly files: { readonly files: number; readonly bytes: number; readonly copied: number } | null
}

export interface BackupSource {
  /** The owner's addresses by service. */
  readonly databases: Readonly<Record<string, string>>
  readonly secretKeys: string
  /** `LMS_STORAGE` of the installation. */
  readonly storage: string | undefined
  readonly version: string
  readonly now: () => Date
}

const marker = 'backup.json'
/** In a folder that is not finished: the process that writes it. */
const writer = 'process.json'
export const filesFolder = 'files'

/** Fingerprints of the keys of a ring: nobody can tell a key from them. */
export const fingerprints = (ring: string): string[] =>
  ring
    .split(',')
    .map(key => createHash('sha256').update(`open-school ring ${key.trim()}`).digest('hex').slice(0, 16))

/** The servers, with the services on each. */
export function serversOf(databases: Readonly<Record<string, string>>) {
  const byHost = Map.groupBy(Object.entries(databases), ([, url]) => new URL(url).host)
  return [...byHost.values()].map((entries, index) => ({
    name: `postgres-${index + 1}`,
    url: entries[0]![1],
    services: entries.map(([service]) => service),
  }))
}

/** Removes what broke off. Throws while another process of this machine takes a backup into the folder. */
export async function removeUnfinished(to: string): Promise<void> {
  for (const name of existsSync(to) ? readdirSync(to) : []) {
    if (!name.endsWith('.unfinished')) continue
    const path = join(to, name, writer)
    const record: ProcessRecord | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
    if (record && (await isAlive(record)))
      throw new Error(`Process ${record.pid} is taking a backup into ${join(to, name)}: wait for its end.`)
    rmSync(join(to, name), { recursive: true })
  }
}

/** Takes a backup into a folder of its own below `to`, and removes those beyond the `keep` newest. */
export async function takeBackup(source: BackupSource, to: string, keep: number): Promise<Backup> {
  const at = source.now().toISOString()
  const folder = join(to, at.replaceAll(':', '-'))
  const unfinished = `${folder}.unfinished`
  await removeUnfinished(to)
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(join(unfinished, writer), JSON.stringify(await recordOf(process.pid)))
  const servers: Backup['servers'][number][] = []
  for (const { name, url, services } of serversOf(source.databases))
    servers.push({ name, services, ...(await takeBaseBackup(url, join(unfinished, name))) })
  const ended_at = source.now().toISOString()
  // After the rows: bytes without a row are removed some day, and a row without bytes would be a loss.
  const disk = diskFolder(source.storage)
  const files = disk ? copyFiles(disk, join(to, filesFolder)) : null
  const { version, secretKeys } = source
  const backup = { taken_at: at, ended_at, version, ring: fingerprints(secretKeys), servers, files }
  writeFileSync(join(unfinished, marker), `${JSON.stringify(backup, null, 2)}\n`)
  rmSync(join(unfinished, writer))
  renameSync(unfinished, folder)
  for (const { folder: old } of backupsIn(to).slice(keep)) rmSync(old, { recursive: true })
  return backup
}

/** The complete backups below a folder, the newest first. */
export function backupsIn(to: string): { folder: string; backup: Backup }[] {
  if (!existsSync(to)) return []
  return readdirSync(to)
    .filter(name => existsSync(join(to, name, marker)))
    .map(name => {
      const folder = join(to, name)
      return { folder, backup: JSON.parse(readFileSync(join(folder, marker), 'utf8')) as Backup }
    })
    .sort((one, other) => (one.backup.taken_at < other.backup.taken_at ? 1 : -1))
}

/** The bytes of the archive of a server's base backup. */
export const archiveBytes = (folder: string, server: string): number => {
  const path = join(folder, server, 'base.tar')
  return existsSync(path) ? statSync(path).size : 0
}
