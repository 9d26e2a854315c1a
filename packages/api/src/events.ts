// All emitted events, from the contracts; each must be in the catalogue.
import { type Contract, type EventType, eventCatalogue } from '@lms/contract'
import { contracts } from './contracts.ts'

export interface EmittedEvent {
  readonly service: string
  readonly event: EventType
}

const knownTypes: ReadonlySet<string> = new Set(eventCatalogue.map(({ type }) => type))

/** The events of some contracts. Throws at a type that the catalogue lacks, and at a type of two services. */
export function emittedEventsOf(list: readonly Contract[]): EmittedEvent[] {
  const emitters = new Map<string, string>()
  return list.flatMap(({ service, events }) =>
    events.map(event => {
      if (!knownTypes.has(event.type))
        throw new Error(
          `${service} emits ${event.type}, which is not in packages/contract/src/event-catalogue.ts.`,
        )
      const other = emitters.get(event.type)
      if (other) throw new Error(`${event.type} is declared by ${other} and again by ${service}.`)
      emitters.set(event.type, service)
      return { service, event }
    }),
  )
}

export const emittedEvents: readonly EmittedEvent[] = emittedEventsOf(contracts)
