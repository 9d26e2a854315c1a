// The block of an offer: its name, picture and price, and the way to buy it.

import type { OfferFacts } from '@lms/commerce/contract'
import { moneyOf, periodOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import type { LeafBlock } from '../pages/block.ts'
import { type Context, offerKey, type Width } from './context.ts'
import { imageHtml, imageOf } from './pictures.ts'

type OfferBlock = Extract<LeafBlock, { type: 'offer' }>

/** Null for an offer that is not known. */
export function offerHtml(block: OfferBlock, width: Width, context: Context): Html | null {
  const facts = context.objects.offers.get(offerKey(block.offer_id, block.price_id))
  if (!facts) return null
  const { words, innerLevel: level } = context
  context.countOffer()
  const heading = `h${level}`
  const image = imageOf(context.objects.files.get(facts.image_file_id ?? ''))
  // Outside of columns the picture stands beside the text of the card.
  const imageWidth = width === 'text' || width === 'wide' ? 2 : width
  const name = facts.variant ? `${facts.name}: ${facts.variant}` : facts.name
  return html`<article class="card offer wide">${image && imageHtml(image, image.alt, imageWidth, context)}
<div class="inside">
<${heading} class="h3">${name}</${heading}>
${facts.description ? html`<p class="about">${facts.description}</p>\n` : null}${priceHtml(facts, context)}${
  facts.available
    ? html`<a class="button" href="${buyPath(facts)}">${block.label ?? words.buy}<span class="unseen">: ${name}</span></a>`
    : html`<p class="quiet">${words.unavailable}</p>`
}
</div>
</article>
`
}

const buyPath = ({ offer_id, price_id }: OfferFacts) =>
  price_id === null ? `/buy/${offer_id}` : `/buy/${offer_id}?price=${price_id}`

function priceHtml(facts: OfferFacts, { words, language }: Context): Html {
  const { amount, struck_amount, currency, interval, instalments } = facts
  const money = (value: number) => moneyOf(value, currency, language, 'short')
  const price =
    struck_amount === null
      ? money(amount)
      : html`<span class="unseen">${words.now} </span>${money(amount)} <s><span class="unseen">${words.before} </span>${money(struck_amount)}</s>`
  const term = interval ? html` <span class="term">/ ${periodOf(interval, language)}</span>` : null
  const parts = instalments ? html`<p class="quiet">${words.instalments}: ${instalments}</p>\n` : null
  return html`<p class="price">${price}${term}</p>
${parts}`
}
