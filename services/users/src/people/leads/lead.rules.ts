// Whether a person who came by a submission is known for anything else since: a pure decision.

import type { ServiceData } from '../../privacy/personal-data/data-everywhere.ts'
import type { Lead } from '../lead-model/lead.contract.ts'
import type { User } from '../users/user.contract.ts'

/** The number of objects of each kind that the submission itself caused. */
const own = ({ tag_ids, consent_ids }: Lead): Readonly<Record<string, number>> => ({
  'users tags': tag_ids.length,
  'users consents': consent_ids.length,
  'users effects of form submissions': 1,
})

/** Whether somebody has changed the person, or any service has more about them than the submission caused. */
export function dependsOn(user: Pick<User, 'version'>, lead: Lead, areas: readonly ServiceData[]): boolean {
  const caused = own(lead)
  const more = areas.some(
    ({ service, what, count, incidental }) => !incidental && count > (caused[`${service} ${what}`] ?? 0),
  )
  return user.version > 1 || more
}
