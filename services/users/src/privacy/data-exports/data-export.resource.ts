import { hasPermission, newId, Refused } from '@lms/contract'
import { downloadPath, enqueue, type Runtime, type Vault } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { checkReach } from '../../reach.ts'
import { type DataExport, dataExports, queueRoom, refusals } from './export.contract.ts'
import { buildExportTask, removeExportTask } from './export.run.ts'
import type { DataExportRow } from './export.store.ts'
import { buildExport } from './export.task.ts'

function dataExportOf(row: DataExportRow, vault: Vault): DataExport {
  const { id, school_id: school, user_id, status, failure, expires_at, version, created_at, updated_at } = row
  const ready = status === 'finished' && expires_at
  const download_path = ready ? downloadPath(vault, { school, id, expires_at }) : null
  return { id, user_id, status, failure, download_path, expires_at, version, created_at, updated_at }
}

/** Whether an export is still of use. One that was too large would be so again: it stays until it is deleted. */
const stands = ({ status, failure, expires_at }: DataExportRow, now: string) =>
  status === 'queued' || failure === 'too_large' || (status === 'finished' && expires_at! > now)

/** The exports that count in the maximum of waiting ones. */
const waitingExports = { sql: `t.status = 'queued'`, values: [] }

const dataExportHandlers = builder.implement(dataExports, {
  order: async ({ path, caller, now, work, runtime }, { users, dataExports }) => {
    if (!hasPermission(caller.rights, '*:read')) throw new Refused(refusals.export_beyond_own)
    const user = await users.lock(path.id)
    checkReach(user, caller)
    const [last] = await dataExports.of(user.id)
    if (last && stands(last, now)) return dataExportOf(last, runtime.vault)
    await dataExports.refuseBeyond(queueRoom, waitingExports)
    const exportRow = dataExports.insert({
      ...dataExports.fresh(newId('job')),
      user_id: user.id,
      status: 'queued',
      failure: null,
      content: null,
      expires_at: null,
    })
    enqueue(work, buildExport, { export_id: exportRow.id })
    return dataExportOf(exportRow, runtime.vault)
  },
})

/** The file of a ready export; null for another one. */
async function fileOfExport(id: string, { dataExports }: Stores, { vault }: Runtime) {
  const exportRow = await dataExports.find(id)
  if (!exportRow?.content) return null
  const name = `personal-data-${exportRow.user_id}.json`
  const content = vault.open(exportRow.content)
  return { name, type: 'application/json; charset=utf-8', content, encoding: 'utf8' as const }
}

export const dataExportResource = builder.resource({
  handlers: [dataExportHandlers],
  tasks: [buildExportTask(), removeExportTask],
  used: { too_many_exports: ({ dataExports }, most) => dataExports.standing(most, waitingExports) },
  files: { job: fileOfExport },
})
