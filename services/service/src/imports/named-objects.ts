// Courses and offers that rows name, by their ids or titles.
import { saleImports } from '@lms/commerce/contract'
import { studyImports } from '@lms/learning/contract'
import { type At, clientOf } from '../steps.ts'
import type { SliceRow } from './slice.ts'

interface Unknown {
  readonly row: number
  readonly field: string
  readonly message: string
}
type Row = Pick<SliceRow, 'row' | 'values'>

/** The rows with the ids of what they name; a row that names nothing that is known is taken without it. */
export async function placed(
  rows: readonly SliceRow[],
  ctx: At,
): Promise<{ rows: Row[]; warnings: Unknown[] }> {
  const warnings: Unknown[] = []
  const named = await Promise.all(kinds.map(kind => idsOf(kind, rows, ctx)))
  const placedRows = rows.map(({ row, values }) => {
    const others = { ...values }
    for (const [index, { field, message }] of kinds.entries()) {
      const name = values[field]
      if (name === undefined) continue
      delete others[field]
      const [id, ...more] = named[index]!.get(name) ?? []
      if (id !== undefined && more.length === 0) others[`${field}_id`] = id
      else warnings.push({ row, field, message: message(id !== undefined) })
    }
    return { row, values: others }
  })
  return { rows: placedRows, warnings }
}

interface Kind {
  readonly field: string
  readonly message: (isSeveral: boolean) => string
  /** The ids of each name, in the order of the names. */
  readonly find: (names: string[], ctx: At) => Promise<readonly { ids: readonly string[] }[]>
}

const kinds: readonly Kind[] = [
  {
    field: 'course',
    message: isSeveral =>
      isSeveral
        ? 'several courses have this title; write the id of the one you mean'
        : 'no course has this title or id; make it, and import the row again',
    find: async (names, ctx) =>
      (await clientOf(ctx, 'learning', { studyImports }).studyImports.courses({ body: { names } })).courses,
  },
  {
    field: 'offer',
    message: isSeveral =>
      isSeveral
        ? 'several offers have this name; write the id of the one you mean'
        : 'no offer has this name or id; make it, and import the row again',
    find: async (names, ctx) =>
      (await clientOf(ctx, 'commerce', { saleImports }).saleImports.offers({ body: { names } })).offers,
  },
]

async function idsOf({ field, find }: Kind, rows: readonly SliceRow[], ctx: At) {
  const names = [...new Set(rows.flatMap(({ values }) => values[field] ?? []))]
  const found = names.length ? await find(names, ctx) : []
  return new Map(names.map((name, index) => [name, found[index]?.ids ?? []]))
}
