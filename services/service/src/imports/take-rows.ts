// The rows of a slice go to the services that keep what they say: people, then their studies, then to whom nobody writes.

import type { Caller, Id } from '@lms/contract'
import { suppressionImports } from '@lms/crm/contract'
import { studyImports } from '@lms/learning/contract'
import { peopleImports } from '@lms/users/contract'
import { type At, clientOf } from '../steps.ts'
import type { Counts } from './counts.ts'
import type { ReportedImport, RowError } from './import.object.ts'
import type { ImportRow } from './import.store.ts'
import type { Slice, SliceRow } from './slice.ts'

/** What has become of the rows of a slice. */
export interface TakenRows {
  readonly counts: Partial<Counts>
  readonly other_names: ReportedImport['other_names']
  readonly problems: readonly Problem[]
}
interface Problem extends Pick<RowError, 'row' | 'severity' | 'message'> {
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
  const placed = await withCourses(rows, ctx)
  const people = await usersOf(ctx).take({
    idempotencyKey,
    body: {
      ...{ import_id, dry_run, on_match, consent, rows: placed.rows },
      ...{ tag_ids: add.tags, group_ids: add.groups },
      ...{ role: caller.role, rights: caller.rights.map(set => [...set]) },
    },
  })
  const { studies, unwanted, errors, warnings, other_names, ...counts } = people
  const studied = studies.length
    ? await clientOf(ctx, 'learning', { studyImports }).studyImports.take({
        idempotencyKey,
        body: { import_id, dry_run, studies },
      })
    : { completions: 0, certificates: 0, warnings: [] }
  if (unwanted.length && !dry_run)
    await clientOf(ctx, 'crm', { suppressionImports }).suppressionImports.take({
      idempotencyKey,
      body: { import_id, addresses: unwanted },
    })
  const { completions, certificates } = studied
  return {
    counts: { ...counts, completions, certificates },
    other_names,
    problems: [
      ...errors.map(one => ({ ...one, severity: 'error' as const })),
      ...[...placed.warnings, ...warnings, ...studied.warnings].map(one => ({
        ...one,
        severity: 'warning' as const,
      })),
    ],
  }
}

/** The rows with the ids of their courses; a row of a course that nobody knows is taken without it. */
async function withCourses(rows: readonly SliceRow[], ctx: At) {
  const names = [...new Set(rows.flatMap(({ values }) => values.course ?? []))]
  const { courses } = names.length
    ? await clientOf(ctx, 'learning', { studyImports }).studyImports.courses({ body: { names } })
    : { courses: [] }
  const ids = new Map(names.map((name, index) => [name, courses[index]?.ids ?? []]))
  const warnings: Omit<Problem, 'severity'>[] = []
  const placedRows = rows.map(({ row, values: { course, ...values } }) => {
    if (course === undefined) return { row, values }
    const [id, ...others] = ids.get(course) ?? []
    if (id && others.length === 0) return { row, values: { ...values, course_id: id as Id<'crs'> } }
    const message = id
      ? 'several courses have this title; write the id of the one you mean'
      : 'no course has this title or id; make it, and import the row again'
    warnings.push({ row, field: 'course', message })
    return { row, values }
  })
  return { rows: placedRows, warnings }
}

export const usersOf = (ctx: At) => clientOf(ctx, 'users', { peopleImports }).peopleImports
