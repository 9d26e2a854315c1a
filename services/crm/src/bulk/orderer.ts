// Work that somebody ordered goes on without them, with the rights that they have at each moment.
import { ApiError, type Caller, type Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { keyInternalApi } from '@lms/users/contract'
import type { BulkRow } from './bulk.store.ts'

/** Who ordered it, with their present rights; null if the key is revoked or the person has left. */
export async function presentRights(
  { key_id, user_id, on_behalf }: Pick<BulkRow, 'key_id' | 'user_id' | 'on_behalf'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Pick<Caller, 'rights'> | null> {
  const scope = { school: work.school as Id<'sch'>, requestId: work.origin.requestId }
  const { keys } = runtime.client('users', { keys: keyInternalApi }, scope)
  const body = { key: key_id as Caller['key'], on_behalf_of: on_behalf ? user_id : null }
  return keys.present({ body }).catch(error => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}
