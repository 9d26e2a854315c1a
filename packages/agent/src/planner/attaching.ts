// What a question names, as a filter of the list that it is about: the contracts say which ids a list is filtered by.
import type { Catalog, PlainTool } from '../catalog.ts'
import type { Mention } from './names/mentions.ts'
import type { NamedObject } from './names/name-lists.ts'

export interface Attached {
  /** The filter; null where the object is in the path of the list. */
  readonly filter: string | null
  readonly objects: readonly NamedObject[]
}

/** Each mention as a filter; null where the list has none for one of them. */
export function attach(
  mentions: readonly Mention[],
  tool: PlainTool,
  tools: Catalog<PlainTool>,
): Attached[] | null {
  const attached: Attached[] = []
  for (const { list, objects } of mentions) {
    const filter = filterFor(tools.tool(list)!, tool, tools)
    if (filter === undefined || attached.some(each => each.filter === filter)) return null
    attached.push({ filter, objects })
  }
  return attached
}

/** Filters by a person: who the object is of goes before who wrote or checks it. */
const ofPeople = ['user_id', 'assignee_id', 'curator_id', 'author_id']

function filterFor(named: PlainTool, tool: PlainTool, tools: Catalog<PlainTool>): string | null | undefined {
  if (tool.operation.path.startsWith(`${named.operation.path}/{id}/`)) return null
  const prefix = tools.prefixOf(named)
  const { filters } = tool.operation.list!
  // `offer_id` of an offer; `gift_offer_id` is another relation.
  const singular = `${named.operation.path.split('/').pop()!.replace(/s$/, '').replaceAll('-', '_')}_id`
  return (named.name === 'users.list' ? ofPeople : [singular]).find(name => {
    const filter = filters[name]
    return filter?.kind === 'id' && filter.prefix === prefix
  })
}
