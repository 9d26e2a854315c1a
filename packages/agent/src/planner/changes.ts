// Changes that the planner understands: a verb and the id of an object, or a tag by its name. Everything else is said to
// be not understood; a person or a model names the call.
import type { Catalog, PlainTool } from '../catalog.ts'
import { both, type Words } from './tokens.ts'
import { otherVerbs, tagVerbs, verbs } from './words/changes.ts'
import { fillers, type Phrases } from './words/intents.ts'

export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'doubt'; readonly words: string }
  /** An operation on one object. */
  | { readonly kind: 'operation'; readonly tool: string; readonly verb: string; readonly id: string }
  /** A new tag; its name is empty where none is given. */
  | { readonly kind: 'tag'; readonly name: string }

/** The change that a question asks for; null if it asks for none. */
export function readChange(words: Words, ids: readonly string[], tools: Catalog<PlainTool>): Change | null {
  // A verb that begins the sentence asks for a change, and so does one beside an id: `the last change` does not.
  const asks = (phrases: Phrases) => {
    const span = words.find(both(phrases))
    return span !== null && (ids.length > 0 || isBeginning(words, span.at)) ? span : null
  }
  const verb = Object.keys(verbs).find(name => asks(verbs[name]!))
  if (!verb) return newTag(words) ?? (asks(otherVerbs) ? { kind: 'unknown' } : null)
  words.takeSpan(asks(verbs[verb]!)!)
  const [id, ...others] = ids
  const tool = id && others.length === 0 ? operationFor(verb, id, tools) : null
  if (!id || !tool) return { kind: 'unknown' }
  words.takeMatch(new RegExp(`^${id}$`))
  words.takeAll(both(fillers))
  // `cancel the order ord_…`
  const { path } = tool.operation
  words.takeAll([
    ...new Set(
      path
        .split('/')[2]!
        .split('-')
        .flatMap(part => [part, part.replace(/s$/, '')]),
    ),
  ])
  words.takeAll(['заказ*', 'подписк*', 'курс*', 'тег*', 'домашн*', 'работ*', 'объект*'])
  if (words.left.length) return { kind: 'doubt', words: words.left.join(' ') }
  return { kind: 'operation', tool: tool.name, verb, id }
}

/** Whether nothing stands before a place but words that say nothing, such as `please`. */
const isBeginning = (words: Words, at: number) =>
  words.words.slice(0, at).every((_, index) => words.fitsAt(index, both(fillers)))

/** The operation of a verb on the object with this id. */
function operationFor(verb: string, id: string, tools: Catalog<PlainTool>): PlainTool | null {
  const reader = tools.readerOf(id)
  if (!reader) return null
  const { path } = reader.operation
  const match =
    verb === 'DELETE'
      ? tools.find('DELETE', path.replace('{id}', id))
      : tools.find('POST', `${path.replace('{id}', id)}/${verb}`)
  return match && (match.tool.use === 'ask' || match.tool.use === 'outward') ? match.tool : null
}

/** `create tag VIP`, `создай тег VIP` */
function newTag(words: Words): Change | null {
  const begins = words.find(both(tagVerbs))
  if (begins?.at !== 0) return null
  words.takeSpan(begins)
  words.take(['called', 'named', 'с названием', 'по имени'])
  const name = words.written(words.freeFrom(words.words.length - words.left.length))
  return { kind: 'tag', name }
}
