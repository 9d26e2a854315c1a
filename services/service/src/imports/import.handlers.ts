import { type Caller, maxOf, newId, Refused } from '@lms/contract'
import { enqueue, type Vault } from '@lms/service-host'
import { builder } from '../builder.ts'
import { ordererOf } from '../orderer.ts'
import { openingOf } from './file-head.ts'
import { imports, refusals } from './import.contract.ts'
import type { ReportedImport } from './import.object.ts'
import { mayImport, placeOf } from './import.run.ts'
import type { ImportRow } from './import.store.ts'
import { runImport } from './import.task.ts'
import { guessMapping, mappingFaults, placeMapping } from './mapping.ts'

export const noCounts = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  errors: 0,
  matched_with_other_name: 0,
}

function reported(row: ImportRow, now: string, vault: Vault): ReportedImport {
  const open = row.url !== null && row.errors_expire_at !== null && row.errors_expire_at > now
  return { ...row, errors_url: open ? vault.open(row.url!, placeOf(row)) : null }
}

export const importHandlers = builder.implement(imports, {
  list: ({ query }, { imports }) => imports.page(query),

  create: async ({ body, caller, charge, ...ctx }, stores) => {
    refuseBeyondOwn(body, caller)
    const { header, sample, isEmpty, ...opening } = await openingOf(body.file_id, ctx, {
      school: ctx.work.school,
      charge,
    })
    const mapping = body.mapping ? placeMapping(header, body.mapping) : guessMapping(header, sample)
    const details = [
      ...mappingFaults(header, body.mapping ?? []).filter(({ path }) => path.endsWith('.column')),
      ...mappingFaults(header, mapping),
    ]
    if (details.length) throw new Refused(refusals.import_mapping_refused, undefined, { details })
    await stores.imports.refuseBeyond(maxOf(imports.create.bound)!)
    const importRow = stores.imports.insert({
      ...stores.imports.fresh(newId('imp')),
      ...body,
      ...ordererOf(caller),
      ...opening,
      ...{ kind: 'people', mapping },
      ...{ status: 'queued', failure: null, counts: noCounts, course_id: null, finished_at: null },
      ...{ errors: [], other_names: [], errors_file_id: newId('fil'), pieces: 0, errors_size: 0 },
      ...{ is_read: isEmpty, url: null, errors_expire_at: null },
    })
    enqueue(ctx.work, runImport, { import_id: importRow.id })
    return importRow
  },

  get: async ({ path, now, runtime }, { imports }) =>
    reported(await imports.get(path.id), now, runtime.vault),
})

function refuseBeyondOwn(order: Parameters<typeof mayImport>[0], caller: Caller): void {
  if (!mayImport(order, caller)) throw new Refused(refusals.import_beyond_own)
}
