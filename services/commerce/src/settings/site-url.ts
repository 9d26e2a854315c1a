import { siteUrlAt, type Work } from '@lms/service-host'
import { registry } from '@lms/site/contract'

/** `{site_url}` of the school: at its first domain. Asks the site service: call it before anything is locked. */
export async function siteUrlOf({ work, runtime }: Pick<Work, 'work' | 'runtime'>): Promise<string> {
  const scope = { school: null, requestId: work.origin.requestId }
  const { schools } = await runtime
    .client('site', { registry }, scope)
    .registry.batch({ body: { ids: [work.school as never] } })
  return siteUrlAt(schools[0]!.domains[0]!, runtime.config)
}
