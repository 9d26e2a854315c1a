// The course, group, offer or the like that a question says something is of.
import type { Catalog, PlainTool } from '../catalog.ts'
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
    last: { filter: 'mailing_id', list: 'mailings.list', query: { status: 'finished', sort: '-created_at' } },
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
export const isContainerOf = (list: string, { operation }: PlainTool): boolean =>
  containers.some(each => each.list === list && each.filter in operation.list!.filters)

export interface ContainerMatch {
  readonly filter: string
  readonly tool: PlainTool
  /** Null for the last one. */
  readonly name: string | null
  /** What finds the last one. */
  readonly query: Readonly<Record<string, string>>
}

/**
 * `in the course Python Basics`, `in the Python Basics course`, `at the last webinar`: the filter and the name, with their
 * words taken. Null as name is the last one.
 */
export function takeContainer(
  words: Words,
  { operation }: PlainTool,
  tools: Catalog<PlainTool>,
): ContainerMatch | null {
  for (const { filter, list, last, ...phrases } of containers) {
    const tool = tools.tool(list)
    const span = filter in operation.list!.filters && tool ? words.find(both(phrases)) : null
    if (!span || !tool) continue
    if (last && words.fitsAt(span.at - 1, both(intents.newest)) && last.filter in operation.list!.filters) {
      words.takeSpan({ at: span.at - 1, length: span.length + 1 })
      return { filter: last.filter, tool: tools.tool(last.list)!, name: null, query: last.query }
    }
    const after = span.at + span.length
    const link = words.fitsAt(after, links) ? 1 : 0
    const behind = words.withoutEnd(words.freeFrom(after + link), both(fillers))
    const name = [behind, words.freeBefore(span.at, both(fillers))].find(
      ({ at, length }) => length > 0 && !words.fitsAt(at, both(fillers)),
    )
    if (!name) continue
    words.takeSpan({ ...span, length: span.length + (name.at > span.at ? link : 0) })
    words.takeSpan(name)
    return { filter, tool, name: words.written(name), query: {} }
  }
  return null
}

/** Between a thing and what it is called. */
const links = ['on', 'about', 'called', 'named', 'for', 'про', 'по', 'о', 'об', 'под']
