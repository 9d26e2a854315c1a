// `Why`: what the question is about is found by id, number or name, its state is read with what could have led to it, and
// the answer is what the data say, no more.
import type { Catalog } from '../catalog.ts'
import type { Looking } from './looking.ts'
import { type Named, objectCalled, personCalled } from './named.ts'
import type { WhyAsked } from './why-asked.ts'
import { explain } from './why-reasons.ts'
import { whyReplies } from './why-replies.ts'
import type { Language } from './words/intents.ts'

export type WhyAnswer =
  | { readonly kind: 'reasons'; readonly text: string }
  | { readonly kind: 'unnamed'; readonly text: string }
  | { readonly kind: 'unfound'; readonly found: Named }

interface Given {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
}

/** Answers a `why`; null is about nothing. */
export async function answerWhy(asked: WhyAsked | null, given: Given): Promise<WhyAnswer> {
  const say = whyReplies[given.language]
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
