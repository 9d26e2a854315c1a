// References of a body to other services are checked with one call to each, before the handler opens a transaction. An
// object that other services reference is not deleted.
import {
  type Caller,
  common,
  type FieldPath,
  idPlaces,
  type Operation,
  objectOwners,
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
import { namingProblem } from './file-references.ts'

export interface ReferencePlace {
  fieldPath: FieldPath
  /** Null for a file of the service itself, of which only the caller's right to name it is checked here. */
  mark: ReferenceMark | null
}

/** The places of an operation's body that reference objects of other services, or files. */
export const referencePlaces = ({ body }: Operation): ReferencePlace[] => (body ? placesIn(body) : [])

/** Finding them takes milliseconds for a body: with its first request, not for each of a service's operations at its start. */
const placesByBody = new WeakMap<z.ZodType, ReferencePlace[]>()

function placesIn(body: z.ZodType): ReferencePlace[] {
  const present = placesByBody.get(body)
  if (present) return present
  const places = idPlaces(body).flatMap(({ fieldPath, prefix, reference: mark }) =>
    mark || prefix === 'fil' ? [{ fieldPath, mark }] : [],
  )
  placesByBody.set(body, places)
  return places
}

interface ReferencedObject {
  path: string
  id: string
  prefix: Prefix
  except: readonly string[]
  /** The person whose object it is to be; null for anybody. */
  user: string | null
  /** Whether its service is asked for it. */
  isAsked: boolean
}

interface Asking {
  scope: ClientScope
  /** Null for work without one, which names what was named before. */
  caller: Caller | null
}

/**
 * Refuses a body with a reference to an object that does not exist in the school, is in a state that excludes
 * references, or is that of another person; or to a file that the caller may not read.
 */
export async function checkReferences(
  referenceFields: readonly ReferencePlace[],
  body: unknown,
  runtime: SchoolRuntime,
  { scope, caller }: Asking,
): Promise<void> {
  const references = referenceFields
    .flatMap(({ fieldPath, mark }) => textsAt(body, fieldPath).map(each => ({ ...each, mark })))
    .map(({ path, text: id, mark }): ReferencedObject => {
      const prefix = prefixOf(id)!
      const { except = [], of } = mark ?? {}
      return {
        ...{ path, id, prefix, except },
        user: of === undefined ? null : besideAt(body, path, of),
        isAsked: mark !== null && isInstalled(objectOwners[prefix]?.service, runtime),
      }
    })
    .filter(({ isAsked, prefix }) => isAsked || prefix === 'fil')
  if (references.length === 0) return
  const objects = await objectsOf(
    references.filter(({ isAsked }) => isAsked),
    runtime,
    scope,
  )
  const details = references.flatMap(({ path, id, prefix, except, user, isAsked }) => {
    const object = objects.get(id)
    const problem = prefix === 'fil' && caller ? namingProblem(object?.user_id ?? null, caller) : null
    if (problem) return [{ path, message: `${id}: ${problem}` }]
    if (!isAsked) return []
    if (object === undefined) return [{ path, message: `this school has no ${prefixes[prefix]} ${id}` }]
    if (user !== null && object.user_id !== user)
      return [{ path, message: `${id} is not of the person ${user}` }]
    return object.status && except.includes(object.status)
      ? [{ path, message: `${id} is ${object.status}` }]
      : []
  })
  if (details.length)
    throw new Refused(common.unknown_reference, undefined, { details: details.slice(0, 50) })
}

/**
 * The same check for what a handler takes from a row, in the form of a body. It asks other services: call it before
 * anything is locked.
 */
export function referenceCheck(body: z.ZodType) {
  return (value: unknown, { work, runtime }: Pick<Work, 'work' | 'runtime'>): Promise<void> =>
    checkReferences(placesIn(body), value, runtime, askingOf(work))
}

/** The same check for a body whose references have no fixed places; each is the id of one kind. */
export const checkReferencesAt = (
  references: readonly { fieldPath: FieldPath; to: Prefix }[],
  body: unknown,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> =>
  checkReferences(
    references.map(({ fieldPath, to }) => ({ fieldPath, mark: { to: [to], except: [] } })),
    body,
    runtime,
    askingOf(work),
  )

const askingOf = ({ school, origin: { requestId, caller } }: Work['work']): Asking => ({
  scope: { school, requestId },
  caller,
})

/** The text of a field beside the one at a path, `body.actions.3.order_id`; null if there is none. */
function besideAt(body: unknown, path: string, field: string): string | null {
  const fieldPath = [...path.split('.').slice(1, -1), field]
  const text = fieldPath.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], body)
  return typeof text === 'string' ? text : null
}

/** The existing objects, by id. */
async function objectsOf(
  references: readonly ReferencedObject[],
  runtime: SchoolRuntime,
  scope: ClientScope,
) {
  const byOwner = Map.groupBy(references, ({ prefix }) => objectOwners[prefix]!.service)
  const lists = await Promise.all(
    [...byOwner].map(async ([service, own]) => {
      const ids = [...new Set(own.map(({ id }) => id))]
      const { objects } = await runtime
        .client(service, { hostOperations }, scope)
        .hostOperations.objects({ body: { ids } })
      return objects
    }),
  )
  return new Map(lists.flat().map(object => [object.id, object]))
}

/** Refuses to delete an object that other services reference. */
export async function refuseReferenced(
  kind: Prefix,
  id: string,
  runtime: SchoolRuntime,
  scope: ClientScope,
): Promise<void> {
  const namingServices = objectOwners[kind]!.namedBy.filter(service => isInstalled(service, runtime))
  const answers = await Promise.all(
    namingServices.map(service =>
      runtime.client(service, { hostOperations }, scope).hostOperations.naming({ body: { id } }),
    ),
  )
  const details = answers.flatMap(({ objects }) =>
    objects.map(one => ({ path: 'id', message: `${one} names ${id}` })),
  )
  if (details.length) throw new Refused(common.still_named, undefined, { details })
}

/** A service that is not installed has no objects yet: only the form of its ids is checked. */
const isInstalled = (service: string | undefined, { config }: SchoolRuntime) =>
  service !== undefined && Object.hasOwn(config.serviceAddresses, service)
