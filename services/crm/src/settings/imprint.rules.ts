// Under which e-mails the name and the postal address of a school stand, and where law asks for these. Pure.
import { Refused, refuse } from '@lms/contract'
import type { TransportKind } from '../addresses/kinds.ts'
import type { CrmSettings } from './crm-settings.ts'
import { topicIn } from './topic.ts'

/**
 * Countries whose law asks for a postal address in e-mails that advertise: the United States (CAN-SPAM, 15 U.S.C. 7704), Canada
 * (CASL, SOR/2012-36), Australia and New Zealand (Spam Act 2003, Unsolicited Electronic Messages Act 2007), Germany, Austria,
 * Switzerland and Liechtenstein (imprint of commercial messages).
 */
const asking = new Set(['US', 'CA', 'AU', 'NZ', 'DE', 'AT', 'CH', 'LI'])

export const imprintRefusals = refuse({
  postal_address_missing: {
    status: 409,
    when: 'law in the country of the school asks for a postal address under such an e-mail, and the settings have none',
    message:
      'The law of the country of this school asks for its postal address under this e-mail. Set `email.postal_address` in the section `crm` of PATCH /v1/settings.',
  },
})

/** Refuses to start what law asks to name its sender, where nothing does. */
export function checkImprint(
  { topic, transports }: { topic: string; transports: readonly TransportKind[] },
  { topics, email }: Pick<CrmSettings, 'topics' | 'email'>,
  country: string | null,
): void {
  const isAsked = country !== null && asking.has(country) && transports.includes('email')
  if (isAsked && email.postal_address === null && topicIn(topics, topic)?.basis !== 'service')
    throw new Refused(imprintRefusals.postal_address_missing)
}

/** The lines under an e-mail about a topic; null for what people have asked for, and without a postal address. */
export const imprintOf = (
  isService: boolean,
  { email }: Pick<CrmSettings, 'email'>,
  schoolName: string,
): readonly string[] | null =>
  isService || email.postal_address === null
    ? null
    : [schoolName, ...email.postal_address.split(/\r?\n/)].map(line => line.trim()).filter(Boolean)
