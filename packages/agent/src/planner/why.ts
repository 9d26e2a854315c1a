// `Why`: what the question is about is found by id, number or name, its state is read with what could have led to it, and
// the answer is what the data say, no more.
import { isId } from '@lms/contract'
import type { Catalog } from '../catalog.ts'
import type { Looking } from './looking.ts'
import { type ContainerNamed, type Named, objectCalled, personCalled, takeContainer } from './named.ts'
import { takeOrderNumber } from './reading.ts'
import { both, type Words } from './tokens.ts'
import { explain } from './why-reasons.ts'
import { whyReplies } from './why-replies.ts'
import { fillers, type Language } from './words/intents.ts'
import { type Topic, topics, whyFillers } from './words/why.ts'

/** What a `why` is about, as the question says it. */
export interface WhyAsked {
  readonly topic: Topic
  /** The id of the object itself. */
  readonly id: string | null
  readonly orderNumber: string | null
  /** An e-mail address or a name. */
  readonly person: string | null
  readonly course: ContainerNamed | null
  /** Whether it is about an e-mail and no other message. */
  readonly isEmail: boolean
}

export type WhyAnswer =
  | { readonly kind: 'reasons'; readonly text: string }
  | { readonly kind: 'doubt'; readonly words: string }
  | { readonly kind: 'unnamed'; readonly text: string }
  | { readonly kind: 'unfound'; readonly found: Named }

const topicOfId: readonly (readonly ['ord' | 'pay' | 'les' | 'whk' | 'msg' | 'sbs', Topic])[] = [
  ['ord', 'order'],
  ['pay', 'payment'],
  ['les', 'lesson'],
  ['whk', 'webhook'],
  ['msg', 'message'],
  ['sbs', 'subscription'],
]

interface Given {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
}

/** Answers a question whose `why` is taken already. */
export async function answerWhy(words: Words, ids: readonly string[], given: Given): Promise<WhyAnswer> {
  const say = whyReplies[given.language]
  const asked = readWhy(words, ids, given.tools)
  if (words.left.length) return { kind: 'doubt', words: words.left.join(' ') }
  if (!asked) return { kind: 'unnamed', text: say.what }
  const { topic, id, orderNumber, person, course } = asked
  const isOfPerson = topic === 'access' || (topic === 'message' && !id)
  if (isOfPerson && !person) return { kind: 'unnamed', text: say.whose }
  const isNamed =
    isOfPerson || topic === 'webhook' || id !== null || (topic === 'order' && orderNumber !== null)
  if (!isNamed) return { kind: 'unnamed', text: say.what }
  const found = person ? await personCalled(person, given.tools, given.looking) : null
  if (found && found.kind !== 'one') return { kind: 'unfound', found }
  const called = course ? await objectCalled(course, given.looking) : null
  if (called && called.kind !== 'one') return { kind: 'unfound', found: called }
  const reasons = await explain(
    { ...asked, person: found?.object ?? null, course: called?.object ?? null },
    { ...given, say },
  )
  return reasons ? { kind: 'reasons', text: reasons } : { kind: 'unnamed', text: say.what }
}

function readWhy(words: Words, ids: readonly string[], tools: Catalog): WhyAsked | null {
  const person = words.takeMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)?.[0] ?? null
  const orderNumber = takeOrderNumber(words)
  const [id = null, ...others] = ids
  const ofId = id && topicOfId.find(([prefix]) => isId(prefix, id))?.[1]
  if (id) words.takeMatch(new RegExp(`^${id}$`))
  const course = takeContainer(words, tools.tool('accesses.list')!, tools)
  const named = Object.entries(topics).flatMap(([topic, phrases]) =>
    words.take(both(phrases)) === null ? [] : [topic as Topic],
  )
  const isEmail = words.words.some(word => /^(?:e-?mail|письм)/.test(word))
  words.takeAll(both(whyFillers))
  words.takeAll(both(fillers))
  const name = person ?? words.takeName({ capitals: true })
  const topic = ofId || (named[0] ?? (course ? 'access' : null))
  if (!topic || others.length || (id && !ofId)) return null
  return { topic, id, orderNumber, person: name, course, isEmail }
}
