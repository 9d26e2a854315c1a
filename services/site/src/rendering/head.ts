// The head of a page: what browsers, search engines and previews of links read.
import { Html, html } from '@lms/html'
import type { PageHead, SiteFacts } from './facts.ts'
import { style } from './style.ts'
import type { Theme } from './theme.ts'

/** `canonical` is the address under which search engines list the page; null for a page that they must not list. */
export function headHtml(
  site: SiteFacts,
  head: PageHead,
  { theme, canonical }: { theme: Theme; canonical: string | null },
): Html {
  const { title, description } = head
  return html`<head>
<meta charset="utf-8">
<title>${title === site.name ? title : `${title} – ${site.name}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${description ? html`<meta name="description" content="${description}">\n` : null}${
  canonical === null
    ? html`<meta name="robots" content="noindex">\n`
    : html`<link rel="canonical" href="${canonical}">\n${openGraph(site, head, canonical)}`
}${lookHtml(site, theme)}
</head>`
}

/** What gives every page of a school its look: colours, icon, styles. */
export const lookHtml = (
  site: SiteFacts,
  theme: Theme,
): Html => html`<meta name="theme-color" content="${theme.background}">
${iconHtml(site)}
<style>${new Html(style)}</style>
<style>${new Html(theme.style)}</style>`

const iconHtml = ({ logo }: SiteFacts) =>
  logo
    ? html`<link rel="icon" type="${logo.type}" href="${logo.src}">`
    : // Without it browsers would ask for /favicon.ico.
      html`<link rel="icon" href="data:,">`

/** The preview of a link: ogp.me. */
const openGraph = (
  { name, url, settings }: SiteFacts,
  { title, description, image }: PageHead,
  canonical: string,
) => html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:locale" content="${settings.language.replaceAll('-', '_')}">
<meta property="og:title" content="${title}">
${description ? html`<meta property="og:description" content="${description}">\n` : null}<meta property="og:url" content="${canonical}">
${
  image
    ? html`<meta property="og:image" content="${url}${image.src}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">
<meta name="twitter:card" content="summary_large_image">
`
    : null
}`
