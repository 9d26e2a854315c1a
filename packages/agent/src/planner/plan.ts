// The planner answers without a model: it understands a question as a whole, or says what it did not understand. It never
// guesses, and every answer shows the calls behind it. What the words mean is read in a thread.
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import type { Catalog, PlainTool } from '../catalog.ts'
import { catalog, plainTool } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Ask } from '../transport.ts'
import { answerList, type Question, wording } from './answers.ts'
import type { Change } from './changes.ts'
import { ApiRefused, Looking, type PastCall } from './lookup.ts'
import { answerMetric } from './metric-answer.ts'
import { searchNames } from './names/search.ts'
import { type NameMatch, objectCalled, personCalled } from './object-by-name.ts'
import { type Proposal, proposalOf } from './proposals.ts'
import type { Reading } from './reading.ts'
import { replies } from './replies.ts'
import { showObject } from './tables.ts'
import type { QuestionInput, Understood } from './understand.ts'
import type { UnderstandingJobs } from './understanding-thread.ts'
import { operationFor } from './verbs.ts'
import { answerWhy } from './why.ts'
import type { WhyQuestion } from './why-question.ts'

export interface Planned {
  readonly text: string
  /** What the question was understood to ask for; null where it was not. */
  readonly intent: Question['intent'] | 'metric' | 'why' | 'health' | 'help' | 'propose' | null
  /** False where the question was not understood. */
  readonly understood: boolean
  readonly calls: readonly PastCall[]
  readonly proposals: readonly Proposal[]
}

export interface Planning {
  readonly ask: Ask
  readonly now: Date
  readonly sender: Sender
  /** The dialogue before, the last first; what it says is trimmed to a bound. */
  readonly earlier?: readonly { readonly message: string; readonly answer: string }[]
  /** Default: the operations of the API. */
  readonly tools?: Catalog
}

const threads = new WeakMap<Catalog, InThread<UnderstandingJobs>>()
/** The thread that understands questions about a catalog. */
function threadOf(tools: Catalog): InThread<UnderstandingJobs> {
  const options = {
    ...{ longest: 2000, maxWaiting: 50, maxOfSchool: 10, maxOfLong: 2, maxBytes: 1024 * 1024 },
    data: () => tools.tools.map(plainTool),
  }
  const thread =
    threads.get(tools) ??
    new InThread<UnderstandingJobs>(new URL('./understanding-thread.ts', import.meta.url), options)
  threads.set(tools, thread)
  return thread
}

/** Turns of the dialogue before that a question is read with, characters of each, and ids of what it showed. */
const maxEarlier = 4
const maxEarlierText = 1000
const maxEarlierIds = 50

/** The answer to a question; rejects if the gateway does not answer, or where too many questions wait. */
export async function plan(
  question: string,
  { ask, now, sender, tools: ownTools, earlier = [] }: Planning,
): Promise<Planned> {
  const tools = ownTools ?? (await catalog())
  const looking = new Looking(ask)
  const turns = earlier.slice(0, maxEarlier).map(({ message, answer }) => ({
    question: message.slice(0, maxEarlierText),
    ids: [...new Set(answer.match(/\b[a-z]{3}_[0-9a-z]{26}\b/g) ?? [])].slice(0, maxEarlierIds),
  }))
  const understand = (found: Pick<QuestionInput, 'school' | 'names'>) =>
    understood({ question, now, earlier: turns, ...found }, tools, sender)
  const first = await understand({ school: null, names: null })
  const say = replies[first.language]
  try {
    const read = first.kind === 'needs' ? await understand(await searched(first, tools, looking)) : first
    const answer = await answerTo(read, { tools, looking, language: read.language })
    const lines = looking.lines.length ? [answer.text, say.call(looking.lines.join(' · '))] : [answer.text]
    return { proposals: [], ...answer, text: lines.join('\n'), calls: looking.calls }
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error
    const text = say.refused(clean(error.message, 500))
    return { text, intent: null, understood: false, calls: looking.calls, proposals: [] }
  }
}

/** What a question needs to be read: the zone and currency of the school, and what its names are of. */
async function searched({ school, runs }: Understood & { kind: 'needs' }, tools: Catalog, looking: Looking) {
  const [settings, names] = await Promise.all([
    school ? schoolSettings(tools, looking) : null,
    runs ? searchNames(runs, tools, looking.ask) : null,
  ])
  return { school: settings, names }
}

/** What the question means; one that takes too long to read is too long. */
async function understood(request: QuestionInput, tools: Catalog, sender: Sender): Promise<Understood> {
  try {
    return await threadOf(tools).run('understand', request, sender)
  } catch (error) {
    if (error instanceof TooDear) return { language: 'en', kind: 'tooLong' }
    throw error
  }
}

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: 'en' | 'ru'
}
type Answer = Pick<Planned, 'text' | 'understood' | 'intent'> & { proposals?: readonly Proposal[] }
type Sentences = (typeof replies)['en']

const notUnderstood = (text: string): Answer => ({ text, understood: false, intent: null })

function answerTo(read: Understood, context: Context): Answer | Promise<Answer> {
  const say = replies[context.language]
  switch (read.kind) {
    case 'help':
      return { text: say.can, understood: true, intent: 'help' }
    case 'health':
      return health(context)
    case 'tooLong':
      return notUnderstood(`${say.tooLong}\n${say.can}`)
    case 'why':
      return why(read.asked, context)
    case 'metric':
      return answerMetric(read.asked, context)
    case 'change':
      return changeAnswer(read.change, context)
    case 'objects':
      return read.isMore ? notUnderstood(say.doubt(clean(read.words))) : objects(read.ids, context)
    case 'card':
      return objects([read.id], context)
    case 'several':
      return notUnderstood(
        say.severalNamed(clean(read.name), read.labels.map(label => clean(label)).join(', ')),
      )
    case 'list':
      return read.read.kind === 'question' ? listAnswer(read.read, context) : problem(read.read, say)
    default: {
      if (read.kind !== 'doubt') return notUnderstood(`${say.noSubject}\n${say.can}`)
      return notUnderstood(doubtText(read, context.language))
    }
  }
}

function problem(read: Exclude<Reading, { kind: 'doubt' | 'question' | 'several' }>, say: Sentences): Answer {
  const { path } = read.tool.operation
  const sentences = {
    onePeriod: say.onePeriod,
    twoPeriods: say.twoPeriods,
    noPeriod: say.noPeriod(path),
    noAmount: say.noAmount(path),
    noCurrency: say.noCurrency,
  }
  return notUnderstood(sentences[read.kind])
}

/** Looks up what the question names, and answers it. */
async function listAnswer(
  { question, mentioned: { person, container } }: Reading & { kind: 'question' },
  { tools, looking, language }: Context,
): Promise<Answer> {
  const say = replies[language]
  const filters: Record<string, string> = { ...question.filters }
  const lookups = [
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
  for (const { filter, tool, look } of lookups) {
    const match = await look()
    if (match.kind !== 'one') return notOne(match, tool, say)
    filters[filter] = match.id
  }
  const { intent } = question
  return { ...(await answerList({ ...question, filters }, { tools, looking, language })), intent }
}

async function why(question: WhyQuestion | null, context: Context): Promise<Answer> {
  const say = replies[context.language]
  const answer = await answerWhy(question, context)
  if (answer.kind === 'reasons') return { text: answer.text, understood: true, intent: 'why' }
  if (answer.kind === 'unfound' && answer.match.kind !== 'one')
    return notOne(answer.match, context.tools.tool('users.list')!, say)
  return notUnderstood('text' in answer ? answer.text : say.noSubject)
}

/** A name that is nobody's, or that of several. */
function notOne(
  match: Exclude<NameMatch, { kind: 'one' }>,
  { operation: { path } }: PlainTool,
  say: Sentences,
): Answer {
  const kind = path.slice(path.lastIndexOf('/') + 1)
  const text =
    match.kind === 'none'
      ? say.noNamed(match.name, kind)
      : say.severalNamed(match.name, match.labels.join(', '))
  return { text, understood: false, intent: null }
}

async function health({ tools, looking, language }: Context): Promise<Answer> {
  const tool = tools.tools.find(({ operation }) => operation.path === '/v1/health')
  if (!tool) return { text: replies[language].noSubject, understood: false, intent: null }
  const body = (await looking.get(tool)) as Record<string, any>
  const bad = (body.services as { name: string; status: string }[]).filter(({ status }) => status !== 'ok')
  const say = replies[language]
  const problems = bad.map(({ name, status }) => `${name}: ${status}`).join(', ') || String(body.status)
  const text = body.status === 'ok' && bad.length === 0 ? say.healthy : say.unhealthy(clean(problems))
  return { text, understood: true, intent: 'health' }
}

/** Objects by their ids, with all that is known of them. */
async function objects(ids: readonly string[], { tools, looking, language }: Context): Promise<Answer> {
  const say = replies[language]
  const texts: string[] = []
  let isFound = true
  for (const id of ids.slice(0, 5)) {
    const tool = tools.readerOf(id)
    const object = tool && (await looking.get(tool, {}, tool.operation.path.replace('{id}', id)))
    isFound &&= Boolean(object)
    texts.push(object ? showObject(object) : say.notFound(id))
  }
  return { text: texts.join('\n\n'), understood: isFound, intent: 'find' }
}

async function changeAnswer(change: Change, context: Context): Promise<Answer> {
  const { tools, looking, language } = context
  const say = replies[language]
  if (change.kind === 'unknown' || change.kind === 'it') return notUnderstood(say.changeUnknown)
  if (change.kind === 'doubt') return notUnderstood(say.doubt(clean(change.words)))
  if (change.kind === 'several')
    return notUnderstood(
      say.severalNamed(clean(change.name), change.labels.map(label => clean(label)).join(', ')),
    )
  if (change.kind === 'found') {
    const found = await objectToChange(change, tools, looking)
    return typeof found === 'string' ? notUnderstood(say[found]) : changeAnswer(found, context)
  }
  const { action, ...result } = proposalOf(change, tools)
  if ('fields' in result) return notUnderstood(say.needsFields(action, result.fields.join(', ')))
  return { text: say.proposed(action), understood: true, intent: 'propose', proposals: [result.proposal] }
}

/** The last object of a list, or the only one, with the operation of a verb on it. */
async function objectToChange(
  { list, verb, filters, isLast }: Change & { kind: 'found' },
  tools: Catalog,
  looking: Looking,
): Promise<(Change & { kind: 'operation' }) | 'noneToChange' | 'severalToChange'> {
  const query = isLast ? { ...filters, sort: '-created_at', limit: '1' } : { ...filters, limit: '2' }
  const { data } = await looking.get(tools.tool(list)!, query)
  const [object, ...others] = data as { id: string }[]
  const tool = object && operationFor(verb, object.id, tools)
  if (!object || !tool) return 'noneToChange'
  return others.length ? 'severalToChange' : { kind: 'operation', tool: tool.name, verb, id: object.id }
}

/** The section of the settings that has the zone and the currency of the school, which all areas share. */
const commonSection = 'site'

/** What the school has set for all its areas, asked for only where the question needs it, and of the one service that keeps it. */
async function schoolSettings(tools: Catalog, looking: Looking) {
  const tool = tools.tool('settings.list')
  const answer = tool && (await looking.get(tool, { id: commonSection }))
  const values = answer?.data[0]?.values
  return { zone: values?.time_zone ?? 'UTC', currency: values?.currency ?? null }
}

/** What was not understood, and the nearest questions as choices. */
function doubtText({ words, choices }: Understood & { kind: 'doubt' }, language: 'en' | 'ru'): string {
  const say = replies[language]
  const doubt = words ? say.doubt(clean(words)) : say.noSubject
  if (choices.length === 0) return words ? doubt : `${doubt}\n${say.can}`
  const lines = choices.map(({ question }, index) => `${index + 1}. ${wording(question, language)}`)
  return `${doubt}\n${say.choices}\n${lines.join('\n')}`
}
