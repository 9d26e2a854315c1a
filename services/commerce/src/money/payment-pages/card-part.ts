// The part of a paid order's page on which a person saves a card for what is charged later.
import { dayOf, moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { notice } from '@lms/html/page'
import { cardWords } from './card.words.ts'
import { type CardPart, cardField } from './page.contract.ts'
import { againAt, started, wayForm } from './payment-forms.ts'

export function cardOf(card: CardPart, currency: string, path: string, language: string): Html[] {
  const words = cardWords(language)
  switch (card.status) {
    case 'saved':
      return [notice('status', words.saved)]
    case 'processing':
      return [notice('status', words.waiting), againAt(path, language)]
    case 'wanted':
      return cardForm(card, currency, path, language)
  }
}

function cardForm(card: CardPart, currency: string, path: string, language: string): Html[] {
  const words = cardWords(language)
  const { problem, continue_url, ways, charges } = card
  const problemText = problem && words.problems[problem.reason]
  const isListed = ways.some(({ provider_id }) => provider_id === problem?.provider_id)
  const lines = charges.map(
    ({ name, amount, at }) =>
      html`<li>${words.charge(name, moneyOf(amount, currency, language), dayOf(at, language))}</li>\n`,
  )
  const button = html`<button type="submit">${words.save}</button>\n`
  return [
    ...(problemText && !isListed ? [notice('alert', problemText)] : []),
    html`<section aria-labelledby="card">
<h2 id="card">${words.title}</h2>
<p>${words.why}</p>
<ul>
${lines}</ul>
</section>
`,
    ...(continue_url ? [started(continue_url, words.started(new URL(continue_url).host), language)] : []),
    ...ways.map(way => {
      const failed = problem?.provider_id === way.provider_id ? problemText : null
      const marked = html`<input type="hidden" name="${cardField}" value="1">\n`
      return wayForm(way, { failed, path, language, fields: marked, buttons: [button] })
    }),
  ]
}
