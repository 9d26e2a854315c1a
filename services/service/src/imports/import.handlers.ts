import { type Caller, maxOf, newId, Refused } from '@lms/contract'
import { enqueue, type Vault, type Work } from '@lms/service-host'
import { peopleImports } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { ordererOf } from '../orderer.ts'
import { columnsIn, noCells, noCounts } from './counts.ts'
import { openingOf } from './file-head.ts'
import { imports, refusals } from './import.contract.ts'
import type { ReportedImport } from './import.object.ts'
import { mayImport, placeOf } from './import.run.ts'
import type { ImportRow } from './import.store.ts'
import { runImport } from './import.task.ts'
import { guessMapping, mappingFaults, placeMapping } from './mapping.ts'

function reported(row: ImportRow, now: string, vault: Vault): ReportedImport {
  const open = row.url !== null && row.errors_expire_at !== null && row.errors_expire_at > now
  return {
    ...row,
    columns: columnsIn(row.mapping, row.column_counts),
    errors_url: open ? vault.open(row.url!, placeOf(row)) : null,
  }
}

export const importHandlers = builder.implement(imports, {
  list: ({ query }, { imports }) => imports.page(query),

  create: async ({ body, caller, charge, ...ctx }, stores) => {
    refuseBeyondOwn({ ...body, mapping: body.mapping ?? [] }, caller)
    const own = await ownFields(ctx)
    const { header, sample, isEmpty, ...opening } = await openingOf(body.file_id, ctx, {
      school: ctx.work.school,
      charge,
    })
    const mapping = body.mapping ? placeMapping(header, body.mapping) : guessMapping(header, sample, own)
    const details = mappingFaults(header, body.mapping ?? mapping, own)
    if (details.length) throw new Refused(refusals.import_mapping_refused, undefined, { details })
    refuseBeyondOwn({ ...body, mapping }, caller)
    await stores.imports.refuseBeyond(maxOf(imports.create.bound)!)
    const importRow = stores.imports.insert({
      ...stores.imports.fresh(newId('imp')),
      ...body,
      ...ordererOf(caller),
      ...opening,
      ...{ kind: 'people', mapping },
      ...{ status: 'queued', failure: null, counts: noCounts, course_id: null, finished_at: null },
      ...{
        errors: [],
        report: null,
        other_names: [],
        errors_file_id: newId('fil'),
        pieces: 0,
        errors_size: 0,
      },
      ...{ is_read: isEmpty, url: null, errors_expire_at: null, column_counts: mapping.map(() => noCells) },
    })
    enqueue(ctx.work, runImport, { import_id: importRow.id })
    return importRow
  },

  get: async ({ path, now, runtime }, { imports }) =>
    reported(await imports.get(path.id), now, runtime.vault),
})

/** The custom fields that take new values. */
async function ownFields({ work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { fields } = await runtime
    .client('users', { peopleImports }, scope)
    .peopleImports.fields({ body: {} })
  return fields
}

function refuseBeyondOwn(order: Parameters<typeof mayImport>[0], caller: Caller): void {
  if (!mayImport(order, caller)) throw new Refused(refusals.import_beyond_own)
}
