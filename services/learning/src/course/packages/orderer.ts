// An import or export goes on without the person who ordered it, with the rights that they have at each step.
import { ApiError, type Caller, hasPermissions, type Id, id, type Permission } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { keyInternalApi } from '@lms/users/contract'
import { z } from 'zod'

export const Orderer = z.object({
  key_id: z.string().regex(/^(key|ses)_\w+$/),
  user_id: id('usr').nullable(),
  /** Whether the key acted for the person (X-On-Behalf-Of). */
  on_behalf: z.boolean(),
})
export type Orderer = z.infer<typeof Orderer>

export const ordererOf = ({ key, user, onBehalf }: Caller): Orderer => ({
  key_id: key,
  user_id: user as Id<'usr'> | null,
  on_behalf: onBehalf,
})

/** Whether who ordered it may still do so: the key or session lives, and the person has the rights. */
export async function mayStill(
  { key_id, user_id, on_behalf }: Orderer,
  permissions: readonly Permission[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<boolean> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { keys } = runtime.client('users', { keys: keyInternalApi }, scope)
  const body = { key: key_id as Id<'key'>, on_behalf_of: on_behalf ? user_id : null }
  const present = await keys.present({ body }).catch(error => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  return present !== null && hasPermissions(present.rights as never, permissions)
}
