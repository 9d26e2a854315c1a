// The public declaration of a service: its resources and events.
import type { z } from 'zod'
import type { EventType } from './event.ts'
import { eventCatalogue } from './event-catalogue.ts'
import type { NotificationKind } from './notification.ts'
import { eventsOf, type Resource } from './operation.ts'
import type { Prefix } from './prefixes.ts'

/** How objects of a service and of others name each other, by the prefixes of the ids. */
export interface DeclaredReferences {
  /** Its objects that others may name: it says which exist. */
  readonly owns?: readonly Prefix[]
  /** Objects of others that its own name: it is asked before one is deleted. */
  readonly names?: readonly Prefix[]
  /** Its objects with a file behind a signed link. */
  readonly files?: readonly Prefix[]
}

export interface Contract<
  Resources extends Record<string, Resource> = Record<string, Resource>,
  Internal extends Record<string, Resource> = Record<string, Resource>,
> {
  readonly service: string
  /** The name of the area in the documentation. */
  readonly area: string
  readonly references?: DeclaredReferences
  readonly resources: Resources
  /** Operations for other services only. */
  readonly internal: Internal
  /** Public pages that the gateway answers at the address of a school; for the documentation. */
  readonly pages?: Record<string, Resource>
  /** What its resources emit, in the order of the catalogue. */
  readonly events: readonly EventType[]
  /** What people are told by itself after these events. */
  readonly notifications?: readonly NotificationKind[]
  /** Its section of a school's settings (`settingsGroup`); none for most services. */
  readonly settings?: z.ZodObject
}

const catalogued = new Map(eventCatalogue.map(({ type }, at): [string, number] => [type, at]))

/** Each event once; types that the catalogue lacks come last, for the API's check to find. */
const inCatalogueOrder = (events: readonly EventType[]): EventType[] => {
  const positionOf = ({ type }: EventType) => catalogued.get(type) ?? catalogued.size
  return [...new Set(events)].sort((a, b) => positionOf(a) - positionOf(b))
}

/** Declares a service's contract. Its events follow from its resources. */
export const contract = <
  const R extends Record<string, Resource>,
  const I extends Record<string, Resource> = Record<never, never>,
>(spec: {
  service: string
  area: string
  references?: DeclaredReferences
  resources: R
  internal?: I
  pages?: Record<string, Resource>
  notifications?: readonly NotificationKind[]
  settings?: z.ZodObject
}): Contract<R, I> => {
  const { resources, internal = {} as I } = spec
  const emitted = eventsOf([...Object.values(resources), ...Object.values(internal)])
  return { ...spec, internal, events: inCatalogueOrder(emitted) }
}
