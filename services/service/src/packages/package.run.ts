// The end of the import or export of a package: by its maker, or a day later by the clock.
import { formatTime } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { fail as failExport } from '../exports/export.run.ts'
import type { Import } from '../imports/import.object.ts'
import type { ImportRow } from '../imports/import.store.ts'
import { forgetImport, keptDays } from '../imports/import.task.ts'
import { type At, day, later } from '../steps.ts'
import { endPackage } from './package.task.ts'

/** Has the package ended in a day, if its maker has not ended it. */
export function endLater(of: { import_id: Import['id'] } | { export_id: `exp_${string}` }, ctx: At): void {
  const payload = { import_id: null, export_id: null, ...of }
  enqueue(ctx.work, endPackage, payload, {
    at: later(ctx, day),
    key: payload.import_id ?? payload.export_id!,
  })
}

export const endPackageTask = builder.task(
  endPackage,
  async ({ payload: { import_id, export_id }, ...ctx }, stores) => {
    if (import_id && (await stores.imports.find(import_id)))
      endImport(await stores.imports.lock(import_id), 'unavailable', ctx, stores)
    if (export_id && (await stores.exports.find(export_id)))
      await failExport(export_id, 'unavailable', ctx, stores)
  },
)

/** Ends a locked import that has not ended. */
export function endImport(row: ImportRow, failure: Import['failure'], ctx: At, { imports }: Stores): void {
  if (row.status !== 'queued' && row.status !== 'running') return
  const changes = { failure, finished_at: formatTime(ctx.runtime.clock.now()) }
  const beginMoves = row.status === 'queued' ? (['begin'] as const) : []
  imports.move(row, [...beginMoves, failure === null ? 'finish' : 'fail'], changes)
  enqueue(ctx.work, forgetImport, { import_id: row.id }, { at: later(ctx, keptDays * day), key: row.id })
}
