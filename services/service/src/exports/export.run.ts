// Builds an export: page by page into pieces of its file, then into the storage.
import { ApiError, formatTime } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { presentCaller } from '../orderer.ts'
import { linkEnd, storeFile } from '../pieces/store-file.ts'
import { type At, day, later, second } from '../steps.ts'
import { columnsOf, listAt } from './declared-lists.ts'
import type { Export } from './export.object.ts'
import type { ExportRow } from './export.store.ts'
import { buildExport, expireExport, keptDays } from './export.task.ts'
import { pageOf } from './export-pages.ts'
import { contentTypes, extensions, rowsOf } from './export-rows.ts'
import { peopleColumns, withExtras } from './people-columns.ts'

/** Maximum bytes of a file. */
const maxBytes = 1024 ** 3
/** Bytes after which a step commits what it has. */
const stepBytes = 1024 ** 2
/** Milliseconds after which it does so in any case. */
const stepMs = 20_000

type Failure = NonNullable<Export['failure']>

export const buildExportTask = builder.task(
  buildExport,
  async ({ payload: { export_id }, ...ctx }, stores) => {
    const order = await stores.exports.find(export_id)
    if (!order) return
    if (order.status === 'queued') return begin(order, ctx, stores)
    if (order.status !== 'running') return
    return order.written ? store(order, ctx, stores) : write(order, ctx, stores)
  },
  { failed: ({ payload, ...ctx }, stores) => fail(payload.export_id, 'unavailable', ctx, stores) },
)

/** One export of a school at a time. */
export async function begin({ id }: ExportRow, ctx: At, { exports }: Stores) {
  if (!(await exports.lockTurn())) return { state: { done: 0 }, at: later(ctx, 2 * second) }
  exports.move(await exports.lock(id), 'begin')
  return { state: { done: 0 } }
}

/** Reads pages until there is a piece, and commits it with the place in the list. */
async function write(order: ExportRow, ctx: At, stores: Stores) {
  const read = await readPages(order, ctx)
  if ('failure' in read) return fail(order.id, read.failure, ctx, stores)
  const { bytes, items, cursor, workbook, warnings } = read
  const size = (order.size ?? 0) + bytes.length
  if (size > maxBytes) return fail(order.id, 'too_large', ctx, stores)
  const locked = await stores.exports.lock(order.id)
  const done = locked.progress.done + items
  stores.exports.save(locked, {
    cursor,
    workbook,
    size,
    warnings: [...new Set([...locked.warnings, ...warnings])].slice(0, 20),
    progress: { done, total: null },
    pieces: stores.pieces.add(order.file_id, locked.pieces, bytes),
    written: cursor === null,
    ...(cursor === null && { expires_at: formatTime(linkEnd(ctx.runtime.clock.now())) }),
  })
  return { state: { done } }
}

async function readPages(order: ExportRow, ctx: At) {
  const list = listAt(order.list)
  if (!list) return { failure: 'list_refused' as const }
  const caller = await presentCaller(order, ctx)
  if (!caller) return { failure: 'caller_without_right' as const }
  const { own_columns } = order
  const declared = columnsOf(list, order)
  const columns = own_columns ? peopleColumns(declared, own_columns) : declared
  const until = performance.now() + stepMs
  const parts: Buffer[] = []
  const warnings: string[] = []
  let { cursor, workbook } = order
  let isBegun = order.pieces > 0
  for (let items = 0, bytes = 0; ; ) {
    const page = await pageOf(order, cursor, { list, caller, ...ctx }).catch(refusalOf)
    if ('failure' in page) return page
    cursor = page.next_cursor
    const people = own_columns ? await withExtras(page.data, caller, ctx) : null
    const chunk = rowsOf(order, columns, people?.rows ?? page.data, {
      isBegun,
      workbook,
      ends: cursor === null,
    })
    workbook = chunk.workbook
    isBegun ||= chunk.bytes.length > 0
    parts.push(chunk.bytes)
    warnings.push(
      ...[...(page.warnings ?? []), ...(people?.warnings ?? []), ...chunk.warnings].map(warning =>
        warning.slice(0, 500),
      ),
    )
    items += page.data.length
    bytes += chunk.bytes.length
    if (cursor === null || bytes >= stepBytes || performance.now() > until)
      return { bytes: Buffer.concat(parts), items, cursor, workbook, warnings }
  }
}

/** What a refusal of the list means for the export. What may pass is thrown, and the step is repeated. */
function refusalOf(error: unknown): { failure: Failure } {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
  return { failure: error.status === 403 ? 'caller_without_right' : 'list_refused' }
}

/** Has the storage take the file; asks again until it has. */
async function store(order: ExportRow, ctx: At, stores: Stores) {
  const { status, url } = await storeFile(fileOf(order), ctx)
  if (status === 'failed') return fail(order.id, 'unavailable', ctx, stores)
  if (url === null) return { state: order.progress, at: later(ctx, second) }
  return finish(order, url, ctx, stores)
}

/** Ends an export whose file the storage has. */
export async function finish(
  order: ExportRow,
  url: string,
  ctx: At,
  { exports, pieces }: Stores,
): Promise<undefined> {
  const locked = await exports.lock(order.id)
  pieces.remove(order.file_id)
  const { done } = locked.progress
  const location = placeOf(order)
  exports.move(locked, 'finish', {
    url: ctx.runtime.vault.seal(url, location),
    progress: { done, total: done },
    workbook: null,
    archive: null,
  })
  const until = new Date(order.expires_at!)
  enqueue(ctx.work, expireExport, { export_id: order.id }, { at: until, key: order.id })
}

/** The place of a link, so that it cannot be moved into another row. */
export const placeOf = ({ school_id, id }: Pick<ExportRow, 'school_id' | 'id'>) =>
  `service.exports ${school_id} ${id}`

/** `orders-2026-11-21.csv`, `courses-2026-11-21.zip`. */
export const fileOf = ({ file_id, kind, list, format, size, pieces, expires_at, created_at }: ExportRow) => ({
  id: file_id,
  name: `${kind === 'full' ? 'school' : list.split('/')[2]}-${created_at.slice(0, 10)}.${extensions[format]}`,
  content_type: contentTypes[format],
  size: size!,
  pieces,
  expires_at: expires_at!,
})

export async function fail(id: ExportRow['id'], failure: Failure, ctx: At, { exports, pieces }: Stores) {
  const order = await exports.lock(id)
  if (order.status !== 'queued' && order.status !== 'running') return
  pieces.remove(order.file_id)
  exports.move(order, 'fail', { failure, size: null, workbook: null, archive: null, expires_at: null })
  forgetLater(id, ctx)
}

function forgetLater(id: ExportRow['id'], ctx: At): void {
  const until = later(ctx, keptDays * day)
  enqueue(ctx.work, expireExport, { export_id: id }, { at: until, key: id })
}

export const expireExportTask = builder.task(
  expireExport,
  async ({ payload: { export_id }, ...ctx }, { exports }) => {
    const storedExport = await exports.find(export_id)
    if (!storedExport) return
    const order = await exports.lock(export_id)
    if (order.status !== 'finished') return exports.remove(order)
    exports.move(order, 'expire', { url: null })
    forgetLater(order.id, ctx)
  },
)
