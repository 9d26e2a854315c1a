// Work that somebody ordered goes on without them, with the rights that they have at each moment.
import { ApiError, type Caller, type Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { keyInternalApi } from '@lms/users/contract'

export interface Orderer {
  readonly key_id: string
  readonly user_id: Id<'usr'> | null
  /** Whether the key acted for the person (X-On-Behalf-Of). */
  readonly on_behalf: boolean
}

export const ordererOf = ({ key, user, onBehalf }: Caller): Orderer => ({
  key_id: key,
  user_id: user,
  on_behalf: onBehalf,
})

/** Who ordered it, as a caller of this moment; null if the key is revoked or the person has left. */
export async function presentCaller(
  { key_id, user_id, on_behalf }: Orderer,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Caller | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { keys } = runtime.client('users', { keys: keyInternalApi }, scope)
  const body = { key: key_id as Caller['key'], on_behalf_of: on_behalf ? user_id : null }
  const present = await keys.present({ body }).catch(error => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (!present) return null
  return { school: work.school as Id<'sch'>, key: body.key, onBehalf: on_behalf, ...present }
}
