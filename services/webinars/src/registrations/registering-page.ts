// What the page says on which a visitor registers for a webinar.
import { common, type FormVisit, type Id, Refused } from '@lms/contract'
import { minuteOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { contactFields, contactIn, contactWords, type Faults, faultsOf, hidden } from '@lms/html/contact'
import { fragmentOf, notice } from '@lms/html/page'
import { openEntry } from './open-entry.ts'
import type { RegistrationPage } from './registering.contract.ts'
import { registeringWords } from './registering.words.ts'
import { zoneScript, zoneScriptSource } from './zone-script.ts'

interface PageState extends Omit<FormVisit, 'attempt'> {
  now: string
  page: RegistrationPage
  /** The offer of a webinar that is sold. */
  offer_id: Id<'off'> | null
  /** Whether the visitor has just registered. */
  done: boolean
  /** Why the last attempt registered nobody. */
  problem: string | null
  /** What is wrong with a field. */
  faults: Faults
}

/** The page of a webinar, with what became of an attempt. */
export function registeringPage(
  page: RegistrationPage,
  visit: FormVisit & { now: string },
  offer_id: Id<'off'> | null,
) {
  const done = visit.attempt === null && visit.fields.registered !== undefined
  const content = contentOf({ ...visit, ...attemptIn(visit), page, offer_id, done })
  if (done || page.sessions.length === 0) return fragmentOf(page.title, content, null)
  const script = html`<script type="module">${new Html(zoneScript)}</script>\n`
  return fragmentOf(page.title, [...content, script], null, { script: zoneScriptSource })
}

/** Why an attempt registered nobody. */
function attemptIn({ attempt, language }: FormVisit): Pick<PageState, 'problem' | 'faults'> {
  if (attempt === null) return { problem: null, faults: {} }
  const { problems, tooFast } = registeringWords(language)
  const { reason } = attempt
  if (reason === 'too_fast') return { problem: tooFast, faults: {} }
  if (Object.hasOwn(problems, reason))
    return { problem: problems[reason as keyof typeof problems], faults: {} }
  const faults = faultsOf(attempt, language)
  if (!faults) throw new Refused(common.invalid_body)
  return { problem: null, faults }
}

type Session = RegistrationPage['sessions'][number]

function contentOf(state: PageState): Html[] {
  const { page, problem, language } = state
  const words = registeringWords(language)
  return [
    ...(problem ? [notice('alert', problem)] : []),
    ...(page.description ? [html`<p class="instructions">${page.description}</p>\n`] : []),
    ...(state.done
      ? [notice('status', page.confirmed ? words.registeredByMail : words.registered)]
      : entry(state)),
  ]
}

/** How to take part: a form, a way to it, or why there is none. */
function entry(state: PageState): Html[] {
  const { page, offer_id, language } = state
  const words = registeringWords(language)
  if (page.access === 'group') return [notice('status', words.forGroup)]
  if (page.access === 'offer') {
    if (!offer_id) return [notice('status', words.unsold)]
    return [
      notice('status', words.sold),
      html`<p><a class="button" href="/buy/${offer_id}">${words.buy}</a></p>\n`,
    ]
  }
  if (page.sessions.length === 0) return [notice('status', words.none)]
  const free = page.sessions.filter(({ full }) => !full)
  return [timesOf(state), free.length === 0 ? notice('status', words.allFull) : form(state, free)]
}

/** All sessions: a full one says that it is. */
function timesOf({ page, language, now }: PageState): Html {
  const words = registeringWords(language)
  const line = ({ id, starts_at, duration_minutes, status, host, full }: Session) =>
    html`<tr><th scope="row"><time datetime="${starts_at}" data-at="${starts_at}">${timeOf(
      starts_at,
      page,
      language,
    )}</time>${host ? html`<br>${words.host(host)}` : null}<br><a download="webinar.ics" href="data:text/calendar;charset=utf-8,${encodeURIComponent(
      openEntry({ id, title: page.title, starts_at, duration_minutes }, now),
    )}">${words.calendar}</a></th><td>${full ? words.full : status === 'live' ? words.live : ''}</td></tr>\n`
  return html`<table>
<caption>${words.sessions}</caption>
<tbody>
${page.sessions.map(line)}</tbody>
</table>
`
}

const timeOf = (time: string, { time_zone }: RegistrationPage, language: string): string =>
  minuteOf(time, language, time_zone)

function form(state: PageState, free: readonly Session[]): Html {
  const { page, path, key, faults, language, fields } = state
  const words = registeringWords(language)
  return html`<section aria-labelledby="contact">
<h2 id="contact">${contactWords(language).contact}</h2>
<form method="post" action="${path}">
${hidden({ key, ...(free.length === 1 ? { session_id: free[0]!.id } : {}) })}${
  free.length === 1 ? null : choice()
}${contactFields(contactIn(fields), faults, words.emailHint, language)}<button type="submit">${words.register}</button>
</form>
</section>
`
  function choice(): Html {
    return html`<label for="session_id">${words.session}</label>
<select id="session_id" name="session_id">
${free.map(
  ({ id, starts_at }) =>
    html`<option value="${id}" data-at="${starts_at}"${id === fields.session_id ? html` selected` : null}>${timeOf(starts_at, page, language)}</option>\n`,
)}</select>
`
  }
}
