import { type Caller, hasPermission, hasPermissions, newId, Refused } from '@lms/contract'
import { enqueue, mapPage, type Vault } from '@lms/service-host'
import { builder } from '../builder.ts'
import { ordererOf } from '../orderer.ts'
import { packagePermissions } from '../package-permissions.ts'
import { listAt, permissionsOf, unknownNames } from './declared-lists.ts'
import { exports, refusals } from './export.contract.ts'
import type { Export } from './export.object.ts'
import { placeOf } from './export.run.ts'
import type { ExportRow } from './export.store.ts'
import { buildExport } from './export.task.ts'
import { ownColumns } from './people-columns.ts'

/** Whether the caller may have the file: who ordered it, and administrators who may read all that is in it themselves. */
function mayDownload({ key_id, kind, user_id, on_behalf, list, expand }: ExportRow, caller: Caller): boolean {
  if (kind === 'full') return caller.role === 'owner'
  if (key_id === caller.key && (!on_behalf || user_id === caller.user)) return true
  const administers = caller.role === 'owner' || caller.role === 'administrator'
  const declared = listAt(list)
  const needed =
    kind === 'course' ? packagePermissions.export : declared ? permissionsOf(declared, expand) : []
  return administers && needed.length > 0 && hasPermissions(caller.rights, needed)
}

/** An export, with its link for those who may download it. */
export function exportOf(row: ExportRow, caller: Caller, vault: Vault): Export {
  const open = row.status === 'finished' && row.url !== null && mayDownload(row, caller)
  return { ...row, download_url: open ? vault.open(row.url!, placeOf(row)) : null }
}

export const exportHandlers = builder.implement(exports, {
  list: async ({ query, caller, runtime }, { exports }) =>
    mapPage(await exports.page(query), row => exportOf(row, caller, runtime.vault)),

  create: async ({ body, caller, work, runtime }, stores) => {
    const list = listAt(body.list)
    if (!list) throw new Refused(refusals.export_list_unknown)
    if (list.permission && !hasPermission(caller.rights, list.permission))
      throw new Refused(
        refusals.export_beyond_own,
        `You lack the permission ${list.permission}, which this list needs. Use a key whose role and scope include it.`,
      )
    const details = unknownNames(list, body)
    if (details.length) throw new Refused(refusals.export_fields_unknown, undefined, { details })
    await stores.exports.refuseFull()
    const own_columns = await ownColumns(body, { work, runtime })
    const exportRow = stores.exports.insert({
      ...stores.exports.fresh(newId('exp')),
      ...body,
      ...ordererOf(caller),
      ...{ kind: 'list', status: 'queued', failure: null, progress: { done: 0, total: null } },
      ...{ warnings: [], size: null, expires_at: null },
      ...{
        archive: null,
        cursor: null,
        workbook: null,
        own_columns,
        file_id: newId('fil'),
        pieces: 0,
        written: false,
        url: null,
      },
    })
    enqueue(work, buildExport, { export_id: exportRow.id })
    return exportOf(exportRow, caller, runtime.vault)
  },

  get: async ({ path, caller, runtime }, { exports }) =>
    exportOf(await exports.get(path.id), caller, runtime.vault),
})
