// The planner answers without a model: it understands a question as a whole, or says what it did not understand. It never
// guesses, and every answer shows the calls behind it.
import type { Catalog, Tool } from '../catalog.ts'
import { catalog } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Ask } from '../transport.ts'
import { answerList, type Question } from './answers.ts'
import { type Change, type Proposal, readChange } from './changes.ts'
import { Lexicon } from './lexicon.ts'
import { ApiRefused, type CallMade, Looking } from './looking.ts'
import { type Named, objectCalled, personCalled } from './named.ts'
import { type Reading, readQuestion } from './reading.ts'
import { replies } from './replies.ts'
import { showObject } from './tables.ts'
import { both, languageOf, Words } from './tokens.ts'
import { answerWhy } from './why.ts'
import { fillers, intents, type Phrases } from './words/intents.ts'

export interface Planned {
  readonly text: string
  /** What the question was understood to ask for; null where it was not. */
  readonly intent: Question['intent'] | 'why' | 'health' | 'help' | 'propose' | null
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
    return { text, intent: null, understood: false, calls: looking.calls, proposals: [] }
  }
}

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly now: Date
  readonly language: 'en' | 'ru'
}
type Answer = Pick<Planned, 'text' | 'understood' | 'intent'> & { proposals?: readonly Proposal[] }
type Sentences = (typeof replies)['en']

const idForm = /\b[a-z]{3}_[0-9a-z]{26}\b/g

async function answerTo(question: string, context: Context): Promise<Answer> {
  const { tools, now, language } = context
  const say = replies[language]
  if (isOnly(question, intents.help)) return { text: say.can, understood: true, intent: 'help' }
  if (isOnly(question, intents.health)) return health(context)
  const words = new Words(question)
  const ids = [...new Set(question.match(idForm) ?? [])]
  if (words.take(both(intents.why)) !== null) return why(words, ids, context)
  const change = readChange(words, ids, tools)
  if (change) return changeAnswer(change, say)
  if (ids.length) return objects(words, ids, context)
  const zone = await zoneFor(question, context)
  const read = readQuestion(words, { tools, lexicon: lexiconOf(tools), now, zone })
  if (read.kind === 'question') return listAnswer(read, context)
  const text = {
    doubt: () =>
      read.kind === 'doubt' && read.words ? say.doubt(clean(read.words)) : `${say.noSubject}\n${say.can}`,
    onePeriod: () => say.onePeriod,
    twoPeriods: () => say.twoPeriods,
    noPeriod: () => say.noPeriod('tool' in read ? read.tool.operation.path : ''),
    noAmount: () => say.noAmount('tool' in read ? read.tool.operation.path : ''),
  }[read.kind]()
  return { text, understood: false, intent: null }
}

/** Looks up what the question names, and answers it. */
async function listAnswer(
  { question, mentioned: { person, container } }: Reading & { kind: 'question' },
  { tools, looking, language }: Context,
): Promise<Answer> {
  const say = replies[language]
  const filters: Record<string, string> = { ...question.filters }
  const wanted = [
    ...(container ? [{ ...container, look: () => objectCalled(container, looking) }] : []),
    ...(person
      ? [
          {
            filter: 'user_id',
            tool: tools.tool('users.list')!,
            look: () => personCalled(person, tools, looking),
          },
        ]
      : []),
  ]
  for (const { filter, tool, look } of wanted) {
    const found = await look()
    if (found.kind !== 'one') return notOne(found, tool, say)
    filters[filter] = found.id
  }
  const { intent } = question
  return { ...(await answerList({ ...question, filters }, { tools, looking, language })), intent }
}

/** Whether the question is this, and nothing more. */
function isOnly(question: string, phrases: Phrases): boolean {
  const words = new Words(question)
  if (words.take(both(phrases)) === null) return false
  words.takeAll(both(fillers))
  return words.left.length === 0
}

async function why(words: Words, ids: readonly string[], context: Context): Promise<Answer> {
  const say = replies[context.language]
  const answer = await answerWhy(words, ids, context)
  if (answer.kind === 'reasons') return { text: answer.text, understood: true, intent: 'why' }
  if (answer.kind === 'unfound' && answer.found.kind !== 'one')
    return notOne(answer.found, context.tools.tool('users.list')!, say)
  const text =
    answer.kind === 'doubt' ? say.doubt(clean(answer.words)) : 'text' in answer ? answer.text : say.noSubject
  return { text, understood: false, intent: null }
}

/** A name that is nobody's, or that of several. */
function notOne(
  found: Exclude<Named, { kind: 'one' }>,
  { operation: { path } }: Tool,
  say: Sentences,
): Answer {
  const kind = path.slice(path.lastIndexOf('/') + 1)
  const text =
    found.kind === 'none'
      ? say.noNamed(found.name, kind)
      : say.severalNamed(found.name, found.shown.join(', '))
  return { text, understood: false, intent: null }
}

async function health({ tools, looking, language }: Context): Promise<Answer> {
  const tool = tools.tools.find(({ operation }) => operation.path === '/v1/health')
  if (!tool) return { text: replies[language].noSubject, understood: false, intent: null }
  const body = (await looking.get(tool)) as Record<string, any>
  const bad = (body.services as { name: string; status: string }[]).filter(({ status }) => status !== 'ok')
  const say = replies[language]
  const named = bad.map(({ name, status }) => `${name}: ${status}`).join(', ') || String(body.status)
  const text = body.status === 'ok' && bad.length === 0 ? say.healthy : say.unhealthy(clean(named))
  return { text, understood: true, intent: 'health' }
}

/** Objects by their ids, with all that is known of them; what else is asked about them is not. */
async function objects(
  words: Words,
  ids: readonly string[],
  { tools, looking, language }: Context,
): Promise<Answer> {
  const say = replies[language]
  const asked = (['count', 'sum', 'average', 'compare'] as const).find(
    intent => words.take(both(intents[intent])) !== null,
  )
  if (asked) return { text: say.doubt(clean(words.words.join(' '))), understood: false, intent: null }
  const texts: string[] = []
  let understood = true
  for (const id of ids.slice(0, 5)) {
    const tool = tools.readerOf(id)
    const object = tool && (await looking.get(tool, {}, tool.operation.path.replace('{id}', id)))
    understood &&= Boolean(object)
    texts.push(object ? showObject(object) : say.notFound(id))
  }
  return { text: texts.join('\n\n'), understood, intent: 'find' }
}

function changeAnswer(change: Change, say: Sentences): Answer {
  const not = (text: string): Answer => ({ text, understood: false, intent: null })
  if (change.kind === 'unknown') return not(say.changeUnknown)
  if (change.kind === 'incomplete') return not(say.needsFields(change.action, change.fields.join(', ')))
  if (change.kind === 'doubt') return not(say.doubt(clean(change.words)))
  return {
    text: say.proposed(change.action),
    understood: true,
    intent: 'propose',
    proposals: [change.proposal],
  }
}

const periodWords =
  /day|tomorrow|week|month|quarter|year|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december|сегодня|завтра|вчера|недел|месяц|квартал|год|сут|дн|январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр/i

/** The section of the settings that has the zone of the school, which all areas share. */
const zoneSection = 'learning'

/** The school's time zone, asked for only where the question has a period, and of the one service that keeps it. */
async function zoneFor(question: string, { tools, looking }: Context): Promise<string> {
  const tool = periodWords.test(question) ? tools.tool('settings.list') : undefined
  if (!tool) return 'UTC'
  const { data } = await looking.get(tool, { id: zoneSection })
  return data[0]?.values.time_zone ?? 'UTC'
}
