// Objects that a question names by what they are called: a person, or the course, group or offer that something is of.
import type { Catalog } from '../catalog.ts'
import { nameOf } from '../objects.ts'
import { clean } from '../text.ts'
import type { ContainerMatch } from './containers.ts'
import type { Looking } from './lookup.ts'
import { plain, searchText } from './search-text.ts'

/** An object, several that it could be, or none of that name. */
export type NameMatch =
  | { readonly kind: 'one'; readonly id: string; readonly object: Record<string, any> }
  | { readonly kind: 'none'; readonly name: string }
  | { readonly kind: 'several'; readonly name: string; readonly labels: readonly string[] }

/** The object of a list that is called so, or the only one in whose name all the words are; or the last one. */
export async function objectCalled(
  { tool, name, query }: ContainerMatch,
  looking: Looking,
): Promise<NameMatch> {
  if (name === null) {
    const { data } = await looking.get(tool, { ...query, limit: '1' })
    return oneOf(data, '')
  }
  const { items } = await looking.all(tool, tool.operation.list!.search ? { q: searchText(name) } : {})
  const called = items.filter(item => plain(nameOf(item, '')) === plain(name))
  if (called.length) return oneOf(called, name)
  const nameParts = searchText(name).split(' ')
  const like = items.filter(item => {
    const words = plain(nameOf(item, '')).split(/[^\p{L}\p{N}]+/u)
    return nameParts.every(part => words.some(word => word.startsWith(part)))
  })
  return oneOf(like, name)
}

/** The person of an e-mail address, or whose name begins so. */
export async function personCalled(name: string, tools: Catalog, looking: Looking): Promise<NameMatch> {
  const query: Record<string, string> = name.includes('@')
    ? { email: name.toLowerCase() }
    : { q: searchText(name) }
  const { data } = await looking.get(tools.tool('users.list')!, { ...query, limit: '5' })
  return oneOf(data, name)
}

const maxShown = 5
const oneOf = (objects: readonly Record<string, any>[], name: string): NameMatch => {
  const [object, ...others] = objects
  if (!object) return { kind: 'none', name: clean(name) }
  if (others.length === 0) return { kind: 'one', id: String(object.id), object }
  const labels = objects
    .slice(0, maxShown)
    .map(each => clean(String(each.email ?? nameOf(each, String(each.id)))))
  return { kind: 'several', name: clean(name), labels }
}
