// The language of a school's pages, for people who come by them and say nothing of their own.
import type { Id } from '@lms/contract'
import { inTime, type Work } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { User } from './user.contract.ts'

/** The fields of a new person in place of their defaults; none where the site does not say so in time. */
export async function schoolLanguage({
  work,
  runtime,
}: Pick<Work, 'work' | 'runtime'>): Promise<{ locale?: string }> {
  if (!Object.hasOwn(runtime.config.serviceAddresses, 'site')) return {}
  const { batch } = runtime.client(
    'site',
    { registry },
    { school: null, requestId: work.origin.requestId },
  ).registry
  const answer = await inTime(batch({ body: { ids: [work.school as Id<'sch'>] } }).catch(() => null))
  const locale = answer?.schools[0]?.language
  return locale && User.shape.locale.safeParse(locale).success ? { locale } : {}
}
