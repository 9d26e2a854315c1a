// Objects that a question names by what they are called: a person, or the course, group or offer that something is of.
import type { Catalog, Tool } from '../catalog.ts'
import { nameOf } from '../objects.ts'
import { clean } from '../text.ts'
import type { Looking } from './looking.ts'
import { both, type Words } from './tokens.ts'
import { fillers, type Phrases } from './words/intents.ts'

interface Container extends Phrases {
  /** The filter of the lists of what is in it. */
  readonly filter: string
  readonly list: string
}

const containers: readonly Container[] = [
  { filter: 'course_id', list: 'courses.list', en: ['course'], ru: ['курс*'] },
  { filter: 'group_id', list: 'groups.list', en: ['group'], ru: ['групп*'] },
  { filter: 'offer_id', list: 'offers.list', en: ['offer'], ru: ['тариф*'] },
  { filter: 'webinar_id', list: 'webinars.list', en: ['webinar'], ru: ['вебинар*'] },
  { filter: 'form_id', list: 'forms.list', en: ['form'], ru: ['форм*'] },
  { filter: 'segment_id', list: 'segments.list', en: ['segment'], ru: ['сегмент*'] },
]

/** Whether a list has a filter for the objects of another one. */
export const isContainerOf = (list: string, { operation }: Tool): boolean =>
  containers.some(each => each.list === list && each.filter in operation.list!.filters)

/** An object, several that it could be, or none of that name. */
export type Named =
  | { readonly kind: 'one'; readonly id: string; readonly object: Record<string, any> }
  | { readonly kind: 'none'; readonly name: string }
  | { readonly kind: 'several'; readonly name: string; readonly shown: readonly string[] }

export interface ContainerNamed {
  readonly filter: string
  readonly tool: Tool
  readonly name: string
}

/** `in the course Python Basics`: the filter and the name, with their words taken. */
export function takeContainer(words: Words, { operation }: Tool, tools: Catalog): ContainerNamed | null {
  for (const { filter, list, ...phrases } of containers) {
    const tool = tools.tool(list)
    const place = filter in operation.list!.filters && tool ? words.find(both(phrases)) : null
    if (!place || !tool) continue
    const name = words.freeFrom(place.at + place.length)
    if (name.length === 0 || words.fitsAt(name.at, both(fillers))) continue
    words.takeSpan(place)
    words.takeSpan(name)
    return { filter, tool, name: words.written(name) }
  }
  return null
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim()

/** The object of a list that is called so. */
export async function objectCalled(tool: Tool, name: string, looking: Looking): Promise<Named> {
  const query: Record<string, string> = tool.operation.list!.search ? { q: plain(name) } : {}
  const { items } = await looking.all(tool, query)
  const found = items.filter(item => plain(nameOf(item, '')) === plain(name))
  return oneOf(found, name)
}

/** The person of an e-mail address, or whose name begins so. */
export async function personCalled(name: string, tools: Catalog, looking: Looking): Promise<Named> {
  const query: Record<string, string> = name.includes('@')
    ? { email: name.toLowerCase() }
    : { q: searchText(name) }
  const { data } = await looking.get(tools.tool('users.list')!, { ...query, limit: '5' })
  return oneOf(data, name)
}

const mostShown = 5
const oneOf = (found: readonly Record<string, any>[], name: string): Named => {
  const [object, ...others] = found
  if (!object) return { kind: 'none', name: clean(name) }
  if (others.length === 0) return { kind: 'one', id: String(object.id), object }
  const shown = found
    .slice(0, mostShown)
    .map(each => clean(String(each.email ?? nameOf(each, String(each.id)))))
  return { kind: 'several', name: clean(name), shown }
}

/**
 * A name as the search takes it, which looks for beginnings of words: Russian names lose the endings of their cases, so
 * that `Анну Петрову` finds `Анна Петрова`.
 */
export const searchText = (name: string): string =>
  plain(name)
    .split(' ')
    .map(word => (/^[а-я-]{4,}$/.test(word) ? word.replace(/(?:ой|ей|ою|ом|ем|ым|[аяуюеиыой])$/, '') : word))
    .join(' ')
