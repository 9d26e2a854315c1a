// What a change of the settings says about the sender of e-mails, and the school has not proven.
import type { RefusalDetail } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { domainOf, isOwnDomain } from '../addresses/sender.ts'
import { schoolValues } from '../content/values.ts'

/** The values of a change; what it leaves out, and what it takes back, is not looked at. */
interface Change {
  email?: { from_address?: string | null; dkim?: { domain?: string | null } }
}

/** The places whose domain is none of the school's. Asks the site service: call it before anything is locked. */
export async function senderProblems(
  { email = {} }: Change,
  at: Pick<Work, 'work' | 'runtime'>,
): Promise<RefusalDetail[]> {
  const { from_address = null, dkim } = email
  const addressFields = [
    { place: 'from_address', domain: from_address && domainOf(from_address) },
    { place: 'dkim.domain', domain: dkim?.domain ?? null },
  ]
  if (addressFields.every(({ domain }) => domain === null)) return []
  const { domains } = await schoolValues(at)
  return addressFields.flatMap(({ place: field, domain }) =>
    domain === null || isOwnDomain(domain, domains)
      ? []
      : {
          path: `body.values.email.${field}`,
          message: `${domain} is no domain that this school has proven. Add it first: POST /v1/domains, and set its TXT record at _lms.${domain}.`,
        },
  )
}
