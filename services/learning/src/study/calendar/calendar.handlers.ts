import { type Caller, formatTime, type Id, readTime } from '@lms/contract'
import {
  DocumentAnswer,
  type ListQuery,
  missing,
  type RowPage,
  siteUrlAt,
  type Work,
} from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { type CalendarItem, calendar, calendarFeeds, calendarType } from './calendar.contract.ts'
import { byTime, type Occasion, occasionsOf, placeOf, type Window } from './calendar-items.ts'
import { type CalendarLink, calendarToken, linkOfToken } from './calendar-token.ts'
import { type CalendarSchool, icalendarOf } from './icalendar.ts'

/** Maximum people of one list, and maximum occasions of a calendar for calendar programs. */
const maxPeople = 10
const maxOccasions = 2000
const year = 366 * 86_400_000

type At = Pick<Work, 'now' | 'runtime' | 'work'>

export const calendarHandlers = builder.implement(
  calendar,
  {
    list: async ({ query, caller, document, ...ctx }, stores) => {
      const isRequested = wantedBy(query)
      const occasionLists = await Promise.all(
        peopleOf(query, caller).map(user => seenOf(user, caller, windowOf(query, ctx.now), stores, ctx)),
      )
      const occasions = occasionLists.flat().filter(isRequested)
      const own = (user: string) => user === caller.user
      const school = document || occasions.some(each => own(each.user_id)) ? await schoolOf(ctx) : null
      const link = caller.user && school ? await linkOf(caller.user as Id<'usr'>, ctx) : null
      const feed = link && school ? feedOf(link, school, ctx) : null
      if (document && school) {
        const linked = occasions
          .slice(0, maxOccasions)
          .map(each => (own(each.user_id) ? each : withoutEntry(each)))
        const calendarOptions = {
          school,
          feedUrl: peopleOf(query, caller).every(own) ? feed : null,
          now: ctx.now,
          sequences: await stores.calendarEntries.sequencesOf(linked),
        }
        return new DocumentAnswer(
          `${calendarType}; charset=utf-8`,
          icalendarOf(linked, calendarOptions),
          'calendar.ics',
        )
      }
      return pageOf(query, occasions, each => shownTo(own(each.user_id), each, school, feed))
    },
  },
  expanders,
)

export const calendarFeedHandlers = builder.implement(calendarFeeds, {
  read: async ({ body, ...ctx }, stores) => {
    const sentLink = linkOfToken(body.token, ctx.work.school, ctx.runtime.vault) ?? missing()
    const { user } = sentLink
    const link = (await linkOf(user, ctx)) ?? missing()
    if (link.number !== sentLink.number) missing()
    const occasions = await occasionsOf(user, fromNow(ctx.now), stores, { ...ctx, webinars: true })
    const school = (await schoolOf(ctx)) ?? missing()
    const feedUrl = feedOf(link, school, ctx)
    const shown = occasions.slice(0, maxOccasions)
    const sequences = await stores.calendarEntries.sequencesOf(shown)
    return { content: icalendarOf(shown, { school, feedUrl, now: ctx.now, sequences }) }
  },
})

/** The people whose calendar is asked for: the person who asks, unless staff names others. */
function peopleOf({ filters, warnings, nothing }: ListQuery, { role, user }: Caller): Id<'usr'>[] {
  if (nothing) return []
  const userFilters = filters.filter(({ name }) => name === 'user_id').map(({ values }) => new Set(values))
  const all = role === 'student' || userFilters.length === 0 ? (user ? [user] : []) : [...userFilters[0]!]
  const requestedIds = all.filter(each => userFilters.every(ids => ids.has(each)))
  const warning = `user_id: the calendar shows at most ${maxPeople} people.`
  if (requestedIds.length > maxPeople && !warnings.includes(warning)) warnings.push(warning)
  return requestedIds.slice(0, maxPeople) as Id<'usr'>[]
}

/** Curators see the members of their groups: those of whom they see an enrollment. */
async function seenOf(
  user: Id<'usr'>,
  caller: Caller,
  window: Window,
  stores: Stores,
  ctx: At,
): Promise<Occasion[]> {
  const webinars = caller.role !== 'curator' || user === caller.user
  return occasionsOf(user, window, stores, { ...ctx, webinars })
}

const fromNow = (now: string): Window => ({ from: now, to: formatTime(new Date(Date.parse(now) + year)) })

/** From now on for a year, or between the times of the filter: the rest is up to `wantedBy`. */
function windowOf({ filters }: ListQuery, now: string): Window {
  const times = filters.filter(({ name }) => name === 'starts_at')
  const usual = fromNow(now)
  const bounds = (operators: readonly string[]) =>
    times
      .filter(({ operator }) => operators.includes(operator))
      .flatMap(({ values }) => values.flatMap(timeOf))
  const [lower, upper] = [bounds(['>', '>=', '=', 'in']), bounds(['<', '<=', '=', 'in'])]
  return {
    from: lower.toSorted()[0] ?? usual.from,
    to: upper.toSorted().at(-1) ?? usual.to,
  }
}

const timeOf = (value: string): string[] => {
  const time = readTime(value)
  return time === null ? [] : [time]
}

/** Whether an occasion passes the filters. */
function wantedBy({ filters }: ListQuery): (occasion: Occasion) => boolean {
  const passes = filters.map(({ name, operator, values }) => {
    if (name !== 'starts_at') {
      const allowed = new Set<unknown>(values)
      return (each: Occasion) => allowed.has(each[name as 'kind' | 'course_id' | 'user_id'])
    }
    const times = values.flatMap(timeOf)
    const compare = compares[operator]
    return ({ starts_at }: Occasion) => times.some(time => compare(starts_at, time))
  })
  return occasion => passes.every(pass => pass(occasion))
}

type Compare = (one: string, other: string) => boolean
const same: Compare = (one, other) => one === other
const compares: Readonly<Record<ListQuery['filters'][number]['operator'], Compare>> = {
  '=': same,
  in: same,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
}

function pageOf(
  { after, limit, nothing }: ListQuery,
  occasions: readonly Occasion[],
  show: (occasion: Occasion) => CalendarItem,
): RowPage<CalendarItem> {
  const sorted = occasions.toSorted(byTime)
  const rest = nothing ? [] : after ? sorted.filter(each => placeOf(each) > after[0]!) : sorted
  const rows = rest.slice(0, limit).map(show)
  return { rows, more: rest.length > rows.length, position: index => [placeOf(rows[index]!)] }
}

const withoutEntry = (occasion: Occasion): Occasion => ({ ...occasion, entry_path: null })

function shownTo(
  own: boolean,
  { entry_path, ...item }: Occasion,
  school: CalendarSchool | null,
  feed: string | null,
): CalendarItem {
  const url = own && school && entry_path !== null ? `${school.url}${entry_path}` : null
  return { ...item, url, feed_url: own ? feed : null }
}

const feedOf = (link: CalendarLink, { id, url }: CalendarSchool, { runtime }: At): string =>
  `${url}/calendar/${calendarToken(link, id, runtime.vault)}.ics`

/** The present address of a person's calendar; null for one who is blocked or gone. */
async function linkOf(user: Id<'usr'>, { runtime, work }: At): Promise<CalendarLink | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { calendars } = await runtime
    .client('users', { people }, scope)
    .people.calendars({ body: { user_ids: [user] } })
  return calendars[0] ? { user, number: calendars[0].number } : null
}

/** The school as the site service knows it; null in an installation without that service. */
async function schoolOf({ runtime, work }: At): Promise<CalendarSchool | null> {
  if (!runtime.config.serviceAddresses.site) return null
  const scope = { school: null, requestId: work.origin.requestId }
  const { schools } = await runtime
    .client('site', { registry }, scope)
    .registry.batch({ body: { ids: [work.school as never] } })
  const { name, language, domains } = schools[0]!
  return { id: work.school, name, language, url: siteUrlAt(domains[0]!, runtime.config) }
}
