// Consents that people have given, from the users service.
import type { Work } from '@lms/service-host'
import { consentDirectory } from '@lms/users/contract'

/** The channels of the given consents of these people. It calls the users service: before anything is locked. */
export async function readConsents(
  ids: readonly string[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Map<string, Set<string>>> {
  if (ids.length === 0) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { consents } = await runtime
    .client('users', { consentDirectory }, scope)
    .consentDirectory.given({ body: { user_ids: ids as never } })
  const by = Map.groupBy(consents, ({ user_id }) => user_id as string)
  return new Map(
    [...by].map(([user, consentRows]) => [user, new Set<string>(consentRows.map(({ channel }) => channel))]),
  )
}
