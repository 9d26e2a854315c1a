// Everything about an archive is checked before anything of it is written.
import { schoolRestoring } from '@lms/site/contract'
import { askEvery, hostOf } from '../every-service.ts'
import { Sha256 } from '../formats/sha256.ts'
import type { At } from '../steps.ts'
import { type Listed, linesOf, type OpenedArchive, placeOf, refused } from './restore-source.ts'

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

/** An entry has the bytes that the manifest says, and its service takes such rows. */
export async function checkEntry(opened: OpenedArchive, listed: Listed, ctx: At): Promise<void> {
  const { name, size, sha256 } = listed
  const hash = new Sha256()
  let bytes = 0
  for await (const part of opened.archive.parts(name, Math.max(size, 1))!) {
    hash.add(part)
    bytes += part.length
  }
  if (bytes !== size || hash.end() !== sha256)
    throw refused(`${name} is not as the archive was made: its hash is another one.`)
  const place = placeOf(name)!
  if (place.kind !== 'rows') return
  if (!ctx.runtime.config.serviceAddresses[place.service])
    throw refused(`The archive has rows of the service ${place.service}, which this installation lacks.`)
  const { table, service } = place
  const moment = momentOf(opened, service)
  for await (const lines of linesOf(opened, listed, 0)) {
    await hostOf(service, ctx).restoreRows({ body: { table, moment, lines, dry_run: true } })
    return
  }
}

/** The school is empty here, and its domains are no other school's. */
export async function checkPlace(opened: OpenedArchive, ctx: At): Promise<void> {
  const answers = await askEvery(ctx, ({ host }) => host.filled({}))
  const away = answers.find(({ answer }) => answer === null)
  if (away) throw new Error(`${away.service} does not answer`)
  const filled = answers.flatMap(({ service, answer }) => answer!.tables.map(table => `${service}.${table}`))
  if (filled.length)
    throw refused(
      `The school is not empty: it has rows in ${filled.slice(0, 5).join(', ')}${filled.length > 5 ? ' and other tables' : ''}. A school returns only where nothing of it is.`,
    )
  const hosts: string[] = []
  for (const listed of opened.manifest.entries)
    if (listed.name.startsWith('rows/site/domains/'))
      for await (const line of linesOf(opened, listed, 0)) {
        const { host, status } = JSON.parse(line)
        if (status === 'active') hosts.push(host)
      }
  const { taken } = await restoringOf(ctx).check({ body: { hosts } })
  if (taken.length)
    throw refused(`${taken.join(', ')} belongs to another school here. Take it away from that one first.`)
}

export const restoringOf = ({ work, runtime }: At) =>
  runtime.client('site', { schoolRestoring }, { school: work.school, requestId: work.origin.requestId })
    .schoolRestoring
