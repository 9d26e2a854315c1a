// The layout of every e-mail: the logo or name of the school, the content, a foot. Tables and styles of elements, as programs for
// mail show them; a sheet turns the colours where the reader’s program is dark.
import { directionOf } from '@lms/contract/language'
import { Html, html } from './html.ts'

/** Colours as #rrggbb, readable on each other. */
export interface MailColors {
  readonly background: string
  /** Around the mail. */
  readonly surface: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly link: string
  readonly button: string
  readonly on_button: string
}

/** How mails of a school look. */
export interface MailLook {
  readonly name: string
  /** The school’s site, without a slash at the end. */
  readonly url: string
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null
  readonly light: MailColors
  /** Null where the logo, or the colours, would not be readable. */
  readonly dark: MailColors | null
  /** What the school says at the end of its pages; empty for nothing. */
  readonly footer: string
}

/** The class of links that are buttons; their style follows from the look. */
export const buttonClass = 'mail-button'

export interface MailParts {
  readonly look: MailLook
  readonly locale: string
  /** The subject: programs show it as the title of the document. */
  readonly title: string
  readonly content: Html
  /** Lines under the mail. */
  readonly foot: readonly Html[]
}

/** Pixels of the column, and of the tallest and widest logo. */
const wide = 600
const logoHeight = 48
const logoWidth = 240

/** The whole document. */
export function mailDocument({ look, locale, title, content, foot }: MailParts): string {
  const { light, dark } = look
  const direction = directionOf(locale)
  const side = direction === 'rtl' ? 'right' : 'left'
  const column = new Html(`style="width:100%;max-width:${wide}px;border-collapse:separate"`)
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${dark ? 'light dark' : 'light'}"><meta name="supported-color-schemes" content="${dark ? 'light dark' : 'light'}">
<title>${title}</title>
<style type="text/css">${new Html(sheetOf(light, dark))}</style></head>
<body class="mail-around" style="margin:0;padding:0;background-color:${light.surface}">
<table role="presentation" class="mail-around" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.surface}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="${wide}" cellpadding="0" cellspacing="0" border="0" ${column}>
<tr><td align="${side}" style="padding:0 4px 16px">${brandOf(look)}</td></tr>
<tr><td class="mail-card" dir="${direction}" align="${side}" style="padding:28px 28px 20px;background-color:${light.background};border:1px solid ${light.line};border-radius:8px;color:${light.text};font:16px/1.5 ${fonts};overflow-wrap:anywhere">
${withButtons(content, light)}
</td></tr>
<tr><td class="mail-foot" dir="${direction}" align="${side}" style="padding:16px 4px 0;color:${light.quiet};font:13px/1.5 ${fonts};overflow-wrap:anywhere">${foot.map((line, index) => (index ? html`<br>\n${line}` : line))}</td></tr>
</table>
</td></tr></table>
</body></html>
`.text
}

const fonts = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

function brandOf({ name, url, logo, light }: MailLook): Html {
  const image = logo && logoIn(logo, name)
  return html`<a class="mail-brand" href="${url}" style="color:${light.text};font:600 18px/1.3 ${fonts};text-decoration:none">${image ?? name}</a>`
}

/** The logo within its bounds. */
function logoIn({ url, width, height }: NonNullable<MailLook['logo']>, name: string): Html {
  const share = Math.min(1, logoHeight / height, logoWidth / width)
  const [shownWidth, shownHeight] = [width, height].map(pixels => Math.max(1, Math.round(pixels * share)))
  return html`<img src="${url}" width="${shownWidth!}" height="${shownHeight!}" alt="${name}" style="display:block;border:0">`
}

/** The sheet: what no style of an element can say. */
function sheetOf(light: MailColors, dark: MailColors | null): string {
  const own = `:root{color-scheme:light${dark ? ' dark' : ''}}
img{max-width:100%;height:auto}
.mail-card a{color:${light.link}}
.mail-card a.${buttonClass}{color:${light.on_button}}
.mail-foot a{color:inherit}
.mail-card h1,.mail-card h2,.mail-card h3{line-height:1.25;margin:0 0 12px}
.mail-card h1{font-size:24px}.mail-card h2{font-size:20px}.mail-card h3{font-size:17px}
.mail-card p,.mail-card ul,.mail-card ol,.mail-card blockquote{margin:0 0 16px}
.mail-card blockquote{border-inline-start:3px solid ${light.line};padding-inline-start:12px}
.mail-card hr{border:0;border-top:1px solid ${light.line};margin:20px 0}
.mail-card th,.mail-card td{padding:4px 12px 4px 0;text-align:start;vertical-align:top}`
  if (!dark) return own
  return `${own}
@media (prefers-color-scheme:dark){
.mail-around{background-color:${dark.surface}!important}
.mail-card{background-color:${dark.background}!important;border-color:${dark.line}!important;color:${dark.text}!important}
.mail-card a{color:${dark.link}!important}
.mail-card a.${buttonClass}{background-color:${dark.button}!important;border-color:${dark.button}!important;color:${dark.on_button}!important}
.mail-card hr,.mail-card blockquote{border-color:${dark.line}!important}
.mail-brand{color:${dark.text}!important}
.mail-foot{color:${dark.quiet}!important}
}`
}

const buttonStyle = ({ button, on_button }: MailColors) =>
  `display:inline-block;padding:10px 20px;background-color:${button};border:1px solid ${button};border-radius:6px;color:${on_button};font-weight:600;text-decoration:none`

const withButtons = (content: Html, colors: MailColors): Html =>
  new Html(
    content.text.replaceAll(
      `class="${buttonClass}"`,
      `class="${buttonClass}" style="${buttonStyle(colors)}"`,
    ),
  )

/** A paragraph, a button, or what programs are told, as it is. */
export type MailLine = string | { readonly label: string; readonly url: string } | { readonly code: string }

/** A mail of such lines: its document, and the same as text. */
export function mailOf(
  look: MailLook,
  { locale, subject, lines }: { locale: string; subject: string; lines: readonly MailLine[] },
): { subject: string; html: string; text: string } {
  const foot = footOf(look)
  return {
    subject,
    html: mailDocument({
      look,
      locale,
      title: subject,
      content: html`${lines.map(htmlOf)}`,
      foot: foot.map(lineHtml),
    }),
    text: `${lines.map(textOf).join('\n\n')}\n\n-- \n${foot.join('\n')}\n`,
  }
}

function htmlOf(line: MailLine): Html {
  if (typeof line === 'string') return html`<p>${withBreaks(line)}</p>\n`
  if ('code' in line) return html`<p style="${codeStyle}">${withBreaks(line.code)}</p>\n`
  return html`<p><a class="${buttonClass}" href="${line.url}">${line.label}</a></p>\n`
}

const codeStyle = 'font:14px/1.5 ui-monospace,Consolas,Menlo,monospace'

function textOf(line: MailLine): string {
  if (typeof line === 'string') return line
  return 'code' in line ? line.code : `${line.label}:\n${line.url}`
}

/** The lines under a mail that say who has sent it. */
export const footOf = ({ name, url, footer }: Pick<MailLook, 'name' | 'url' | 'footer'>): string[] =>
  [name, ...footer.split(/\r?\n/), url].map(line => line.trim()).filter(Boolean)

/** A line under a mail; one that is an address leads there. */
export const lineHtml = (line: string): Html =>
  /^https?:\/\/\S+$/.test(line) ? html`<a href="${line}">${line}</a>` : html`${line}`

const withBreaks = (text: string): Html =>
  html`${text.split('\n').map((line, index) => (index ? html`<br>${line}` : html`${line}`))}`
