// The list of an export, read page by page as the caller who ordered it.
import { type Caller, L, type Page } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { z } from 'zod'
import type { DeclaredList } from './declared-lists.ts'
import type { ExportRow } from './export.store.ts'

const pageItems = 500
/** Parameters that the export sets itself. */
const own = new Set(['limit', 'cursor', 'fields', 'expand'])

/** A page of the list from a cursor on, or its first one. Throws the ApiError of the list. */
export function pageOf(
  order: Pick<ExportRow, 'list' | 'query' | 'fields' | 'expand'>,
  cursor: string | null,
  { list, caller, work, runtime }: { list: DeclaredList; caller: Caller } & Pick<Work, 'work' | 'runtime'>,
): Promise<Page<Record<string, unknown>>> {
  const operation = L(`GET ${order.list}` as `GET /${string}`, {
    summary: order.list,
    permission: list.permission,
    returns: z.record(z.string(), z.unknown()),
    list: { filters: {}, sorts: [], bare: true },
  })
  const scope = { school: work.school, requestId: work.origin.requestId, caller }
  const query = queryOf(order, cursor, list)
  return runtime.client(list.service, { lists: { page: operation } }, scope).lists.page({ query })
}

/** The parameters of a page. */
export function queryOf(
  { query, fields, expand }: Pick<ExportRow, 'query' | 'fields' | 'expand'>,
  cursor: string | null,
  { sorts }: Pick<DeclaredList, 'sorts'>,
): Record<string, string | number> {
  const parameters = new URLSearchParams(query)
  const names = [...new Set(parameters.keys())].filter(name => !own.has(name))
  return {
    // A new object comes at the end of such a list, so that none is passed over.
    ...(!parameters.has('sort') && sorts.includes('created_at') && { sort: 'created_at' }),
    ...Object.fromEntries(names.map(name => [name, joined(parameters.getAll(name), name)])),
    limit: pageItems,
    ...(fields && { fields: fields.join(',') }),
    ...(expand.length > 0 && { expand: expand.join(',') }),
    ...(cursor !== null && { cursor }),
  }
}

/** As in the address of a list: a filter that comes again adds its values, and of others the first one counts. */
const joined = (texts: readonly string[], name: string): string =>
  name === 'sort' || name === 'q' ? texts[0]! : texts.join(',')
