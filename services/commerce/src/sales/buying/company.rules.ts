// The company that buys, as a form says it: pure decisions.
import { common, Refused } from '@lms/contract'
import type { Company } from '../../objects/buyer.object.ts'

/** What of a form is about a company, as it was typed. */
export interface EnteredCompany {
  company: string
  company_address: string
  vat_id: string
}

/** Two letters and up to fourteen others, digits among them, as all numbers of the European Union and most others are. */
const form = /^(?=(.*[0-9]){2})[A-Z]{2}[A-Z0-9]{2,14}$/

/**
 * The company of an order; null for a person. Refuses with invalid_body, and the field in the details, an address or a
 * number without a company, and a number that is none by its form. Whether it exists is asked of nobody.
 */
export function companyOf({
  company: name,
  company_address: address,
  vat_id,
}: EnteredCompany): Company | null {
  const number = vat_id.toUpperCase().replace(/[\s.-]/g, '')
  const details = [
    ...(name === '' && (address !== '' || number !== '') ? ['company'] : []),
    ...(number !== '' && !form.test(number) ? ['vat_id'] : []),
  ].map(path => ({ path, message: 'is wrong or missing' }))
  if (details.length) throw new Refused(common.invalid_body, undefined, { details })
  return name === '' ? null : { name, address, vat_id: number }
}
