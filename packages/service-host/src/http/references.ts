// References of a body to other services are checked with one call to each, before the handler opens a transaction. An
// object that other services reference is not deleted.
import {
  common,
  idPlaces,
  type Operation,
  objectOwners,
  type Place,
  type Prefix,
  prefixes,
  prefixOf,
  type ReferenceMark,
  Refused,
  textsAt,
} from '@lms/contract'
import type { z } from 'zod'
import { hostOperations } from '../kernel/host.contract.ts'
import type { ClientScope, SchoolRuntime } from '../work/runtime.ts'
import type { Work } from '../work/work.ts'

export interface ReferencePlace {
  place: Place
  mark: ReferenceMark
}

/** The places of an operation's body that reference objects of other services. */
export const referencePlaces = ({ body }: Operation): ReferencePlace[] => (body ? placesIn(body) : [])

const placesIn = (body: z.ZodType): ReferencePlace[] =>
  idPlaces(body).flatMap(({ place, reference: mark }) => (mark ? [{ place, mark }] : []))

interface Named {
  path: string
  id: string
  prefix: Prefix
  except: readonly string[]
}

/**
 * Refuses a body with a reference to an object that does not exist in the school, or is in a state that excludes
 * references.
 */
export async function checkReferences(
  places: readonly ReferencePlace[],
  body: unknown,
  runtime: SchoolRuntime,
  scope: ClientScope,
): Promise<void> {
  const named = places
    .flatMap(({ place, mark }) => textsAt(body, place).map(each => ({ ...each, mark })))
    .map(({ path, text: id, mark }): Named => ({ path, id, prefix: prefixOf(id)!, except: mark.except }))
    .filter(({ prefix }) => isAsked(objectOwners[prefix]?.service, runtime))
  if (named.length === 0) return
  const states = await statesOf(named, runtime, scope)
  const details = named.flatMap(({ path, id, prefix, except }) => {
    const status = states.get(id)
    if (status === undefined) return [{ path, message: `this school has no ${prefixes[prefix]} ${id}` }]
    return except.includes(status) ? [{ path, message: `${id} is ${status}` }] : []
  })
  if (details.length)
    throw new Refused(common.unknown_reference, undefined, { details: details.slice(0, 50) })
}

/**
 * The same check for what a handler takes from a row, in the form of a body. It asks other services: call it before
 * anything is locked.
 */
export function referenceCheck(body: z.ZodType) {
  const places = placesIn(body)
  return (value: unknown, { work, runtime }: Pick<Work, 'work' | 'runtime'>): Promise<void> =>
    checkReferences(places, value, runtime, { school: work.school, requestId: work.origin.requestId })
}

/** The same check for a body whose references have no fixed places; each is the id of one kind. */
export const checkReferencesAt = (
  named: readonly { place: Place; to: Prefix }[],
  body: unknown,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> =>
  checkReferences(
    named.map(({ place, to }) => ({ place, mark: { to: [to], except: [] } })),
    body,
    runtime,
    { school: work.school, requestId: work.origin.requestId },
  )

/** The states of existing objects, by id; empty for objects without a state. */
async function statesOf(named: readonly Named[], runtime: SchoolRuntime, scope: ClientScope) {
  const byOwner = Map.groupBy(named, ({ prefix }) => objectOwners[prefix]!.service)
  const found = await Promise.all(
    [...byOwner].map(async ([service, own]) => {
      const ids = [...new Set(own.map(({ id }) => id))]
      const { objects } = await runtime
        .client(service, { hostOperations }, scope)
        .hostOperations.objects({ body: { ids } })
      return objects
    }),
  )
  return new Map(found.flat().map(({ id, status }) => [id, status ?? '']))
}

/** Refuses to delete an object that other services reference. */
export async function refuseNamed(
  kind: Prefix,
  id: string,
  runtime: SchoolRuntime,
  scope: ClientScope,
): Promise<void> {
  const asked = objectOwners[kind]!.namedBy.filter(service => isAsked(service, runtime))
  const answers = await Promise.all(
    asked.map(service =>
      runtime.client(service, { hostOperations }, scope).hostOperations.naming({ body: { id } }),
    ),
  )
  const details = answers.flatMap(({ objects }) =>
    objects.map(one => ({ path: 'id', message: `${one} names ${id}` })),
  )
  if (details.length) throw new Refused(common.still_named, undefined, { details })
}

/** A service that is not installed has no objects yet: only the form of its ids is checked. */
const isAsked = (service: string | undefined, { config }: SchoolRuntime) =>
  service !== undefined && Object.hasOwn(config.serviceAddresses, service)
