// The rows of a slice go to the services that keep what they say: people, then their studies and what they bought, then to
// whom nobody writes.

import type { Caller } from '@lms/contract'
import { suppressionImports } from '@lms/crm/contract'
import { studyImports } from '@lms/learning/contract'
import { peopleImports } from '@lms/users/contract'
import { type At, clientOf } from '../steps.ts'
import type { Counts } from './counts.ts'
import type { ReportedImport, RowError } from './import.object.ts'
import type { ImportRow } from './import.store.ts'
import { placed } from './named-objects.ts'
import type { Slice } from './slice.ts'
import { takeSales } from './take-sales.ts'

/** What has become of the rows of a slice. */
export interface TakenRows {
  readonly counts: Partial<Counts>
  readonly other_names: ReportedImport['other_names']
  readonly problems: readonly Problem[]
}
/** What is wrong with a value of a row. */
export interface Problem extends Pick<RowError, 'row' | 'severity' | 'message'> {
  readonly field: string | null
}

const nothing: TakenRows = { counts: {}, other_names: [], problems: [] }

/** The key of a slice is its place in the file: a repetition gets the answer of the first time. */
export async function takeRows(
  order: ImportRow,
  { rows }: Slice,
  caller: Caller,
  ctx: At,
): Promise<TakenRows> {
  if (rows.length === 0) return nothing
  const { id: import_id, dry_run, on_match, add, consent, position } = order
  if (on_match === null) throw new Error(`${import_id} is no import of people`)
  const idempotencyKey = `${import_id} ${position}`
  const { rows: placedRows, warnings: unknown } = await placed(rows, ctx)
  const people = await usersOf(ctx).take({
    idempotencyKey,
    body: {
      ...{ import_id, dry_run, on_match, consent, rows: placedRows },
      ...{ tag_ids: add.tags, group_ids: add.groups },
      ...{ role: caller.role, rights: caller.rights.map(set => [...set]) },
    },
  })
  const { studies, sales, unwanted, errors, warnings, other_names, ...counts } = people
  const studied = studies.length
    ? await clientOf(ctx, 'learning', { studyImports }).studyImports.take({
        idempotencyKey,
        body: { import_id, dry_run, studies },
      })
    : { completions: 0, certificates: 0, warnings: [] }
  const sold = await takeSales(sales, { import_id, dry_run, idempotencyKey }, ctx)
  if (unwanted.length && !dry_run)
    await clientOf(ctx, 'crm', { suppressionImports }).suppressionImports.take({
      idempotencyKey,
      body: { import_id, addresses: unwanted },
    })
  const { completions, certificates } = studied
  return {
    counts: { ...counts, completions, certificates, orders: sold.orders, subscriptions: sold.subscriptions },
    other_names,
    problems: [
      ...errors.map(one => ({ ...one, severity: 'error' as const })),
      ...[...unknown, ...warnings, ...studied.warnings, ...sold.warnings].map(one => ({
        ...one,
        severity: 'warning' as const,
      })),
    ],
  }
}

export const usersOf = (ctx: At) => clientOf(ctx, 'users', { peopleImports }).peopleImports
