// What a `why` is about, from the words of its question.
import { isId } from '@lms/contract'
import type { Catalog, PlainTool } from '../catalog.ts'
import { type ContainerMatch, takeContainer } from './containers.ts'
import { takeOrderNumber } from './parsing.ts'
import { both, type Words } from './tokens.ts'
import { fillers } from './words/intents.ts'
import { type Topic, topics, whyFillers } from './words/why.ts'

/** What a `why` is about, as the question says it. */
export interface WhyQuestion {
  readonly topic: Topic
  /** The id of the object itself. */
  readonly id: string | null
  readonly orderNumber: string | null
  /** An e-mail address or a name. */
  readonly person: string | null
  readonly course: ContainerMatch | null
  /** Whether it is about an e-mail and no other message. */
  readonly isEmail: boolean
}

const topicOfId: readonly (readonly ['ord' | 'pay' | 'les' | 'whk' | 'msg' | 'sbs', Topic])[] = [
  ['ord', 'order'],
  ['pay', 'payment'],
  ['les', 'lesson'],
  ['whk', 'webhook'],
  ['msg', 'message'],
  ['sbs', 'subscription'],
]

/** Reads a question whose `why` is taken already; null where it is about nothing. What it leaves is not understood. */
export function readWhy(words: Words, ids: readonly string[], tools: Catalog<PlainTool>): WhyQuestion | null {
  const person = words.takeMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)?.[0] ?? null
  const orderNumber = takeOrderNumber(words)
  const [id = null, ...others] = ids
  const ofId = id && topicOfId.find(([prefix]) => isId(prefix, id))?.[1]
  if (id) words.takeMatch(new RegExp(`^${id}$`))
  const course = takeContainer(words, tools.tool('accesses.list')!, tools)
  const matches = Object.entries(topics).flatMap(([topic, phrases]) =>
    words.take(both(phrases)) === null ? [] : [topic as Topic],
  )
  const isEmail = words.words.some(word => /^(?:e-?mail|письм)/.test(word))
  words.takeAll(both(whyFillers))
  words.takeAll(both(fillers))
  const name = person ?? words.takeName({ capitals: true })
  const topic = ofId || (matches[0] ?? (course ? 'access' : null))
  if (!topic || others.length || (id && !ofId)) return null
  return { topic, id, orderNumber, person: name, course, isEmail }
}
