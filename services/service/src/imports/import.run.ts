// Runs an import: a slice of rows in each step. The users service takes a slice once, whatever number of times it comes,
// and the counts and the place in the file are committed together.
import { ArchiveRefused } from '@lms/archive'
import { type Caller, formatTime, hasPermissions } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { presentCaller } from '../orderer.ts'
import { linkEnd, storeFile } from '../pieces/store-file.ts'
import { readPart } from '../reading/source.ts'
import { type At, day, later, second } from '../steps.ts'
import { columnCounts, summed } from './counts.ts'
import { type Import, maxListedErrors, maxNames, maxRows, type RowError } from './import.object.ts'
import type { ImportRow } from './import.store.ts'
import { forgetImport, keptDays, runImport } from './import.task.ts'
import { inTextThread } from './in-text-thread.ts'
import { problemHeader, problemLines } from './problems.ts'
import { maxTextBytes, nextText, openSheet, type SheetState } from './sheet.ts'
import type { Slice } from './slice.ts'
import { bytesOfSlice, rowsAtOnce, sliceBytes } from './slice-bytes.ts'
import { type TakenRows, takeRows, usersOf } from './take-rows.ts'

/** A run takes a quarter of the time: it rests three times as long as its last slice took, however busy the others are. */
const restOfSlice = 3
const longestRest = 10 * second

type Failure = NonNullable<Import['failure']>

export const runImportTask = builder.task(
  runImport,
  async ({ payload: { import_id }, ...ctx }, stores) => {
    const order = await stores.imports.find(import_id)
    if (!order) return
    if (order.status === 'queued') return begin(order, ctx, stores)
    if (order.status !== 'running') return
    if (order.is_read) return finish(order, ctx, stores)
    return take(order, ctx, stores).catch(error => {
      if (error instanceof ArchiveRefused) return fail(order.id, 'file_malformed', ctx, stores)
      throw error
    })
  },
  { failed: ({ payload, ...ctx }, stores) => fail(payload.import_id, 'unavailable', ctx, stores) },
)

/** The number of imports is bounded where they begin. */
const patient = ({ work }: At) => ({ school: work.school, patient: true })

/** One import of a school at a time. */
async function begin({ id }: ImportRow, ctx: At, { imports }: Stores) {
  if (!(await imports.lockTurn())) return { state: { done: 0 }, at: later(ctx, 2 * second) }
  imports.move(await imports.lock(id), 'begin')
  return { state: { done: 0 } }
}

type Rightful = Pick<Import, 'add' | 'mapping'>

/** Fields by which an address may be put on the list of suppressions. */
const suppressing = ['email_status', 'unsubscribed', 'unsubscribed_at', 'bounced_at']

/** The permissions of an order. */
export function permissionsOf({ add, mapping }: Rightful) {
  const fields = new Set(mapping.map(({ field }) => field))
  const hasRefunds = ['order_status', 'order_refunded_amount', 'order_refunded_at'].some(field =>
    fields.has(field),
  )
  const hasCertificates = fields.has('certificate_number')
  return [
    'users:write' as const,
    ...(add.tags.length || fields.has('tags') ? (['tags:write'] as const) : []),
    ...(add.groups.length || fields.has('groups') ? (['groups:write'] as const) : []),
    ...(fields.has('course') ? (['accesses:write', 'enrollments:write'] as const) : []),
    ...(fields.has('offer') ? (['orders:write'] as const) : []),
    ...(fields.has('stripe_subscription_id') ? (['subscriptions:write'] as const) : []),
    ...(hasRefunds ? (['payments:write'] as const) : []),
    ...(hasCertificates ? (['certificates:write'] as const) : []),
    ...(suppressing.some(field => fields.has(field)) ? (['suppressions:write'] as const) : []),
  ]
}
export const mayImport = (order: Rightful, { rights }: Pick<Caller, 'rights'>): boolean =>
  hasPermissions(rights, permissionsOf(order))

/** Takes the next slice of the file. */
async function take(order: ImportRow, ctx: At, stores: Stores) {
  const caller = await presentCaller(order, ctx)
  if (!caller || !mayImport(order, caller)) return fail(order.id, 'caller_without_right', ctx, stores)
  if (order.sheet?.is_done === false) return write(order, order.sheet, ctx, stores)
  const next = await nextSlice(order, ctx, stores)
  if (!next) return fail(order.id, 'file_missing', ctx, stores)
  const { slice, size } = next
  if (!slice) {
    const row = order.counts.rows + 1
    return fail(order.id, 'file_malformed', ctx, stores, { ...openRow, row })
  }
  if (order.counts.rows + slice.count > maxRows) return fail(order.id, 'too_many_rows', ctx, stores)
  const began = performance.now()
  const result = await takeRows(order, slice, caller, ctx)
  const rest = Math.min(longestRest, restOfSlice * (performance.now() - began))
  const locked = await stores.imports.lock(order.id)
  const problems = problemsOf(order, slice, result)
  const failed = new Set(problems.filter(({ severity }) => severity === 'error').map(({ row }) => row))
  const counts = summed(locked.counts, {
    ...result.counts,
    rows: slice.count,
    empty: slice.empty,
    errors: failed.size,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
  })
  const position = locked.position + slice.bytes
  stores.imports.save(locked, {
    position,
    is_read: position >= size,
    counts,
    column_counts: columnCounts(order.mapping, locked.column_counts, { filled: slice.filled, problems }),
    errors: [...locked.errors, ...problems].slice(0, maxListedErrors),
    other_names: [...locked.other_names, ...result.other_names].slice(0, maxNames),
    ...addProblems(locked, problems, slice, stores),
  })
  const state = { done: counts.rows }
  return order.dry_run || position >= size ? { state } : { state, at: later(ctx, rest) }
}

/**
 * The next slice, null if a row does not end where it should, and the bytes of the whole text; null if the file is gone.
 * Depends on the row alone, so that a repetition takes the same one.
 */
async function nextSlice(order: ImportRow, ctx: At, stores: Stores) {
  const most = order.dry_run ? rowsAtOnce.dryRun : rowsAtOnce.run
  const read = async (length: number) => {
    const part = await partOf(order, length, ctx, stores)
    if (!part) return null
    const { bytes, size } = part
    const isEnd = order.position + bytes.length >= size
    const options = { before: order.counts.rows, most, isEnd }
    const slice = await inTextThread('slice', { part: bytes, form: formOf(order), ...options }, patient(ctx))
    return { size, slice }
  }
  const next = await read(bytesOfSlice(order, most))
  // A row that is much longer than those before is read again, with the most that a row may have.
  return next && !next.slice ? read(sliceBytes) : next
}

/** The next bytes of the text, and the bytes of all of it; null if the file is gone. */
async function partOf({ sheet, file_id, position }: ImportRow, length: number, ctx: At, { pieces }: Stores) {
  const range = { start: position, length }
  return sheet
    ? { bytes: await pieces.range(sheet.text_file_id, range), size: sheet.size }
    : readPart(file_id, range, ctx)
}

function formOf({ id, sheet, encoding, delimiter, mapping }: ImportRow) {
  if (sheet) return { mapping, encoding: 'utf-8', delimiter: 'comma' as const }
  if (encoding === null || delimiter === null) throw new Error(`${id} is no import of people`)
  return { mapping, encoding, delimiter }
}

/** Writes the next rows of a workbook as text. */
async function write(order: ImportRow, sheet: SheetState, ctx: At, stores: Stores) {
  const file = await readPart(order.file_id, { start: 0, length: 1 }, ctx)
  const workbook = file && (await openSheet(order.file_id, file.size, ctx, patient(ctx)))
  if (!workbook) return fail(order.id, 'file_missing', ctx, stores)
  const { text, state } = await nextText(workbook, sheet, maxRows)
  if (state.rows > maxRows) return fail(order.id, 'too_many_rows', ctx, stores)
  if (state.size > maxTextBytes) return fail(order.id, 'file_too_large', ctx, stores)
  await stores.pieces.grow(sheet.text_file_id, sheet.size, text)
  const locked = await stores.imports.lock(order.id)
  stores.imports.save(locked, { sheet: state, is_read: state.is_done && state.size === 0 })
  return { state: { done: 0 } }
}

/** All problems of a slice by row, with the columns of their fields. */
function problemsOf({ mapping }: ImportRow, { faults }: Slice, { problems }: TakenRows): RowError[] {
  const columnOf = (field: string | null) => mapping.find(each => each.field === field)?.column ?? field
  const all: RowError[] = [
    ...faults.map(({ row, message }) => ({ row, column: null, severity: 'error' as const, message })),
    ...problems.map(({ field, ...problem }) => ({ ...problem, column: columnOf(field) })),
  ]
  return all.sort((one, other) => one.row - other.row)
}

/** Adds the rows with problems to their file. */
function addProblems(order: ImportRow, problems: readonly RowError[], { rows }: Slice, { pieces }: Stores) {
  if (problems.length === 0) return {}
  const columns = order.mapping.map(({ column }) => column)
  const cells = new Map(rows.map(each => [each.row, each.cells]))
  const head = order.pieces === 0 ? problemHeader(columns) : ''
  const bytes = Buffer.from(head + problemLines(problems, columns, row => cells.get(row)))
  return {
    pieces: pieces.add(order.errors_file_id, order.pieces, bytes),
    errors_size: order.errors_size + bytes.length,
  }
}

/** Has the file of errors stored, then ends. */
async function finish(order: ImportRow, ctx: At, stores: Stores) {
  if (order.dry_run) await usersOf(ctx).end({ body: { import_id: order.id } })
  const until = order.errors_expire_at ?? formatTime(linkEnd(ctx.runtime.clock.now()))
  if (order.pieces > 0 && order.errors_expire_at === null) {
    stores.imports.save(await stores.imports.lock(order.id), { errors_expire_at: until })
    return { state: { done: order.counts.rows } }
  }
  const stored = order.pieces > 0 ? await storeFile(errorsFileOf(order, until), ctx) : null
  if (stored?.status === 'storing') return { state: { done: order.counts.rows }, at: later(ctx, second) }
  const { imports, pieces } = stores
  const locked = await imports.lock(order.id)
  pieces.remove(order.errors_file_id)
  if (order.sheet) pieces.remove(order.sheet.text_file_id)
  const url = stored?.url ? ctx.runtime.vault.seal(stored.url, placeOf(order)) : null
  imports.move(locked, 'finish', { url, finished_at: formatTime(ctx.runtime.clock.now()) })
  forgetLater(order.id, ctx)
}

/** The place of a link, so that it cannot be moved into another row. */
export const placeOf = ({ school_id, id }: Pick<ImportRow, 'school_id' | 'id'>) =>
  `service.imports ${school_id} ${id}`

const errorsFileOf = ({ id, errors_file_id, errors_size, pieces }: ImportRow, expires_at: string) => ({
  id: errors_file_id,
  name: `errors-${id}.csv`,
  content_type: 'text/csv',
  size: errors_size,
  pieces,
  expires_at,
})

const openRow = {
  column: null,
  severity: 'error' as const,
  message: 'does not end within 64 KB or before the end of the file: look for a quote that is not closed',
}

async function fail(
  id: ImportRow['id'],
  failure: Failure,
  ctx: At,
  { imports, pieces }: Stores,
  error?: RowError,
) {
  const order = await imports.find(id)
  if (!order || (order.status !== 'queued' && order.status !== 'running')) return
  if (order.dry_run && failure !== 'unavailable') await usersOf(ctx).end({ body: { import_id: id } })
  const locked = await imports.lock(id)
  pieces.remove(locked.errors_file_id)
  if (locked.sheet) pieces.remove(locked.sheet.text_file_id)
  const errors = [...locked.errors, ...(error ? [error] : [])].slice(-maxListedErrors)
  imports.move(locked, 'fail', { failure, errors, finished_at: formatTime(ctx.runtime.clock.now()) })
  forgetLater(id, ctx)
}

function forgetLater(id: ImportRow['id'], ctx: At): void {
  const until = later(ctx, keptDays * day)
  enqueue(ctx.work, forgetImport, { import_id: id }, { at: until, key: id })
}

export const forgetImportTask = builder.task(
  forgetImport,
  async ({ payload: { import_id }, ...ctx }, { imports }) => {
    const importRow = await imports.find(import_id)
    if (!importRow) return
    // A dry run that ended because users was unavailable may have left its decisions there.
    if (importRow.dry_run) await usersOf(ctx).end({ body: { import_id } })
    imports.remove(importRow)
  },
)
