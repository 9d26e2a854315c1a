// What an archive is read from: the tables of all services, each as it was at its snapshot.
import { ApiError, type Id } from '@lms/contract'
import { fileReading } from '@lms/site/contract'
import { history } from '@lms/webhooks/contract'
import { hostOf } from '../every-service.ts'
import type { ArchiveState } from '../formats/archive-state.ts'
import { lackingBy, maxListed, nothingNoted } from '../formats/references-beyond.ts'
import type { At } from '../steps.ts'

export type Row = Record<string, unknown>

/** The table of the journal, which has entries by month. */
export const journal = { service: 'webhooks', table: 'events' }
/** The table of files, whose bytes are entries of their own. */
export const files = { service: 'site', table: 'files' }

/** Has all services keep a snapshot at once, and asks them for their tables. */
export async function openSources(state: ArchiveState, ctx: At): Promise<void> {
  const services = Object.keys(ctx.runtime.config.serviceAddresses).sort()
  // Before the snapshots: each change that an event up to this one tells of is in that of its service.
  state.sequence = services.includes(journal.service) ? await lastSequence(ctx) : null
  state.snapshots = await Promise.all(
    services.map(async service => ({ service, ...(await hostOf(service, ctx).takeSnapshot({})) })),
  )
  state.noted = nothingNoted(state.snapshots.map(({ at }) => at))
  const tables = await Promise.all(
    services.map(async service => {
      const { tables } = await hostOf(service, ctx).tables({})
      return tables.map(table => ({ service, table }))
    }),
  )
  state.sources = tables.flat().filter(({ service, table }) => !isJournal({ service, table }))
}

async function lastSequence({ work, runtime }: At): Promise<number | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return (await runtime.client('webhooks', { history }, scope).history.last()).sequence
}

const isJournal = ({ service, table }: typeof journal) =>
  service === journal.service && table === journal.table

/** The journal and the files belong to services that an installation may lack. */
export const hasService = ({ snapshots }: ArchiveState, name: string) =>
  snapshots.some(({ service }) => service === name)

/** A page of a table, in the order of its key. */
export async function pageOf(
  { service, table }: { service: string; table: string },
  after: string[] | null,
  { state, ctx }: { state: ArchiveState; ctx: At },
): Promise<{ rows: Row[]; next: string[] | null }> {
  const { snapshot } = state.snapshots.find(each => each.service === service)!
  const page = await hostOf(service, ctx).rows({ body: { table, after, snapshot, hidden: true } })
  const name = `${service}.${table}`
  if (!page.in_snapshot && !state.beyond_snapshot.includes(name)) state.beyond_snapshot.push(name)
  return page
}

/** References to objects that exist and that the archive lacks, each with the table of a row that has it. */
export async function referencesBeyond(
  { noted }: ArchiveState,
  ctx: At,
): Promise<{ table: string; id: string }[]> {
  if (!noted) return []
  const lacking = [...lackingBy(noted)].filter(([service]) => ctx.runtime.config.serviceAddresses[service])
  const objectLists = await Promise.all(
    lacking.map(async ([service, ids]) => (await hostOf(service, ctx).objects({ body: { ids } })).objects),
  )
  const references = objectLists.flat().map(({ id }) => ({ table: noted.named[id]!, id }))
  return references.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, maxListed)
}

/** The services need not keep their snapshots any longer; one that is away ends its own by the clock. */
export async function endSnapshots({ snapshots }: ArchiveState, ctx: At): Promise<void> {
  await Promise.allSettled(
    snapshots.map(({ service, snapshot }) => hostOf(service, ctx).endSnapshot({ body: { snapshot } })),
  )
}

/** Bytes of a file from a place on; null if it is gone. */
export async function bytesOf(id: string, start: number, { work, runtime }: At): Promise<Buffer | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { reading } = runtime.client('site', { reading: fileReading }, scope)
  try {
    const range = { start, length: 4 * 1024 * 1024 }
    const { content } = await reading.read({ path: { id: id as Id<'fil'> }, body: range })
    return Buffer.from(content, 'base64')
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
