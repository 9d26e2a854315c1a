// What the words of a question about a list say, piece by piece; each piece takes its words.
import type { Catalog, PlainTool } from '../catalog.ts'
import { type AmountMatch, takeAmounts } from './amounts.ts'
import type { Question } from './answers.ts'
import { type Attached, attach } from './attaching.ts'
import { type ContainerMatch, takeContainer } from './containers.ts'
import { type Lexicon, type Subject, subjectOf, takeProperties } from './lexicon.ts'
import type { Mention } from './names/mentions.ts'
import { type PeriodMatches, takePeriods } from './periods.ts'
import { both, type Words } from './tokens.ts'
import {
  contacts,
  fillers,
  fresh,
  having,
  type Intent,
  intents,
  making,
  moreThan,
  ofAmounts,
  ofSets,
  ownWords,
  personNouns,
  superlatives,
  who,
} from './words/intents.ts'

export interface ReadingContext {
  readonly tools: Catalog<PlainTool>
  readonly lexicon: Lexicon
  readonly now: Date
  readonly zone: string
  /** The currency that the school counts in; null where it is not known. */
  readonly currency: string | null
  /** Whether names were searched for: what was not found then is a name of nothing. */
  readonly isSearched: boolean
}

export type Aim = Question['aim']

/** What the words of a question say; those that say nothing are taken, too. */
export interface ParsedQuestion {
  readonly subject: Subject
  /** Whether the question names what it is about. */
  readonly isAbout: boolean
  readonly isComparing: boolean
  readonly isFinding: boolean
  readonly aim: Aim
  readonly order: Question['order']
  readonly number: number | null
  readonly filters: Readonly<Record<string, string>>
  readonly when: PeriodMatches
  /** Whether a verb says that it was made then. */
  readonly isMade: boolean
  /** `how many of last week's orders`: the period is that of the orders, and not of what became of them. */
  readonly isOfSet: boolean
  readonly email: string | null
  readonly name: string | null
  readonly orderNumber: string | null
  readonly container: ContainerMatch | null
  readonly amounts: AmountMatch | 'unclear' | null
  /** What the question names, as filters of the list; null where the list has none for it. */
  readonly attached: readonly Attached[] | null
}

export function parseQuestion(
  words: Words,
  mentions: readonly Mention[],
  { tools, lexicon, now, zone, currency, isSearched }: ReadingContext,
): ParsedQuestion {
  const has = (intent: Intent) => words.take(both(intents[intent])) !== null
  const isFinding = has('find')
  const email = takeEmail(words)
  const isComparing = takeComparison(words)
  const orderNumber = takeOrderNumber(words)
  // Before the rest: `next week` is no next webinar.
  const when = takePeriods(words, { now, zone, isComparing })
  const amounts = isComparing ? null : takeAmounts(words, currency)
  const isOfSet = words.take(both(ofSets)) !== null
  if (!isFinding && lexicon.isOfPeople(words)) words.take(both(contacts))
  const listSubject = lexicon.take(words, words.find(both(intents.sum)) !== null, mentions)
  // A name or an address alone is a person's, and so is `who`.
  const stated = listSubject ?? subjectOf(tools.tool('users.list')!)
  const subject = ofCourse(stated, mentions, tools)
  const { tool, onlyAim, rank } = subject
  if (rank) words.takeAll(both(superlatives))
  const statedAim = isOfSet ? 'count' : takeAim(words, tool)
  // What is ranked is counted or added up anyway.
  const aim = rank && statedAim !== 'average' ? null : (onlyAim ?? statedAim ?? subject.aim ?? null)
  const order = takeOrder(words, aim === null && when.periods.length === 0)
  if (when.periods.length) words.take(both(fresh))
  const properties = takeProperties(subject, words)
  const number = takeLimit(words)
  words.takeAll(both(intents.list))
  const attached = attach(mentions, tool, tools)
  const container = takeContainer(words, tool, tools)
  words.takeAll(subject.with)
  if (email !== null) words.take(both(personNouns))
  const isWho = words.words.some((_, at) => words.fitsAt(at, both(who)))
  const isOfPerson = mentions.some(({ list }) => list === 'users.list')
  if (isWho || isOfPerson) words.takeAll(both(ownWords))
  if (isOfPerson) words.takeAll(both(having))
  if (amounts !== null) words.takeAll(both(ofAmounts))
  const isMade = words.take(both(making)) !== null
  words.takeAll(both(fillers))
  const takesName = rank
    ? false
    : isFinding
      ? Boolean(tool.operation.list!.search)
      : 'user_id' in tool.operation.list!.filters
  const name =
    email === null && takesName && mentions.length === 0
      ? words.takeName({ capitals: !isFinding, isKnown: isSearched ? lexicon.isKnown : null })
      : null
  const isAboutPeople = isWho && (Object.keys(properties).length > 0 || mentions.length > 0)
  const isAbout = listSubject !== null || email !== null || name !== null || isAboutPeople
  const filters = { ...subject.filters, ...properties }
  const plain = { subject, isAbout, isComparing, isFinding, order, number, filters, when, isMade, isOfSet }
  return { ...plain, aim, email, name, orderNumber, container, amounts, attached }
}

const takeEmail = (words: Words) => words.takeMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)?.[0] ?? null

/** `compare`, or `more orders this week than last week` */
function takeComparison(words: Words): boolean {
  if (words.take(both(intents.compare)) !== null) {
    words.takeAll(both(intents.compare))
    return true
  }
  for (const pair of moreThan) {
    const spans = pair.map(phrases => words.find(both(phrases)))
    if (spans.some(span => span === null)) continue
    // `more than 100 euros` is an amount.
    if (/^\d/.test(words.words[spans.at(-1)!.at + 1] ?? '')) continue
    for (const span of spans) words.takeSpan(span!)
    return true
  }
  return false
}

/** The number of `order 1042`. */
export function takeOrderNumber(words: Words): string | null {
  const at = words.words.findIndex(word => /^(?:order|заказ(?:а|у|ом|е)?)$/.test(word))
  if (at < 0) return null
  const isSign = ['number', 'no', 'номер', 'номером'].includes(words.words[at + 1] ?? '')
  const index = at + (isSign ? 2 : 1)
  const number = words.words[index] ?? ''
  if (!/^\d{1,9}$/.test(number)) return null
  words.takeSpan({ at: at + 1, length: index - at })
  return number
}

/** What is wanted, by the longest of the words for it: `на сколько` asks for a sum, `сколько` for a number. */
function takeAim(words: Words, tool: PlainTool): Aim {
  const spans = (['count', 'average', 'sum'] as const).flatMap(aim => {
    const span = words.find(both(intents[aim]))
    return span ? [{ aim, span }] : []
  })
  const [longest] = spans.sort((one, other) => other.span.length - one.span.length)
  if (!longest) return null
  words.takeSpan(longest.span)
  // `how much homework`
  const isNumber =
    longest.aim === 'sum' && !tool.hasAmount && words.written(longest.span).toLowerCase() === 'how much'
  return isNumber ? 'count' : longest.aim
}

/** `latest` or `largest`; where neither numbers nor periods are asked for, `new` is `latest`. */
function takeOrder(words: Words, isList: boolean): Question['order'] {
  if (words.take(both(intents.newest)) !== null) return 'newest'
  if (words.take(both(intents.largest)) !== null) return 'largest'
  return isList && words.take(both(fresh)) !== null ? 'newest' : null
}

/** How many items are asked for: a number beside what it counts, or beside `last` and `largest`. */
function takeLimit(words: Words): number | null {
  const order = both({
    en: [...intents.newest.en, ...intents.largest.en],
    ru: [...intents.newest.ru, ...intents.largest.ru],
  })
  for (const [at, word] of words.words.entries()) {
    const number = /^\d{1,2}$/.test(word) ? Number(word) : 0
    if (number === 0 || words.isTaken(at)) continue
    if (!words.isTaken(at + 1) && !words.fitsAt(at - 1, order)) continue
    words.takeSpan({ at, length: 1 })
    return number
  }
  return null
}

/** People of a course are those who study it: a list of people has no courses. */
function ofCourse(subject: Subject, mentions: readonly Mention[], tools: Catalog<PlainTool>): Subject {
  const { role = 'student', ...others } = subject.filters
  const isOfPeople =
    subject.tool.name === 'users.list' &&
    role === 'student' &&
    Object.keys(others).length === 0 &&
    !subject.time
  const studies = tools.tool('enrollments.list')
  if (!isOfPeople || !studies || !mentions.some(({ list }) => list === 'courses.list')) return subject
  return subjectOf(studies, { ...subject, filters: { status: 'active' }, isOfPeople: true })
}
