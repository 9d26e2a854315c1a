import { type Caller, hasPermission, maxOf, newId, Refused } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { exportOf } from '../exports/export.handlers.ts'
import { freshState } from '../formats/archive-state.ts'
import { ordererOf } from '../orderer.ts'
import { fullExports, refusals } from './archive.contract.ts'
import { buildArchive, tellOwners } from './archive.task.ts'

/** An archive has everything, whatever lists its orderer may read. */
export const mayTakeOut = ({ role, rights }: Pick<Caller, 'role' | 'rights'>): boolean =>
  role === 'owner' && hasPermission(rights, '*:read')

/** The archives that count in their maximum. */
export const standingArchives = {
  sql: `t.kind = 'full' and t.status in ('queued', 'running', 'finished')`,
  values: [],
}

export const fullExportHandlers = builder.implement(fullExports, {
  create: async ({ caller, work, runtime }, { exports }) => {
    if (!mayTakeOut(caller)) throw new Refused(refusals.archive_of_owner)
    await exports.refuseBeyond(maxOf(fullExports.create.bound)!, standingArchives)
    const exportRow = exports.insert({
      ...exports.fresh(newId('exp')),
      ...ordererOf(caller),
      ...{ kind: 'full', list: '/v1/exports/full', format: 'archive' },
      ...{ query: '', fields: null, expand: [], time_zone: 'UTC', bom: false },
      ...{ status: 'queued', failure: null, progress: { done: 0, total: null } },
      ...{ warnings: [], size: null, expires_at: null, archive: freshState() },
      ...{
        cursor: null,
        workbook: null,
        own_columns: null,
        file_id: newId('fil'),
        pieces: 0,
        written: false,
        url: null,
      },
    })
    enqueue(work, buildArchive, { export_id: exportRow.id })
    enqueue(work, tellOwners, { export_id: exportRow.id })
    return exportOf(exportRow, caller, runtime.vault)
  },
})
