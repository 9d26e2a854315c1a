// What people agree to who order on the page of an offer: pure decisions.
import { common, Refused } from '@lms/contract'
import { type Agreement, type AgreementKind, agreementKinds } from '../../objects/buyer.object.ts'
import type { CommerceSettings } from '../../settings/commerce-settings.ts'

type Legal = CommerceSettings['legal']

/**
 * Where the right to withdraw ends early only by an express consent: the countries of the European Economic Area
 * (Directive 2011/83/EU, article 16 m), and the United Kingdom.
 */
const withdrawing = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)
/** Where the processing of personal data itself needs a consent: Russia (152-FZ, article 9). */
const consenting = new Set(['RU'])

/** What a buyer from a country is asked to agree to; a gift begins when it is redeemed. */
export const requiredAgreements = (
  legal: Legal,
  { country, as_gift }: { country: string | null; as_gift: boolean },
): AgreementKind[] =>
  agreementKinds.filter(kind => {
    if (legal[`${kind}_url`] === null) return false
    if (kind === 'terms') return legal.agree_to_terms
    return (
      (kind === 'privacy' ? consenting : withdrawing).has(country ?? '') &&
      !(kind === 'withdrawal' && as_gift)
    )
  })

/** The agreements of an order. Refuses with invalid_body, and the fields in the details, where one is missing. */
export function agreementsOf(
  required: readonly AgreementKind[],
  agreed: readonly AgreementKind[],
  legal: Legal,
  now: string,
): Agreement[] {
  const missing = required.filter(kind => !agreed.includes(kind))
  const details = missing.map(kind => ({ path: `agree_${kind}`, message: 'must be agreed to' }))
  if (details.length) throw new Refused(common.invalid_body, undefined, { details })
  const { version } = legal
  return required.map(kind => ({ kind, version, url: legal[`${kind}_url`]!, agreed_at: now }))
}
