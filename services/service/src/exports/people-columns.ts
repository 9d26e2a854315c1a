// An export of people has what an import of them takes: their own fields as columns, and tags, groups, consents.
import { ApiError, type Caller, hasPermission, type Id, Refused, type ReturnsOf } from '@lms/contract'
import { suppressionImports } from '@lms/crm/contract'
import { peopleImports } from '@lms/users/contract'
import type { Column } from '../formats/cell.ts'
import { type At, clientOf } from '../steps.ts'
import type { Export } from './export.object.ts'

/** The list whose tables are imported again. */
const peopleList = '/v1/users'

type Order = Pick<Export, 'list' | 'fields' | 'format'>

/** The names of the own fields of a school, where a table of all fields of its people is ordered; else null. */
export async function ownColumns({ list, fields, format }: Order, ctx: At): Promise<string[] | null> {
  if (list !== peopleList || fields !== null || format === 'jsonl') return null
  const { fields: own } = await clientOf(ctx, 'users', { peopleImports }).peopleImports.fields({ body: {} })
  return own.map(({ name }) => name)
}

const extras = ['tags', 'groups', 'email_status', 'subscribed_at', 'consent_version'] as const

/** The columns of such a table: own fields in place of all of them in one, then what people have extras. */
export const peopleColumns = (columns: readonly Column[], own: readonly string[]): Column[] => [
  ...columns.flatMap(column =>
    column.name === 'custom_fields'
      ? own.map(name => ({ name: `custom_fields.${name}`, kind: 'text' as const }))
      : column,
  ),
  ...extras.map(name => ({ name, kind: name.endsWith('_at') ? ('time' as const) : ('text' as const) })),
]

type Item = Record<string, unknown>

/** The people of a page with what such a table says of them. */
export async function withExtras(
  items: readonly Item[],
  caller: Caller,
  ctx: At,
): Promise<{ rows: Item[]; warnings: string[] }> {
  if (items.length === 0) return { rows: [], warnings: [] }
  const user_ids = items.map(({ id }) => id as Id<'usr'>)
  const { people } = await clientOf(ctx, 'users', { peopleImports }).peopleImports.extras({
    body: { user_ids },
  })
  const { unwanted, warnings } = await unwantedOf(user_ids, caller, ctx)
  const statuses = new Map<string, string>((unwanted ?? []).map(({ user_id, status }) => [user_id, status]))
  const mayReadGroups = hasPermission(caller.rights, 'groups:read')
  const rows = items.map((item, index) => {
    const { tags, groups, subscribed_at, consent_version } = people[index]!
    return {
      ...item,
      custom_fields: Object.fromEntries(
        Object.entries((item.custom_fields ?? {}) as Item).map(([name, value]) => [
          name,
          Array.isArray(value) ? listed(value) : value,
        ]),
      ),
      tags: listed(tags),
      groups: mayReadGroups ? listed(groups) : null,
      // Who said no may have a consent all the same: it is told only where the list of suppressions was read.
      email_status: unwanted && (statuses.get(item.id as string) ?? (subscribed_at ? 'subscribed' : null)),
      subscribed_at: unwanted ? subscribed_at : null,
      consent_version: unwanted ? consent_version : null,
    }
  })
  return { rows, warnings }
}

type Unwanted = ReturnsOf<(typeof suppressionImports)['of']>['people']

/** To whom nobody writes; null where the caller may not read it. The table does not wait for the service that knows it, and says so. */
async function unwantedOf(
  user_ids: Id<'usr'>[],
  caller: Caller,
  ctx: At,
): Promise<{ unwanted: Unwanted | null; warnings: string[] }> {
  if (!hasPermission(caller.rights, 'suppressions:read')) return { unwanted: null, warnings: [] }
  try {
    const { people } = await clientOf(ctx, 'crm', { suppressionImports }).suppressionImports.of({
      body: { user_ids },
    })
    return { unwanted: people, warnings: [] }
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof Refused)) throw error
    const warning = 'email_status and consents are left out: the list of suppressions did not answer'
    return { unwanted: null, warnings: [warning] }
  }
}

/** Names in one cell, as an import takes them. */
const listed = (names: readonly string[]): string | null =>
  names.map(name => (/[;,|]/.test(name) ? `"${name.replaceAll('"', '')}"` : name)).join('; ') || null
