// The fields of a gift on the page of an offer.
import { type Html, html } from '@lms/html'
import { field } from '@lms/html/contact'
import { maxGifts } from '../pricing/giftable.ts'
import type { BuyingPage } from './buying.contract.ts'
import { giftWords } from './gift.words.ts'

/** What of a form is about a gift, as it was typed. */
export interface EnteredGift {
  gift: string
  quantity: string
  gift_email: string
  gift_message: string
  gift_day: string
}

interface GiftView {
  page: Pick<BuyingPage, 'asks_gift' | 'as_gift' | 'quantity'>
  entered: EnteredGift
  faults: Readonly<Partial<Record<keyof EnteredGift, string>>>
  language: string
}

/** Whether it is a gift, and how many: what changes the price. */
export function giftChoice({ page, entered, faults, language }: GiftView): Html | null {
  const words = giftWords(language)
  if (!page.asks_gift && !page.as_gift) return null
  const checked = page.as_gift ? html` checked` : null
  return html`${faults.gift ? html`<p class="notice" role="alert" id="gift-problem">${faults.gift}</p>\n` : null}<label class="check"><input type="checkbox" name="gift" value="1"${checked}${
    faults.gift ? html` aria-describedby="gift-problem"` : null
  }> ${words.asGift}</label>
${
  page.as_gift
    ? field('quantity', words.quantity, {
        value: entered.quantity || '1',
        hint: words.quantityHint(maxGifts),
        inputmode: 'numeric',
        most: 3,
        fault: faults.quantity,
      })
    : null
}`
}

/** To whom it goes. */
export function receiverPart({ page, entered, faults, language }: GiftView): Html | null {
  if (!page.as_gift) return null
  const words = giftWords(language)
  return html`<section aria-labelledby="receiver">
<h2 id="receiver">${words.receiver}</h2>
${field('gift_email', words.email, {
  value: entered.gift_email,
  hint: words.emailHint,
  type: 'email',
  most: 254,
  fault: faults.gift_email,
})}${field('gift_day', words.day, {
  value: entered.gift_day,
  hint: words.dayHint,
  type: 'date',
  most: 10,
  fault: faults.gift_day,
})}${field('gift_message', words.message, {
  value: entered.gift_message,
  hint: words.messageHint,
  most: 300,
  fault: faults.gift_message,
})}</section>
`
}
