// The data of all services about people: each is asked, because each knows its own declaration. This service answers
// directly.
import { unownedCheckouts as bindings } from '@lms/commerce/contract'
import type { PersonalDataCount } from '@lms/contract'
import { unownedSuppressions } from '@lms/crm/contract'
import { countsAbout, hostOperations, itemsAbout, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { User } from '../../people/users/user.contract.ts'
import { personalData } from './all-personal-data.ts'

type Asking = Pick<Work, 'runtime' | 'work'>
export type ServiceData = PersonalDataCount & { service: string }

const isOwn = (service: string, { runtime }: Asking) => service === runtime.config.signing.name

const internalApiOf = (service: string, { runtime, work }: Asking) => {
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.client(service, { hostOperations }, scope).hostOperations
}

/** The data of each service about a person, this one first. Refuses with unavailable if one of them is unavailable. */
export async function dataOfAllServices(
  userId: string,
  asking: Asking,
  stores: Stores,
): Promise<ServiceData[]> {
  const { serviceAddresses, signing } = asking.runtime.config
  const heldBy = async (service: string): Promise<ServiceData[]> => {
    const areas = isOwn(service, asking)
      ? await countsAbout(userId, personalData, stores)
      : (await internalApiOf(service, asking).held({ body: { user_id: userId as never } })).held
    return areas.map(one => ({ service, ...one }))
  }
  const services = new Set([signing.name, ...Object.keys(serviceAddresses)])
  return (await Promise.all([...services].map(heldBy))).flat()
}

/** Has the checkouts of visitors who have left the person's contact become theirs: they are counted and erased, too. */
export async function bindCheckouts(
  { id: user_id, email, phone }: Pick<User, 'id' | 'email' | 'phone'>,
  { runtime, work }: Asking,
): Promise<void> {
  if (email === null && phone === null) return
  await unownedAt({ runtime, work })?.bind({ body: { user_id, email, phone } })
}

/** Has the suppressions of the person's addresses become theirs: they are counted and erased, too. */
export async function bindSuppressions(
  { id: user_id, email, phone }: Pick<User, 'id' | 'email' | 'phone'>,
  { runtime, work }: Asking,
  { identities }: Pick<Stores, 'identities'>,
): Promise<void> {
  if (!Object.hasOwn(runtime.config.serviceAddresses, 'crm')) return
  const scope = { school: work.school, requestId: work.origin.requestId }
  const messengers = (await identities.messengersOf([user_id])).map(({ subject }) => subject)
  await runtime
    .client('crm', { unownedSuppressions }, scope)
    .unownedSuppressions.bind({ body: { user_id, email, phone, messengers } })
}

/**
 * The checkouts of visitors who have left the person's contact, and nobody else's besides, page by page. An export shows
 * them and makes them nobody's: an e-mail that somebody has mistyped is no proof of a person, and binds nothing.
 */
export async function* visitorCheckouts(
  { email, phone }: Pick<User, 'email' | 'phone'>,
  asking: Asking,
): AsyncGenerator<object[]> {
  const unowned = email === null && phone === null ? null : unownedAt(asking)
  if (!unowned) return
  for (let after: string | null = null; ; ) {
    const page: { items: object[]; next: string | null } = await unowned.list({
      body: { email, phone, after },
    })
    yield page.items
    if (page.next === null) return
    after = page.next
  }
}

function unownedAt({ runtime, work }: Asking) {
  if (!Object.hasOwn(runtime.config.serviceAddresses, 'commerce')) return null
  const scope = { school: work.school, requestId: work.origin.requestId }
  return runtime.client('commerce', { unownedCheckouts: bindings }, scope).unownedCheckouts
}

/** All data of one kind that a service has about a person, page by page. */
export async function* itemsOf(
  { service, what }: Pick<ServiceData, 'service' | 'what'>,
  userId: string,
  asking: Asking,
  stores: Stores,
): AsyncGenerator<object[]> {
  const own = isOwn(service, asking) && personalData.find(kind => kind.what === what)
  for (let after: string | null = null; ; ) {
    const page: { items: object[]; next: string | null } = own
      ? await itemsAbout(userId, own, after, stores)
      : await internalApiOf(service, asking).data({ body: { user_id: userId as never, what, after } })
    yield page.items
    if (page.next === null) return
    after = page.next
  }
}
