// What the page of a gift says: what it is, its code, and the form that redeems it.
import type { FormVisit } from '@lms/contract'
import { dayOf, moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import {
  type Contact,
  contactFields,
  contactIn,
  contactWords,
  type Faults,
  faultsOf,
  hidden,
} from '@lms/html/contact'
import { fragmentOf, notice } from '@lms/html/page'
import { includedList } from '../order-pages/included-list.ts'
import { orderPageWords } from '../order-pages/order-page.words.ts'
import { placesOf } from '../order-pages/owned.ts'
import type { GiftPage } from './gift-page.contract.ts'
import { giftPageWords } from './gift-page.words.ts'

type Visit = Pick<FormVisit, 'path' | 'language' | 'key' | 'fields' | 'attempt' | 'time_zone'>

/** The page of a gift, with what became of an attempt to redeem it. */
export function giftPage(page: GiftPage, visit: Visit) {
  const { language, attempt, time_zone } = visit
  const words = giftPageWords(language)
  const title = page.kind === 'money' ? words.moneyTitle : words.title(page.name)
  const faults = (attempt && faultsOf(attempt, language)) ?? {}
  const content: (Html | null)[] = [
    page.test ? notice('status', orderPageWords(language).testMode) : null,
    page.status === 'active' ? null : notice('alert', words.over[page.status]),
    page.message ? html`<blockquote>${page.message}</blockquote>\n` : null,
    page.kind === 'money'
      ? html`<p>${words.worth(moneyOf(page.balance, page.currency, language))}</p>\n`
      : null,
    includedList(page.included, language),
    ...(page.status === 'active' ? toRedeem(page, { ...visit, faults }, time_zone) : []),
  ]
  return fragmentOf(
    title,
    content.filter(part => part !== null),
    page,
  )
}

const toRedeem = (page: GiftPage, visit: Visit & { faults: Faults }, zone: string): (Html | null)[] => {
  const words = giftPageWords(visit.language)
  return [
    html`<p>${words.code}</p>\n<p class="code">${page.code}</p>\n`,
    page.expires_at ? html`<p>${words.until(dayOf(page.expires_at, visit.language, zone))}</p>\n` : null,
    html`<p class="screen">${words.print}</p>\n`,
    page.kind === 'money' ? html`<p>${words.useMoney}</p>\n` : form(contactIn(visit.fields), page, visit),
  ]
}

/** What the person has already, who may redeem it all the same. */
function ownedPart({ included }: GiftPage, { attempt, language }: Visit): Html | null {
  if (attempt?.reason !== 'already_owned') return null
  const words = giftPageWords(language)
  const names = placesOf(attempt).flatMap(place => included[place]?.name ?? [])
  return html`<p class="notice" role="alert" id="owned">${words.owned(names.join(', '))}</p>
<label class="check"><input type="checkbox" name="again" value="1" required aria-describedby="owned"> ${words.again}</label>
`
}

const form = (contact: Contact, page: GiftPage, visit: Visit & { faults: Faults }): Html => {
  const { path, key, language, faults } = visit
  const words = giftPageWords(language)
  return html`<form method="post" action="${path}">
${hidden({ key })}<section aria-labelledby="contact">
<h2 id="contact">${contactWords(language).contact}</h2>
${contactFields(contact, faults, words.emailHint, language)}${ownedPart(page, visit)}<button type="submit">${words.redeem}</button>
</section>
</form>
`
}
