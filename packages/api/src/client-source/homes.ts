// Where a type is declared: in the module of the resource that leads to it first; those of events alone with the events.

import { contracts } from '../contracts.ts'
import { emittedEvents } from '../events.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Json } from '../openapi/json.ts'
import { namedSchemas } from '../openapi/named-schemas.ts'
import { type OperationEntry, operationsOf, pagesOf } from '../operations.ts'

/** The module with the events of all areas. */
export const eventsModule = 'event-types'
export const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

export const entries: readonly OperationEntry[] = [...operationsOf(contracts), ...pagesOf(contracts)]

/** The operations by resource, in the order of the areas. */
export const byResource: ReadonlyMap<string, OperationEntry[]> = Map.groupBy(
  entries,
  ({ resourceName }) => resourceName,
)

export const describedIn = (document: OpenApiDocument, { operation }: OperationEntry): Json =>
  document.paths[operation.path]![operation.method.toLowerCase()]!

/** Items with their relations are written as types of the list; pages are those of the core. */
export const isDerived = (name: string): boolean => /^Expanded|List$/.test(name)

/** The module of each schema. */
export function homesOf(document: OpenApiDocument): Map<string, string> {
  const homes = new Map<string, string>()
  const follow = (value: unknown, home: string) => {
    for (const name of namedSchemas(value, document)) {
      if (homes.has(name)) continue
      homes.set(name, home)
      follow(document.components.schemas![name], home)
    }
  }
  for (const [resource, own] of byResource)
    for (const entry of own) {
      const { requestBody, responses } = describedIn(document, entry)
      follow([requestBody, successOf(responses as Json)], kebab(resource))
    }
  for (const { event } of emittedEvents) follow(document.webhooks[event.type], eventsModule)
  return homes
}

/** The schema of what a successful answer has. */
export function successOf(responses: Json): Json {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2'))! as [string, Json]
  return ((answer.content as Json)['application/json'] as { schema: Json }).schema
}
