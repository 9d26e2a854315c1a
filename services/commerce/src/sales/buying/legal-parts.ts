// The seller, the texts of the law and the company on the page of an offer.
import { type Html, html } from '@lms/html'
import { field } from '@lms/html/contact'
import type { AgreementKind } from '../../objects/buyer.object.ts'
import type { BuyingPage } from './buying.contract.ts'
import type { EnteredCompany } from './company.rules.ts'
import { legalWords } from './legal.words.ts'

/** Fields by which people agree, `1` where they do. */
export type EnteredAgreements = Record<`agree_${AgreementKind}`, string>

type Faults<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** Who sells, by what the settings say. */
export function sellerPart({ seller }: Pick<BuyingPage, 'seller'>, language: string): Html | null {
  if (!seller) return null
  const { name, address, tax_id } = seller
  const words = legalWords(language)
  const parts = [name, address, tax_id && words.taxId(tax_id)].filter(part => part !== null)
  return html`<p class="instructions">${words.seller(parts.join('\n'))}</p>\n`
}

/** A company that buys; open once something of it was typed. */
export function companyPart(
  entered: EnteredCompany,
  faults: Faults<keyof EnteredCompany>,
  language: string,
): Html {
  const words = legalWords(language)
  const isOpen = Object.values({ ...entered, ...faults }).some(value => value)
  return html`<details${isOpen ? html` open` : null}>
<summary>${words.company}</summary>
${field('company', words.companyName, {
  value: entered.company,
  autocomplete: 'organization',
  most: 200,
  fault: faults.company,
})}${field('company_address', words.companyAddress, {
  value: entered.company_address,
  most: 300,
  fault: faults.company_address,
})}${field('vat_id', words.vatId, {
  value: entered.vat_id,
  hint: words.vatHint,
  most: 30,
  fault: faults.vat_id,
})}</details>
`
}

/** The texts, and what is to be agreed to. */
export function agreementPart(
  { legal, asks }: Pick<BuyingPage, 'legal' | 'asks'>,
  entered: EnteredAgreements,
  faults: Faults<keyof EnteredAgreements>,
  language: string,
): Html[] {
  const words = legalWords(language)
  const links = (['terms', 'privacy', 'withdrawal'] as const).flatMap(kind => {
    const url = legal[`${kind}_url`]
    return url === null
      ? []
      : html`<li><a href="${url}" target="_blank" rel="noopener">${words.texts[kind]}</a></li>\n`
  })
  const boxes = asks.map(kind => {
    const name = `agree_${kind}` as const
    const checked = entered[name] ? html` checked` : null
    const fault = faults[name]
    const told = fault ? html`<p class="notice" role="alert" id="${name}-problem">${fault}</p>\n` : null
    const describes = fault ? html` aria-describedby="${name}-problem" aria-invalid="true"` : null
    return html`${told}<label class="check"><input type="checkbox" name="${name}" value="1" required${checked}${describes}> ${words.agree[kind]}</label>\n`
  })
  const accepts = legal.terms_url !== null && !asks.includes('terms') ? [html`<p>${words.accepts}</p>\n`] : []
  return [...(links.length ? [html`<ul>\n${links}</ul>\n`] : []), ...accepts, ...boxes]
}
