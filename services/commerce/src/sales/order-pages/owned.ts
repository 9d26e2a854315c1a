// What of an order or a gift its person has already: courses and groups, by what the users service says.
import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { userFacts } from '@lms/users/contract'
import type { OrderItem } from '../../objects/order.object.ts'
import { includedIn } from './included.ts'
import { ownedRefusals } from './owned.contract.ts'

/** The places of what the person has, in the details of the refusal. */
export const placesOf = ({ fields }: { readonly fields: readonly string[] }): number[] =>
  fields.map(path => Number(path.split('.')[1]))

/**
 * Refuses to give a person what they have already; each in the details by its place in what the page lists as included.
 * Calls the users service: nothing may be locked.
 */
export async function refuseOwned(
  items: readonly Pick<OrderItem, 'contents'>[],
  user_id: Id<'usr'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  const contents = items.flatMap(item => item.contents)
  if (contents.every(({ resource_id }) => resource_id === null)) return
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { people } = await runtime
    .client('users', { userFacts }, scope)
    .userFacts.find({ body: { ids: [user_id] } })
  const [person] = people
  const has = new Set<string>([
    ...(person?.group_ids ?? []),
    ...(person?.accesses ?? []).map(({ course_id }) => course_id),
  ])
  const included = includedIn(items)
  const owned = contents.filter(({ resource_id }) => resource_id !== null && has.has(resource_id))
  const places = new Set(
    owned.map(({ name, term_days }) =>
      included.findIndex(each => each.name === name && each.term_days === term_days),
    ),
  )
  if (places.size === 0) return
  const details = [...places].map(place => ({ path: `included.${place}`, message: included[place]!.name }))
  throw new Refused(ownedRefusals.already_owned, undefined, { details: details.slice(0, 50) })
}
