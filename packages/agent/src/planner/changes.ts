// Changes that the planner understands: a verb and an object, by its id or by what it is called, or two that belong
// together. Everything else is said to be not understood; a person or a model names the call.
import type { Catalog, PlainTool } from '../catalog.ts'
import { attach } from './attaching.ts'
import { type Lexicon, takeProperties } from './lexicon.ts'
import type { Mention } from './names/mentions.ts'
import type { NamedObject } from './names/name-lists.ts'
import { takeOrderNumber } from './parsing.ts'
import { both, type Words } from './tokens.ts'
import { operationAt, operationFor } from './verbs.ts'
import { otherVerbs, pronouns, type Relation, relations, renaming, tagVerbs, verbs } from './words/changes.ts'
import { fillers, intents, type Phrases } from './words/intents.ts'

export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'doubt'; readonly words: string }
  /** An operation on one object. */
  | { readonly kind: 'operation'; readonly tool: string; readonly verb: string; readonly id: string }
  /** An operation with the values of its path, and its body. */
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly path: Readonly<Record<string, string>>
      readonly body: Record<string, unknown> | undefined
    }
  /** An operation on the last object of a list with these filters, or on the only one. */
  | {
      readonly kind: 'found'
      readonly list: string
      readonly verb: string
      readonly filters: Readonly<Record<string, string>>
      readonly isLast: boolean
    }
  /** An operation on what the dialogue was about before. */
  | { readonly kind: 'it'; readonly verb: string }
  /** A name that several have. */
  | { readonly kind: 'several'; readonly name: string; readonly labels: readonly string[] }
  /** A new tag; its name is empty where none is given. */
  | { readonly kind: 'tag'; readonly name: string }

export interface ChangeContext {
  readonly tools: Catalog<PlainTool>
  readonly lexicon: Lexicon
  readonly ids: readonly string[]
  readonly mentions: readonly Mention[]
}

/** The change that a question asks for; null if it asks for none. */
export function readChange(words: Words, context: ChangeContext): Change | null {
  const { ids, mentions, tools } = context
  // A verb that begins the sentence asks for a change, and so does one beside an id: `the last change` does not.
  const asks = (phrases: Phrases) => {
    const span = words.find(both(phrases))
    return span !== null && (ids.length > 0 || isBeginning(words, span.at)) ? span : null
  }
  const related = ids.length ? null : relationOf(words, mentions, phrases => asks(phrases) !== null)
  if (related) return related
  const tag = newTag(words, mentions)
  if (tag) return tag
  const name = asks(renaming) ? renamed(words, mentions, tools) : null
  if (name) return name
  // The longest: `put on pause` before `put`.
  const spans = Object.keys(verbs).flatMap(verb => {
    const span = asks(verbs[verb]!)
    return span ? [{ verb, span }] : []
  })
  const [longest] = spans.sort((one, other) => other.span.length - one.span.length)
  if (!longest) return asks(otherVerbs) ? { kind: 'unknown' } : null
  words.takeSpan(longest.span)
  const [id, ...others] = ids
  if (id) return others.length ? { kind: 'unknown' } : ofId(words, longest.verb, id, tools)
  return ofName(words, longest.verb, context)
}

/** Whether nothing stands before a place but words that say nothing, such as `please`. */
const isBeginning = (words: Words, at: number) =>
  words.words.slice(0, at).every((_, index) => words.fitsAt(index, both(fillers)))

function ofId(words: Words, verb: string, id: string, tools: Catalog<PlainTool>): Change {
  const tool = operationFor(verb, id, tools)
  if (!tool) return { kind: 'unknown' }
  words.takeMatch(new RegExp(`^${id}$`))
  words.takeAll(both(fillers))
  // `cancel the order ord_…`
  words.takeAll(kindOf(tool))
  words.takeAll(['заказ*', 'подписк*', 'курс*', 'тег*', 'домашн*', 'работ*', 'объект*'])
  if (words.left.length) return { kind: 'doubt', words: words.left.join(' ') }
  return { kind: 'operation', tool: tool.name, verb, id }
}

const kindOf = ({ operation: { path } }: PlainTool): string[] => {
  const parts = path.split('/')[2]!.split('-')
  return [...new Set(parts.flatMap(part => [part, part.replace(/s$/, '')]))]
}

/** A verb with an object by its name, with the last one of a list, or with what was spoken of before. */
function ofName(words: Words, verb: string, { tools, lexicon, mentions }: ChangeContext): Change {
  const [mention, ...others] = mentions
  const unreadWords = (): string[] => {
    words.takeAll(both(fillers))
    return words.left
  }
  if (mention && others.length === 0 && hasOperation(tools.tool(mention.list)!, verb, tools)) {
    if (unreadWords().length) return { kind: 'doubt', words: words.left.join(' ') }
    const tool = operationOn(tools.tool(mention.list)!, verb, tools)!
    return oneOf(mention, ({ id }) => ({ kind: 'operation', tool: tool.name, verb, id }))
  }
  const number = takeOrderNumber(words)
  const isLast = words.take(both(intents.newest)) !== null
  const subject = lexicon.take(words, false)
  if (!subject) {
    const isIt = words.take(both(pronouns)) !== null
    return isIt && mentions.length === 0 && unreadWords().length === 0
      ? { kind: 'it', verb }
      : { kind: 'unknown' }
  }
  const { tool } = subject
  const filters: Record<string, string> = { ...subject.filters, ...takeProperties(subject, words) }
  if (number !== null) filters.number = number
  const attached = attach(mentions, tool, tools)
  const isOne = number !== null || mentions.length > 0
  if (!isOne || !attached || !hasOperation(tool, verb, tools)) return { kind: 'unknown' }
  if (unreadWords().length) return { kind: 'doubt', words: words.left.join(' ') }
  for (const { filter, objects } of attached) {
    const [object, ...more] = objects as [NamedObject, ...NamedObject[]]
    if (more.length) return { kind: 'several', name: object.name, labels: objects.map(({ label }) => label) }
    if (filter === null) return { kind: 'unknown' }
    filters[filter] = object.id
  }
  return { kind: 'found', list: tool.name, verb, filters, isLast }
}

/** The change of the only object of a mention. */
function oneOf({ objects }: Mention, change: (object: NamedObject) => Change): Change {
  const [object, ...others] = objects as [NamedObject, ...NamedObject[]]
  return others.length
    ? { kind: 'several', name: object.name, labels: objects.map(({ label }) => label) }
    : change(object)
}

function relationOf(
  words: Words,
  mentions: readonly Mention[],
  asks: (phrases: Phrases) => boolean,
): Change | null {
  const fits = ({ lists }: Relation) =>
    lists.length === mentions.length && lists.every(list => mentions.some(each => each.list === list))
  // The longest verb: `give access` before `give`.
  const [found] = relations
    .filter(each => fits(each) && asks(each))
    .sort((one, other) => words.find(both(other))!.length - words.find(both(one))!.length)
  if (!found) return null
  words.take(both(found))
  words.takeAll(found.with ?? [])
  words.takeAll(both(fillers))
  if (words.left.length) return { kind: 'doubt', words: words.left.join(' ') }
  const several = mentions.find(({ objects }) => objects.length > 1)
  if (several) return oneOf(several, () => ({ kind: 'unknown' }))
  const filled = (value: unknown): any => {
    if (Array.isArray(value)) return value.map(filled)
    const [, list, field] = /^\$(\w+\.list)(\.name)?$/.exec(String(value)) ?? []
    const object = mentions.find(each => each.list === list)?.objects[0]
    return object ? (field ? object.name : object.id) : value
  }
  const filledAll = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]))
  const body = found.body && filledAll(found.body)
  return { kind: 'call', tool: found.tool, path: filledAll(found.path), body }
}

/** `rename the tag VIP to Gold` */
function renamed(words: Words, mentions: readonly Mention[], tools: Catalog<PlainTool>): Change | null {
  const [mention, ...others] = mentions
  const span = words.find(both(renaming))
  if (!mention || others.length || !span) return { kind: 'unknown' }
  const end = mention.at + mention.length
  const link = words.lengthFrom(end, renaming.to)
  const name = words.freeFrom(end + link)
  const reader = tools.tool(mention.list)!
  const update = tools.find('PATCH', `${reader.operation.path}/id`)?.tool
  const field = reader.names.find(each => ['name', 'title'].includes(each))
  if (!link || name.length === 0 || !update || !field) return { kind: 'unknown' }
  words.takeSpan(span)
  words.takeSpan({ at: end, length: link })
  words.takeSpan(name)
  words.takeAll(both(fillers))
  if (words.left.length) return { kind: 'doubt', words: words.left.join(' ') }
  const body = { [field]: words.written(name) }
  return oneOf(mention, ({ id }) => ({ kind: 'call', tool: update.name, path: { id }, body }))
}

/** The operation of a verb on objects of a list. */
const operationOn = ({ operation }: PlainTool, verb: string, tools: Catalog<PlainTool>) =>
  operationAt(`${operation.path}/id`, verb, tools)
const hasOperation = (tool: PlainTool, verb: string, tools: Catalog<PlainTool>) =>
  operationOn(tool, verb, tools) !== null

/** `create tag VIP`, `создай тег VIP` */
function newTag(words: Words, mentions: readonly Mention[]): Change | null {
  const begins = mentions.length ? null : words.find(both(tagVerbs))
  if (begins?.at !== 0) return null
  words.takeSpan(begins)
  words.take(['called', 'named', 'с названием', 'по имени'])
  const name = words.written(words.freeFrom(words.words.length - words.left.length))
  return { kind: 'tag', name }
}
