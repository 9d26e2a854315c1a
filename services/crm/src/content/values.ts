// The values that every content can use: of the person, and of the school.

import type { MailLook } from '@lms/html/mail'
import { siteUrlAt, type Work } from '@lms/service-host'
import { mailLooks, registry } from '@lms/site/contract'
import type { User } from '@lms/users/contract'
import type { Variables } from './source.ts'

export interface SchoolValues {
  name: string
  url: string
  /** Its active domains, the primary one first. Contents do not name them. */
  domains: readonly string[]
  time_zone: string
  /** Null if the school has set none. */
  country: string | null
  /** How its e-mails look. Contents do not name it. */
  look: MailLook
}

/** How e-mails of the school look, in a call of the site service. */
export const lookOf = ({ work, runtime }: Pick<Work, 'work' | 'runtime'>): Promise<MailLook> =>
  runtime
    .client('site', { mailLooks }, { school: work.school, requestId: work.origin.requestId })
    .mailLooks.show({ body: {} })

/** The school as messages name it. Asks the site service: call it before anything is locked. */
export async function schoolValues(ctx: Pick<Work, 'work' | 'runtime'>): Promise<SchoolValues> {
  const { work, runtime } = ctx
  const scope = { school: null, requestId: work.origin.requestId }
  const [{ schools }, look] = await Promise.all([
    runtime.client('site', { registry }, scope).registry.batch({ body: { ids: [work.school as never] } }),
    lookOf(ctx),
  ])
  const { name, domains, time_zone, country } = schools[0]!
  return { name, url: siteUrlAt(domains[0]!, runtime.config), domains, time_zone, country, look }
}

/**
 * The values of one person. An empty name is no value, so that nobody is greeted as nobody. Where no message stands behind the
 * content, the links to its own pages lead to the school.
 */
export function valuesFor(
  user: User | null,
  { name, url }: Pick<SchoolValues, 'name' | 'url'>,
  own: Variables,
  pages: { unsubscribe_url: string; view_url: string } = { unsubscribe_url: url, view_url: url },
): Variables {
  const filled = (text: string | null) => text || undefined
  return {
    ...own,
    school: { name, url },
    ...pages,
    ...(user && {
      user: {
        first_name: filled(user.first_name),
        last_name: filled(user.last_name),
        email: filled(user.email),
        phone: filled(user.phone),
        locale: user.locale,
        custom_fields: user.custom_fields,
      },
    }),
  }
}
