// The forms of the ways to pay or to save a card, and the way back to a provider's page.
import { type Html, html } from '@lms/html'
import type { Way } from './page.contract.ts'
import { paymentWords } from './payment.words.ts'

interface WayFormOptions {
  /** Why the last attempt by this way failed. */
  failed: string | null
  path: string
  language: string
  /** Fields besides those of the way. */
  fields?: Html
  buttons: readonly Html[]
}

export function wayForm(way: Way, { failed, path, language, fields: more, buttons }: WayFormOptions): Html {
  const { provider_id: id, name, page, fields, instructions } = way
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${failed ? html`<p class="notice" role="alert" id="${id}-problem">${failed}</p>\n` : null}${
  instructions ? html`<p class="instructions">${instructions}</p>\n` : null
}${
  page === 'instructions'
    ? null
    : html`<form method="post" action="${path}">
<input type="hidden" name="provider_id" value="${id}">
${more ?? null}${fields.map(field => input(field, id, failed !== null, language))}${buttons}</form>
`
}</section>
`
}

function input(
  { name, inputmode, autocomplete }: Way['fields'][number],
  id: string,
  failed: boolean,
  language: string,
): Html {
  const { label, hint } = paymentWords(language).fields[name]
  return html`<label for="${id}-${name}">${label}</label>
<p class="hint" id="${id}-${name}-hint">${hint}</p>
<input id="${id}-${name}" name="${name}" type="text" inputmode="${inputmode}" autocomplete="${autocomplete}" maxlength="100" aria-describedby="${id}-${name}-hint${
    failed ? html` ${id}-problem` : null
  }" required>
`
}

/** Leads on to the page of a provider that the person has left. */
export function started(url: string, message: string, language: string): Html {
  const words = paymentWords(language)
  const { host } = new URL(url)
  return html`<section aria-labelledby="started">
<h2 id="started">${words.continue}</h2>
<p>${message}</p>
<a class="button" href="${url}" rel="noreferrer">${words.continueAt(host)}</a>
</section>
`
}

export const againAt = (path: string, language: string): Html =>
  html`<p><a class="button" href="${path}">${paymentWords(language).again}</a></p>`
