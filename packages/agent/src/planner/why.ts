// `Why`: what the question is about is found by id, number or name, its state is read with what could have led to it, and
// the answer is what the data say, no more.
import type { Catalog } from '../catalog.ts'
import type { Looking } from './lookup.ts'
import { type NameMatch, objectCalled, personCalled } from './object-by-name.ts'
import type { WhyQuestion } from './why-question.ts'
import { explain } from './why-reasons.ts'
import { whyReplies } from './why-replies.ts'
import type { Language } from './words/intents.ts'

export type WhyAnswer =
  | { readonly kind: 'reasons'; readonly text: string }
  | { readonly kind: 'unnamed'; readonly text: string }
  | { readonly kind: 'unfound'; readonly match: NameMatch }

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
}

/** Answers a `why`; null is about nothing. */
export async function answerWhy(question: WhyQuestion | null, context: Context): Promise<WhyAnswer> {
  const say = whyReplies[context.language]
  if (!question) return { kind: 'unnamed', text: say.what }
  const { topic, id, orderNumber, person, course } = question
  const isOfPerson = topic === 'access' || (topic === 'message' && !id)
  if (isOfPerson && !person) return { kind: 'unnamed', text: say.whose }
  const isNamed =
    isOfPerson || topic === 'webhook' || id !== null || (topic === 'order' && orderNumber !== null)
  if (!isNamed) return { kind: 'unnamed', text: say.what }
  const personMatch = person ? await personCalled(person, context.tools, context.looking) : null
  if (personMatch && personMatch.kind !== 'one') return { kind: 'unfound', match: personMatch }
  const called = course ? await objectCalled(course, context.looking) : null
  if (called && called.kind !== 'one') return { kind: 'unfound', match: called }
  const reasons = await explain(
    { ...question, person: personMatch?.object ?? null, course: called?.object ?? null },
    { ...context, say },
  )
  return reasons ? { kind: 'reasons', text: reasons } : { kind: 'unnamed', text: say.what }
}
