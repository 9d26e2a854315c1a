// The style of the pages whose content services write, within the layout of the school or without it, and the policy that
// allows only these styles.
import { createHash } from 'node:crypto'
import type { Frame } from '@lms/site/contract'

// Only what stands in the content is styled: the menu of the school has buttons, too.
// A sentence in another script than the page's is read in its own direction (plaintext), and stands where the others do.
export const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
.alone { padding: 1.5rem 1rem; }
main { max-width: 32rem; margin: 0 auto; }
h1, h2, p, caption, th, label { unicode-bidi: plaintext; text-align: left; }
[dir="rtl"] :is(h1, h2, p, caption, th, label) { text-align: right; }
main :is(button, .button) { unicode-bidi: plaintext; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
caption { font-weight: 600; }
th, td { padding: .375rem 0; font-weight: inherit; vertical-align: top; overflow-wrap: break-word; }
td { padding-inline-start: 1rem; text-align: end; white-space: nowrap; }
tfoot tr:last-child { border-top: 1px solid; font-weight: 600; }
section { margin: 1.5rem 0; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
label { display: block; font-weight: 600; }
input, select { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem; font: inherit; color: var(--text, FieldText); background: var(--background, Field); border: 1px solid var(--edge, currentColor); border-radius: .25rem; }
main :is(button, .button) { display: inline-block; box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: 1rem; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-button, #fff); background: var(--button, #1a4fb4); border: 1px solid var(--button, #1a4fb4); border-radius: .25rem; cursor: pointer; }
input + label, select + label, fieldset + label { margin-top: 1rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.check { display: flex; align-items: center; gap: .5rem; font-weight: inherit; }
.check input { width: 1.25rem; min-height: 1.25rem; flex: none; }
main :is(button, a).second { color: inherit; background: none; border-color: currentColor; }
.trap { display: none; }
.film { display: block; width: 100%; aspect-ratio: 16 / 9; border: 0; border-radius: .25rem; background: #000; }
.room { display: grid; gap: 0 2rem; }
@media (min-width: 60rem) {
  main:has(.room .film) { max-width: 76rem; }
  .room:has(.film) { grid-template-columns: minmax(0, 2fr) minmax(18rem, 1fr); }
}
#messages { max-height: 24rem; overflow-y: auto; overflow-wrap: anywhere; }
#messages p { margin: .5rem 0; }
#messages time, #asked time { font-size: .8125rem; white-space: nowrap; }
.picture { display: block; width: 100%; height: auto; margin-top: 1rem; border-radius: .25rem; }
:focus-visible { outline: 3px solid #c2410c; outline-offset: 2px; }
.hint { margin: .25rem 0; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid; border-inline-start-width: .375rem; border-radius: .25rem; }
.code { font: 600 1.5rem/1.25 ui-monospace, monospace; overflow-wrap: anywhere; }
blockquote { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: .25rem solid; overflow-wrap: anywhere; }
@media print { body > :not(main), form, .screen { display: none; } }
.instructions { white-space: pre-line; overflow-wrap: anywhere; }
`

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * The policy of these pages: nothing is loaded but what the page names, nothing runs, nothing frames it, and its form goes
 * nowhere else.
 */
export const policyOf = (
  frame: Frame | null,
  {
    pictures = [],
    script = null,
    media = null,
    frames = [],
  }: {
    pictures?: readonly string[]
    script?: string | null
    media?: string | null
    frames?: readonly string[]
  } = {},
): string =>
  [
    "default-src 'none'",
    `style-src ${[styleSource, ...(frame?.style_sources ?? [])].join(' ')}`,
    `img-src ${['data:', ...new Set([...pictures, ...(frame?.image_sources ?? [])])].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(media === null ? [] : [`media-src ${media}`]),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    ...(script === null ? [] : [`script-src ${script}`, "connect-src 'self'"]),
  ].join('; ')
