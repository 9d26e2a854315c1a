import { hasPermission, newId, Refused } from '@lms/contract'
import { enqueue, missing, type Vault } from '@lms/service-host'
import { builder } from '../builder.ts'
import { type DataExport, dataExports, downloads, queueRoom, refusals } from './export.contract.ts'
import { linkToken, readToken } from './export.rules.ts'
import type { DataExportRow } from './export.store.ts'
import { buildExport } from './export.task.ts'

const keyOf = (vault: Vault) => vault.derive('links to data exports')

function shown(row: DataExportRow, vault: Vault): DataExport {
  const { id, school_id: school, user_id, status, failure, expires_at, version, created_at, updated_at } = row
  const token = status === 'ready' && expires_at ? linkToken(keyOf(vault), { school, id, expires_at }) : null
  const download_path = token && `/downloads/${token}`
  return { id, user_id, status, failure, download_path, expires_at, version, created_at, updated_at }
}

/** Whether an export is still of use. One that was too large would be so again: it stays until it is deleted. */
const stands = ({ status, failure, expires_at }: DataExportRow, now: string) =>
  status === 'queued' || failure === 'too_large' || (status === 'ready' && expires_at! > now)

export const dataExportHandlers = builder.implement(dataExports, {
  order: async ({ path, caller, now, work, runtime }, { users, dataExports }) => {
    if (!hasPermission(caller.rights, '*:read')) throw new Refused(refusals.export_beyond_own)
    const user = await users.lock(path.id)
    const [last] = await dataExports.of(user.id)
    if (last && stands(last, now)) return shown(last, runtime.vault)
    await dataExports.refuseBeyond(queueRoom, { sql: `t.status = 'queued'`, values: [] })
    const made = dataExports.insert({
      ...dataExports.fresh(newId('job')),
      user_id: user.id,
      status: 'queued',
      failure: null,
      content: null,
      expires_at: null,
    })
    enqueue(work, buildExport, { export_id: made.id })
    return shown(made, runtime.vault)
  },
})

export const downloadHandlers = builder.implement(downloads, {
  fetch: async ({ path, work, runtime }, { dataExports }) => {
    const id = readToken(keyOf(runtime.vault), path.token, work.school, runtime.clock.now())
    const found = id ? await dataExports.find(id) : null
    if (!found?.content) return missing()
    return { name: `personal-data-${found.user_id}.json`, content: runtime.vault.open(found.content) }
  },
})
