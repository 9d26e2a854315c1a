// Objects that a question names by what they are called: a person, or the course, group or offer that something is of.
import type { Catalog, Tool } from '../catalog.ts'
import { nameOf } from '../objects.ts'
import { clean } from '../text.ts'
import type { Looking } from './looking.ts'
import { both, type Words } from './tokens.ts'
import { fillers, intents, type Phrases } from './words/intents.ts'

interface Container extends Phrases {
  /** The filter of the lists of what is in it. */
  readonly filter: string
  readonly list: string
  /** What the last one is: `the last webinar` is its last session. */
  readonly last?: {
    readonly filter: string
    readonly list: string
    readonly query: Readonly<Record<string, string>>
  }
}

const containers: readonly Container[] = [
  { filter: 'course_id', list: 'courses.list', en: ['course'], ru: ['курс*'] },
  { filter: 'group_id', list: 'groups.list', en: ['group'], ru: ['групп*'] },
  { filter: 'offer_id', list: 'offers.list', en: ['offer'], ru: ['тариф*'] },
  {
    filter: 'webinar_id',
    list: 'webinars.list',
    last: {
      filter: 'session_id',
      list: 'webinarSessions.list',
      query: { status: 'finished', sort: '-starts_at' },
    },
    en: ['webinar'],
    ru: ['вебинар*'],
  },
  {
    filter: 'mailing_id',
    list: 'mailings.list',
    last: { filter: 'mailing_id', list: 'mailings.list', query: { status: 'sent', sort: '-created_at' } },
    en: ['mailing'],
    ru: ['рассылк*'],
  },
  {
    filter: 'tag_id',
    list: 'tags.list',
    en: ['with the tag', 'tagged', 'tag'],
    ru: ['с тегом', 'тег*', 'с меткой'],
  },
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
  /** Null for the last one. */
  readonly name: string | null
  /** What finds the last one. */
  readonly query: Readonly<Record<string, string>>
}

/**
 * `in the course Python Basics`, `in the Python Basics course`, `at the last webinar`: the filter and the name, with their
 * words taken. Null as name is the last one.
 */
export function takeContainer(words: Words, { operation }: Tool, tools: Catalog): ContainerNamed | null {
  for (const { filter, list, last, ...phrases } of containers) {
    const tool = tools.tool(list)
    const place = filter in operation.list!.filters && tool ? words.find(both(phrases)) : null
    if (!place || !tool) continue
    if (last && words.fitsAt(place.at - 1, both(intents.newest)) && last.filter in operation.list!.filters) {
      words.takeSpan({ at: place.at - 1, length: place.length + 1 })
      return { filter: last.filter, tool: tools.tool(last.list)!, name: null, query: last.query }
    }
    const after = place.at + place.length
    const link = words.fitsAt(after, links) ? 1 : 0
    const behind = words.withoutEnd(words.freeFrom(after + link), both(fillers))
    const name = [behind, words.freeBefore(place.at, both(fillers))].find(
      ({ at, length }) => length > 0 && !words.fitsAt(at, both(fillers)),
    )
    if (!name) continue
    words.takeSpan({ ...place, length: place.length + (name.at > place.at ? link : 0) })
    words.takeSpan(name)
    return { filter, tool, name: words.written(name), query: {} }
  }
  return null
}

/** Between a thing and what it is called. */
const links = ['on', 'about', 'called', 'named', 'for', 'про', 'по', 'о', 'об', 'под']

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim()

/** The object of a list that is called so, or the only one in whose name all the words are; or the last one. */
export async function objectCalled({ tool, name, query }: ContainerNamed, looking: Looking): Promise<Named> {
  if (name === null) {
    const { data } = await looking.get(tool, { ...query, limit: '1' })
    return oneOf(data, '')
  }
  const { items } = await looking.all(tool, tool.operation.list!.search ? { q: searchText(name) } : {})
  const called = items.filter(item => plain(nameOf(item, '')) === plain(name))
  if (called.length) return oneOf(called, name)
  const wanted = searchText(name).split(' ')
  const like = items.filter(item => {
    const words = plain(nameOf(item, '')).split(/[^\p{L}\p{N}]+/u)
    return wanted.every(part => words.some(word => word.startsWith(part)))
  })
  return oneOf(like, name)
}

/** The person of an e-mail address, or whose name begins so. */
export async function personCalled(name: string, tools: Catalog, looking: Looking): Promise<Named> {
  const query: Record<string, string> = name.includes('@')
    ? { email: name.toLowerCase() }
    : { q: searchText(name) }
  const { data } = await looking.get(tools.tool('users.list')!, { ...query, limit: '5' })
  return oneOf(data, name)
}

const maxShown = 5
const oneOf = (found: readonly Record<string, any>[], name: string): Named => {
  const [object, ...others] = found
  if (!object) return { kind: 'none', name: clean(name) }
  if (others.length === 0) return { kind: 'one', id: String(object.id), object }
  const shown = found
    .slice(0, maxShown)
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
