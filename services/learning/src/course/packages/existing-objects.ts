// Which objects of other services that a package names are there in the school.
import { objectOwners, type Prefix, prefixOf } from '@lms/contract'
import { hostOperations, type Work } from '@lms/service-host'

/** States of files in which nothing can show them, and of objects that are gone. */
const absent = new Set(['deleted', 'uploading', 'checking', 'rejected'])

export async function presentAmong(
  ids: readonly string[],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<ReadonlySet<string>> {
  const owned = Map.groupBy(new Set(ids), id => objectOwners[prefixOf(id) as Prefix]?.service)
  const scope = { school: work.school, requestId: work.origin.requestId }
  const lookups = [...owned].map(async ([service, ids]) => {
    if (!service || !runtime.config.serviceAddresses[service]) return []
    const { host } = runtime.client(service, { host: hostOperations }, scope)
    const { objects } = await host.objects({ body: { ids } })
    return objects.flatMap(({ id, status }) => (status !== null && absent.has(status) ? [] : id))
  })
  return new Set((await Promise.all(lookups)).flat())
}
