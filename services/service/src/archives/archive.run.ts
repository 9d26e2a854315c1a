// Makes an archive: each step writes some megabytes as pieces, and the storage takes the pieces of the steps before.
import { formatTime } from '@lms/contract'
import { artifacts, pieceBytes } from '@lms/site/contract'
import { builder, type Stores } from '../builder.ts'
import type { Export } from '../exports/export.object.ts'
import { begin, fail, fileOf, finish } from '../exports/export.run.ts'
import type { ExportRow } from '../exports/export.store.ts'
import { countOf } from '../formats/archive-state.ts'
import { presentCaller } from '../orderer.ts'
import { linkEnd } from '../pieces/store-file.ts'
import { type At, day, later, second } from '../steps.ts'
import { mayTakeOut } from './archive.handlers.ts'
import { buildArchive } from './archive.task.ts'
import { goOn } from './archive-parts.ts'
import { endSnapshots } from './archive-sources.ts'
import { ArchiveWriter } from './archive-writer.ts'

/** Maximum bytes of an archive: the parts that a bucket takes. */
const maxBytes = 10_000 * 16 * 1024 ** 2
/** Pieces that may wait for the storage. */
const maxWaiting = 48
/** Days after which the storage drops an archive that was never whole. */
const maxDays = 7

export const buildArchiveTask = builder.task(
  buildArchive,
  async ({ payload: { export_id }, ...ctx }, stores) => {
    const order = await stores.exports.find(export_id)
    if (!order) return
    if (order.status === 'queued') return begin(order, ctx, stores)
    if (order.status !== 'running') return
    const caller = await presentCaller(order, ctx)
    if (!caller || !mayTakeOut(caller)) return failArchive(order.id, 'caller_without_right', ctx, stores)
    const storedFile = await grow(order, ctx)
    if (storedFile?.status === 'failed') return failArchive(order.id, 'unavailable', ctx, stores)
    if (order.written) return end(order, storedFile?.url ?? null, ctx, stores)
    const stored = storedFile?.stored_pieces ?? 0
    const waits = wholePieces(order) - stored > maxWaiting
    return waits ? { state: order.progress, at: later(ctx, second) } : write(order, stored, ctx, stores)
  },
  { failed: ({ payload, ...ctx }, stores) => failArchive(payload.export_id, 'unavailable', ctx, stores) },
)

const wholePieces = ({ size }: ExportRow) => Math.floor((size ?? 0) / pieceBytes)

/** Tells the storage how far the file is; null before it has a piece. */
async function grow(order: ExportRow, ctx: At) {
  const pieces = order.written ? order.pieces : wholePieces(order)
  if (pieces === 0) return null
  const { work, runtime } = ctx
  const scope = { school: work.school, requestId: work.origin.requestId }
  const size = order.written ? order.size! : pieces * pieceBytes
  const expires_at = order.expires_at ?? formatTime(new Date(Date.parse(order.created_at) + maxDays * day))
  return runtime.client('site', { artifacts }, scope).artifacts.grow({
    body: { ...fileOf({ ...order, expires_at }), size, pieces, is_whole: order.written },
  })
}

/** A step of the archive, and the place behind it. */
async function write(order: ExportRow, stored: number, ctx: At, stores: Stores) {
  const state = order.archive!
  const writer = new ArchiveWriter(state)
  const entriesAfter = (number: number, most: number) => stores.archiveEntries.after(order.id, number, most)
  // The manifest and the directory list entries that are committed.
  do state.place = await goOn({ state, writer, ctx, entriesAfter })
  while (!writer.isFull && state.place.part !== 'end' && !(isListing(state.place) && writer.ended.length > 0))
  const size = state.zip.offset
  if (size > maxBytes) return failArchive(order.id, 'too_large', ctx, stores)
  const pieces = await stores.pieces.grow(order.file_id, order.size ?? 0, writer.take())
  const locked = await stores.exports.lock(order.id)
  // Another process has made this step.
  if (locked.size !== order.size) return { state: locked.progress }
  stores.archiveEntries.add(order.id, writer.ended)
  stores.pieces.removeUpTo(order.file_id, stored)
  const written = state.place.part === 'end'
  stores.exports.save(locked, {
    ...{ archive: state, size, pieces, written, progress: { done: countOf(state), total: null } },
    ...(written && { expires_at: formatTime(linkEnd(ctx.runtime.clock.now())) }),
  })
  return { state: { done: countOf(state) } }
}
const isListing = ({ part }: { part: string }) => part === 'manifest' || part === 'directory'

/** Ends the export when the storage has the whole file; asks again until it has. */
async function end(order: ExportRow, url: string | null, ctx: At, stores: Stores) {
  if (url === null) return { state: order.progress, at: later(ctx, second) }
  await finish(order, url, ctx, stores)
  stores.archiveEntries.remove(order.id)
  return undefined
}

async function failArchive(
  id: ExportRow['id'],
  failure: NonNullable<Export['failure']>,
  ctx: At,
  stores: Stores,
): Promise<undefined> {
  const order = await stores.exports.find(id)
  if (order?.archive) await endSnapshots(order.archive, ctx)
  await fail(id, failure, ctx, stores)
  stores.archiveEntries.remove(id)
}
