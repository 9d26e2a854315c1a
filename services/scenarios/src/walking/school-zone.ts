import type { Id } from '@lms/contract'
import type { Outside } from '@lms/service-host'
import { registry } from '@lms/site/contract'

/** The zone of the school, for people whose own is not known. */
export async function schoolZone({
  runtime,
  school,
  requestId,
}: Pick<Outside, 'runtime' | 'school' | 'requestId'>): Promise<string> {
  // An installation without pages has no schools either.
  if (!Object.hasOwn(runtime.config.serviceAddresses, 'site')) return 'UTC'
  const { schools } = await runtime
    .client('site', { registry }, { school: null, requestId })
    .registry.batch({ body: { ids: [school as Id<'sch'>] } })
  return schools[0]?.time_zone ?? 'UTC'
}
