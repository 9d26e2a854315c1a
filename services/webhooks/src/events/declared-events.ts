// What the services declare of their events. This one knows none of their contracts: `npm run generate` writes down for it
// what it needs of them, and a test says when that has drifted.
import { readFileSync } from 'node:fs'
import type { EventEnvelope } from './event.contract.ts'

interface Declared {
  example: Pick<EventEnvelope, 'data' | 'related'>
}

const declared = new Map<string, Declared>(
  Object.entries(JSON.parse(readFileSync(new URL('./declared-events.json', import.meta.url), 'utf8'))),
)

/** What an event of the type looks like, by its declaration; nothing where no service tells it. */
export const exampleFor = (type: string): Declared['example'] =>
  declared.get(type)?.example ?? { data: { object: {} }, related: {} }

/** Whether a service tells events of the type. */
export const isTold = (type: string): boolean => declared.has(type)
