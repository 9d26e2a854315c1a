// The planner answers without a model: it understands a question as a whole, or says what it did not understand. It never
// guesses, and every answer shows the calls behind it.
import type { Catalog } from '../catalog.ts'
import { catalog } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Ask } from '../transport.ts'
import { answerList } from './answers.ts'
import { type Proposal, readChange } from './changes.ts'
import { Lexicon, takeState, timeField } from './lexicon.ts'
import { ApiRefused, type CallMade, Looking } from './looking.ts'
import { type Period, takePeriods } from './periods.ts'
import { replies } from './replies.ts'
import { showObject } from './tables.ts'
import { both, languageOf, Words } from './tokens.ts'
import { fillers, type Intent, intents } from './words.ts'

export interface Planned {
  readonly text: string
  /** False where the question was not understood. */
  readonly understood: boolean
  readonly calls: readonly CallMade[]
  readonly proposals: readonly Proposal[]
}

export interface Planning {
  readonly ask: Ask
  readonly now: Date
  /** Default: the operations of the API. */
  readonly tools?: Catalog
}

const lexicons = new WeakMap<Catalog, Lexicon>()
function lexiconOf(tools: Catalog): Lexicon {
  const made = lexicons.get(tools) ?? new Lexicon(tools)
  lexicons.set(tools, made)
  return made
}

/** The answer to a question; rejects only if the gateway does not answer. */
export async function plan(question: string, { ask, now, tools: given }: Planning): Promise<Planned> {
  const tools = given ?? (await catalog())
  const language = languageOf(question)
  const looking = new Looking(ask)
  try {
    const answer = await answerTo(question, { tools, looking, now, language })
    const shown = looking.calls.map(({ path }) => `GET ${path}`)
    const lines = shown.length ? [answer.text, replies[language].call(shown.join(' · '))] : [answer.text]
    return { proposals: [], ...answer, text: lines.join('\n'), calls: looking.calls }
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error
    const text = replies[language].refused(clean(error.message, 500))
    return { text, understood: false, calls: looking.calls, proposals: [] }
  }
}

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly now: Date
  readonly language: 'en' | 'ru'
}
type Answer = Pick<Planned, 'text' | 'understood'> & { proposals?: readonly Proposal[] }

const idForm = /\b[a-z]{3}_[0-9a-z]{26}\b/g

async function answerTo(question: string, context: Context): Promise<Answer> {
  const { tools, looking, now, language } = context
  const say = replies[language]
  const words = new Words(question)
  const has = (intent: Intent) => words.take(both(intents[intent])) !== null
  if (has('help')) return { text: say.can, understood: true }
  if (has('health')) return health(context)
  const ids = [...new Set(question.match(idForm) ?? [])]
  const change = readChange(words, ids, tools)
  if (change) return changeAnswer(change, say)
  if (ids.length) return objects(ids, context)
  const email = words.takeMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)
  if (email) return person(email[0], context)

  const compare = has('compare')
  const find = has('find')
  // `how many` before `how much`, and both before `show`: one question has one of them.
  const aim = (['count', 'average', 'sum'] as const).find(has) ?? null
  // Periods begin with the same words: `last month`, `last 5 orders`.
  const zone = await zoneFor(question, context)
  const periods = takePeriods(words, now, zone)
  const order: 'newest' | 'largest' | null = has('newest') ? 'newest' : has('largest') ? 'largest' : null
  const number = words.takeMatch(/^(\d{1,2})$/)
  has('list')
  const subject = lexiconOf(tools).take(words)
  if (!subject) return { text: `${say.noSubject}\n${say.can}`, understood: false }
  const filters = { ...subject.filters, ...takeState(subject, words) }
  words.takeAll(both(fillers))
  const left = words.left
  const search = find && left.length > 0 && subject.tool.operation.list!.search ? left.join(' ') : null
  if (left.length && !search) return { text: `${say.doubt(clean(left.join(' ')))}`, understood: false }
  const time = timeField(subject.tool, filters)
  if (periods.length && !time) return { text: say.noPeriod(subject.tool.operation.path), understood: false }
  const query = search ? { ...filters, q: search } : filters
  const asked = {
    tool: subject.tool,
    filters: query,
    aim: aim ?? (compare || periods.length > 1 ? comparable(subject.filters) : null),
    order,
    number: number ? Number(number[1]) : null,
    periods,
    time,
  }
  return answerList(asked, { looking, language })
}

/** What a comparison of two periods compares: revenue by its sum, everything else by its number. */
const comparable = ({ status }: Readonly<Record<string, string>>) =>
  status === 'succeeded' ? 'sum' : 'count'

async function health({ tools, looking, language }: Context): Promise<Answer> {
  const tool = tools.tools.find(({ operation }) => operation.path === '/v1/health')
  if (!tool) return { text: replies[language].noSubject, understood: false }
  const body = (await looking.get(tool)) as Record<string, any>
  const parts = Object.entries((body.services ?? body.parts ?? body.components ?? {}) as Record<string, any>)
  const bad = parts.filter(([, part]) => !['ok', 'ready', 'up', true].includes(part?.status ?? part))
  const isGood = ['ok', 'ready', 'up', 'healthy'].includes(body.status) && bad.length === 0
  const say = replies[language]
  const named = bad.map(([name]) => name).join(', ') || String(body.status)
  return { text: isGood ? say.healthy : say.unhealthy(clean(named)), understood: true }
}

/** Objects by their ids, with all that is known about their state: the answer to `why`, too. */
async function objects(ids: readonly string[], { tools, looking, language }: Context): Promise<Answer> {
  const say = replies[language]
  const texts: string[] = []
  let understood = true
  for (const id of ids.slice(0, 5)) {
    const tool = tools.readerOf(id)
    const object = tool && (await looking.get(tool, {}, tool.operation.path.replace('{id}', id)))
    understood &&= Boolean(object)
    texts.push(object ? showObject(object) : say.notFound(id))
  }
  return { text: texts.join('\n\n'), understood }
}

async function person(email: string, { tools, looking, language }: Context): Promise<Answer> {
  const tool = tools.tool('users.list')!
  const { data } = await looking.get(tool, { email, limit: '5' })
  const say = replies[language]
  if (data.length === 0) return { text: say.none(email), understood: true }
  return { text: data.map(showObject).join('\n\n'), understood: true }
}

function changeAnswer(change: ReturnType<typeof readChange> & object, say: (typeof replies)['en']): Answer {
  if (change.kind === 'unknown') return { text: say.changeUnknown, understood: false }
  if (change.kind === 'incomplete')
    return { text: say.needsFields(change.action, change.fields.join(', ')), understood: false }
  if (change.kind === 'doubt') return { text: say.doubt(clean(change.words)), understood: false }
  return { text: say.proposed(change.action), understood: true, proposals: [change.proposal] }
}

const periodWords =
  /day|week|month|quarter|year|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december|сегодня|вчера|недел|месяц|квартал|год|сут|дн|январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр/i

/** The school's time zone, asked for only where the question has a period. */
async function zoneFor(question: string, { tools, looking }: Context): Promise<string> {
  const tool = periodWords.test(question) ? tools.tool('settings.list') : undefined
  if (!tool) return 'UTC'
  const { data } = await looking.get(tool)
  const sections = data as { id: string; values: Record<string, unknown> }[]
  const ordered = [...sections].sort(one => (one.id === 'learning' ? -1 : 1))
  const zones = ordered.flatMap(({ values }) => zonesIn(values))
  return zones[0] ?? 'UTC'
}

const zonesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === 'time_zone' && typeof inner === 'string' ? [inner] : zonesIn(inner),
      )

export type { Period }
