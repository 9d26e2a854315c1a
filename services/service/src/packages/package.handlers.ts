import { formatTime, type Id, maxOf, newId, Refused } from '@lms/contract'
import { enqueue, missing } from '@lms/service-host'
import { builder } from '../builder.ts'
import { fail as failExport } from '../exports/export.run.ts'
import { buildExport } from '../exports/export.task.ts'
import { noCounts } from '../imports/counts.ts'
import { imports } from '../imports/import.contract.ts'
import { linkEnd } from '../pieces/store-file.ts'
import { packageExports, packageImports } from './package.contract.ts'
import { endImport, endLater } from './package.run.ts'

const noted = { noted: true } as const

/** Whether there is room, as the answer to the other service. */
async function isRefused(refusing: Promise<void>): Promise<boolean> {
  try {
    await refusing
    return false
  } catch (error) {
    if (error instanceof Refused) return true
    throw error
  }
}

export const packageImportHandlers = builder.implement(packageImports, {
  begin: async ({ body, ...ctx }, stores) => {
    if (await stores.imports.find(body.id)) return { begun: true }
    if (await isRefused(stores.imports.refuseBeyond(maxOf(imports.create.bound)!))) return { begun: false }
    stores.imports.insert({
      ...stores.imports.fresh(body.id as Id<'imp'>),
      ...body,
      ...{ kind: 'course', mapping: [], encoding: null, delimiter: null, on_match: null, position: 0 },
      ...{ add: { tags: [], groups: [] }, consent: null, course_id: null },
      ...{ status: 'queued', failure: null, counts: noCounts, finished_at: null },
      ...{
        errors: [],
        report: null,
        other_names: [],
        errors_file_id: newId('fil'),
        pieces: 0,
        errors_size: 0,
      },
      ...{ is_read: true, sheet: null, url: null, errors_expire_at: null, column_counts: [] },
    })
    endLater({ import_id: body.id as Id<'imp'> }, ctx)
    return { begun: true }
  },

  note: async ({ path, body, ...ctx }, stores) => {
    const { end, counts, errors, ...others } = body
    const fields = {
      ...others,
      counts: counts && { ...noCounts, ...counts },
      errors: errors?.map(one => ({ severity: 'error' as const, ...one })),
    }
    const row = await stores.imports.lockAnyVersion(path.id)
    if (row.status !== 'queued' && row.status !== 'running') return noted
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const saved =
      row.status === 'queued' ? stores.imports.move(row, 'begin', changes) : stores.imports.save(row, changes)
    if (end) endImport(saved, end.failure, ctx, stores)
    return noted
  },
})

export const packageExportHandlers = builder.implement(packageExports, {
  begin: async ({ body, ...ctx }, stores) => {
    if (await stores.exports.find(body.id)) return { begun: true }
    if (await isRefused(stores.exports.refuseFull())) return { begun: false }
    stores.exports.insert({
      ...stores.exports.fresh(body.id as Id<'exp'>),
      ...body,
      ...{ kind: 'course', query: '', fields: null, expand: [], time_zone: 'UTC', bom: false },
      ...{ status: 'queued', failure: null, progress: { done: 0, total: null } },
      ...{ warnings: [], size: null, expires_at: null },
      ...{
        archive: null,
        cursor: null,
        workbook: null,
        own_columns: null,
        file_id: newId('fil'),
        pieces: 0,
        written: false,
        url: null,
      },
    })
    endLater({ export_id: body.id as Id<'exp'> }, ctx)
    return { begun: true }
  },

  add: async ({ path, body }, { exports, pieces }) => {
    const row = await exports.lockAnyVersion(path.id)
    if (row.status === 'queued' || (row.status === 'running' && !row.written))
      pieces.put(row.file_id, Number(path.number), body.content)
    return noted
  },

  // The storage takes the file as it takes that of a list.
  end: async ({ path, body, ...ctx }, stores) => {
    const row = (await stores.exports.find(path.id)) ?? missing()
    if (row.status !== 'queued') return noted
    if (body.failure !== null || body.pieces === 0) {
      await failExport(row.id, body.failure ?? 'unavailable', ctx, stores)
      return noted
    }
    const locked = await stores.exports.lockAnyVersion(row.id)
    if (locked.status !== 'queued') return noted
    stores.exports.move(locked, 'begin', {
      ...{ pieces: body.pieces, size: body.size, written: true },
      progress: { done: body.objects, total: null },
      warnings: body.warnings,
      expires_at: formatTime(linkEnd(ctx.runtime.clock.now())),
    })
    enqueue(ctx.work, buildExport, { export_id: row.id })
    return noted
  },
})
