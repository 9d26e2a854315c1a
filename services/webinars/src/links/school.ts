// The school as messages and services outside know it.
import { siteUrlAt, type Work } from '@lms/service-host'
import { registry } from '@lms/site/contract'

/** Asks the site service: nothing may be locked. */
export async function schoolOf({ work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  const scope = { school: null, requestId: work.origin.requestId }
  const { schools } = await runtime
    .client('site', { registry }, scope)
    .registry.batch({ body: { ids: [work.school as never] } })
  const { name, domains, time_zone } = schools[0]!
  return {
    id: work.school,
    name,
    time_zone,
    url: siteUrlAt(domains[0]!, runtime.config),
    from: `webinars@${domains[0]!.split(':')[0]}`,
  }
}
