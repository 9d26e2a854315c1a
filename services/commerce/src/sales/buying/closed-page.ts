// The page of an offer that is not sold now: before or after its sale, or once every seat is taken.
import type { FormVisit } from '@lms/contract'
import { minuteOf } from '@lms/contract/language'
import { html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import type { Offer } from '../../catalog/offers/offer.contract.ts'
import { buyingWords } from './buying.words.ts'
import { type Closed, closedWords } from './closed.words.ts'

export function closedPage(
  offer: Pick<Offer, 'name' | 'sale_starts_at' | 'sale_ends_at'>,
  why: Closed,
  { language, time_zone, attempt }: Pick<FormVisit, 'language' | 'time_zone' | 'attempt'>,
) {
  const words = closedWords(language)
  const at = (time: string | null) => html`<p>${words.time(minuteOf(time!, language, time_zone))}</p>\n`
  const content = [
    notice('status', attempt ? `${words.nothing} ${words.why[why]}` : words.why[why]),
    ...(why === 'early' ? [at(offer.sale_starts_at)] : why === 'over' ? [at(offer.sale_ends_at)] : []),
  ]
  return fragmentOf(buyingWords(language).title(offer.name), content, null)
}
