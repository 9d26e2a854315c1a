import { siteUrlAt, type Work } from '@lms/service-host'
import { registry } from '@lms/site/contract'

type At = Pick<Work, 'work' | 'runtime'>

/** The active domains of the school, the primary one first. Asks the site service: call it before anything is locked. */
export async function domainsOf({ work, runtime }: At): Promise<readonly string[]> {
  const scope = { school: null, requestId: work.origin.requestId }
  const { schools } = await runtime
    .client('site', { registry }, scope)
    .registry.batch({ body: { ids: [work.school as never] } })
  return schools[0]!.domains
}

/** `{site_url}` of the school: at its first domain. Asks the site service, too. */
export const siteUrlOf = async (at: At): Promise<string> =>
  siteUrlAt((await domainsOf(at))[0]!, at.runtime.config)
