// The events that an answer must have seen: whoever asks names what led to the question, and who is behind says so.
import { z } from 'zod'
import { text } from './field-types.ts'
import { id } from './ids.ts'

/** Names an event. */
export const EventRef = z.object({ id: id('evt'), type: text(100, 1) })
export type EventRef = z.infer<typeof EventRef>

/** Maximum events that a question about one person names. */
export const maxCauses = 50

/**
 * The causes of a question with further ones: the newest stand for older ones beyond the maximum, because readers take
 * events in their order.
 */
export function withCauses(causes: readonly EventRef[], further: readonly EventRef[]): EventRef[] {
  const all = new Map([...causes, ...further].map(({ id, type }) => [id, { id, type }]))
  return [...all.values()].slice(-maxCauses)
}
