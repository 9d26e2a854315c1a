// Everything about an archive is checked before anything of it is written.
import { createHash } from 'node:crypto'
import { ApiError } from '@lms/contract'
import { schoolRestoring } from '@lms/site/contract'
import { askEvery, hostOf } from '../every-service.ts'
import type { At } from '../steps.ts'
import type { Counts } from './restore-place.ts'
import {
  type Listed,
  linesOf,
  type OpenedArchive,
  pagesOf,
  parsedLine,
  placeOf,
  refused,
  schoolRow,
} from './restore-source.ts'

export const momentOf = ({ manifest }: OpenedArchive, service: string): string =>
  manifest.snapshots.find(each => each.service === service)?.at ?? manifest.made_at

/** The entries are those of the manifest, by name, and each has a name that an archive has. */
export function checkNames({ archive, manifest }: OpenedArchive): void {
  const listed = new Set(manifest.entries.map(({ name }) => name))
  if (listed.size !== manifest.entries.length) throw refused('The manifest lists an entry twice.')
  for (const name of archive.paths) {
    if (placeOf(name) === null) throw refused(`${name} is no entry of an archive of a school.`)
    if (name !== 'manifest.json' && !listed.has(name)) throw refused(`${name} is not in the manifest.`)
  }
  const present = new Set(archive.paths)
  const missing = manifest.entries.find(({ name }) => !present.has(name))
  if (missing) throw refused(`${missing.name} is missing: the archive is not whole.`)
}

/**
 * An entry has the bytes that the manifest says, and its service takes all of its rows. Its hash is read first, and before
 * the first line; then the lines, as far as the time goes. `line` is the one to go on from, null behind the last one.
 */
export async function checkEntry(
  listed: Listed,
  from: number,
  { opened, until, ctx }: { opened: OpenedArchive; until: number; ctx: At },
): Promise<{ counted: string | null; count: number; line: number | null }> {
  if (from === 0) await checkHash(listed, opened)
  const target = placeOf(listed.name)!
  if (target.kind === 'text') return { counted: null, count: 0, line: null }
  if (target.kind === 'file') return { counted: 'files', count: 1, line: null }
  const { service, table } = target
  if (!ctx.runtime.config.serviceAddresses[service])
    throw refused(`The archive has rows of the service ${service}, which this installation lacks.`)
  const counted = listed.name.startsWith('journal/') ? 'events' : `${service}.${table}`
  const body = { table, moment: momentOf(opened, service), dry_run: true }
  let count = 0
  for await (const lines of pagesOf(opened, listed, from)) {
    await hostOf(service, ctx)
      .restoreRows({ body: { ...body, lines: lines.join('\n') } })
      .catch(error => {
        if (!(error instanceof ApiError) || error.status !== 422) throw error
        const first = from + count + 1
        throw refused(`${listed.name}, lines ${first} to ${first + lines.length - 1}: ${error.message}`)
      })
    count += lines.length
    if (performance.now() > until) return { counted, count, line: from + count }
  }
  return { counted, count, line: null }
}

async function checkHash({ name, size, sha256 }: Listed, { archive }: OpenedArchive): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of archive.parts(name, Math.max(size, 1))!) {
    hash.update(part)
    bytes += part.length
  }
  if (bytes !== size || hash.digest('hex') !== sha256)
    throw refused(`${name} is not as the archive was made: its hash is another one.`)
}

/** The archive has as many rows, events and files as its manifest counts. */
export function checkCounts({ manifest }: OpenedArchive, counts: Counts): void {
  for (const name of new Set([...Object.keys(manifest.counts), ...Object.keys(counts)])) {
    const [declaredCount, actualCount] = [manifest.counts[name] ?? 0, counts[name] ?? 0]
    if (declaredCount !== actualCount)
      throw refused(
        `The manifest counts ${declaredCount} of ${name}, and the archive has ${actualCount}: it is not whole.`,
      )
  }
}

/** The school is empty here, and its domains are no other school's. */
export async function checkPlace(opened: OpenedArchive, ctx: At): Promise<void> {
  await schoolRow(opened)
  const answers = await askEvery(ctx, ({ host }) => host.filled({}))
  const unavailableService = answers.find(({ answer }) => answer === null)
  if (unavailableService) throw new Error(`${unavailableService.service} does not answer`)
  const filled = answers.flatMap(({ service, answer }) => answer!.tables.map(table => `${service}.${table}`))
  if (filled.length)
    throw refused(
      `The school is not empty: it has rows in ${filled.slice(0, 5).join(', ')}${filled.length > 5 ? ' and other tables' : ''}. A school returns only where nothing of it is.`,
    )
  const hosts: string[] = []
  for (const listed of opened.manifest.entries)
    if (listed.name.startsWith('rows/site/domains/'))
      for await (const line of linesOf(opened, listed, 0)) {
        const { host, status } = parsedLine(line, listed.name)
        if (status === 'active') hosts.push(host)
      }
  const { taken: takenHosts } = await restoringOf(ctx).check({ body: { hosts } })
  if (takenHosts.length)
    throw refused(
      `${takenHosts.join(', ')} belongs to another school here. Give that one another domain, then take this one away: lms school domain add, remove.`,
    )
}

export const restoringOf = ({ work, runtime }: At) =>
  runtime.client('site', { schoolRestoring }, { school: work.school, requestId: work.origin.requestId })
    .schoolRestoring
