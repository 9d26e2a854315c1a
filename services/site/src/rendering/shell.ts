// The layout of every page of a school: head, header with the menu, content, footer. It has no script.
import { Html, html } from '@lms/html'
import type { SiteSettings } from '../settings/site-settings.ts'
import { style } from './style.ts'
import { hashOf, themeOf } from './theme.ts'
import { directionOf, wordsOf } from './words.ts'

/** The school as its pages show it. */
export interface SiteFacts {
  name: string
  /** `{site_url}` at the primary domain, without a slash at the end. */
  url: string
  settings: SiteSettings
  logo: Picture | null
}

export interface Picture {
  src: string
  srcset: string
  width: number
  height: number
  type: string
}

export interface PageHead {
  /** The heading, and the title of the window. */
  title: string
  description: string
  /** The path of the page; null for one without an address of its own. */
  path: string | null
  image: Picture | null
  indexed: boolean
}

/** Further sources that the content of a page loads from, by directive of the content policy. */
export type Sources = Readonly<Partial<Record<'img-src' | 'media-src' | 'frame-src', readonly string[]>>>

export interface Rendered {
  body: string
  headers: Record<string, string>
}

interface Shell {
  head: PageHead
  content: Html | readonly Html[]
  sources?: Sources
  /** Whether it is a draft that only staff see. */
  draft?: boolean
}

const styleSource = hashOf(style)

/** The whole page and the headers that belong to it. */
export function shellOf(site: SiteFacts, { head, content, sources = {}, draft = false }: Shell): Rendered {
  const { settings, url } = site
  const theme = themeOf(settings.colors)
  const words = wordsOf(settings.language)
  const indexed = head.indexed && head.path !== null && settings.search_engines && !draft
  const canonical = head.path === null || draft ? null : `${url}${head.path}`
  const { body } = {
    body: html`<!DOCTYPE html>
<html lang="${settings.language}" dir="${directionOf(settings.language)}">
<head>
<meta charset="utf-8">
<title>${titleOf(head.title, site.name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${theme.background}">
${head.description ? html`<meta name="description" content="${head.description}">\n` : null}${
  indexed ? null : html`<meta name="robots" content="noindex">\n`
}${canonical === null ? null : html`<link rel="canonical" href="${canonical}">\n`}${
  canonical === null ? null : openGraph(site, head, canonical)
}<link rel="icon" href="${site.logo?.src ?? 'data:,'}">
<style>${new Html(style)}</style>
<style>${new Html(theme.style)}</style>
</head>
<body>
<a class="skip" href="#_content">${words.skip}</a>
${draft ? html`<p class="draft" role="status">${words.draft}</p>\n` : null}${header(site, head.path)}
<main id="_content" tabindex="-1">
<h1>${head.title}</h1>
${content}</main>
${footer(site)}
</body>
</html>
`,
  }
  return {
    body: body.text,
    headers: {
      'content-security-policy': policyOf([styleSource, theme.source], sources, site.logo !== null),
      'content-language': settings.language,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
    },
  }
}

const titleOf = (title: string, school: string) => (title === school ? title : `${title} – ${school}`)

const openGraph = (
  { name, url, settings }: SiteFacts,
  { title, description, image }: PageHead,
  canonical: string,
) =>
  html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:locale" content="${settings.language.replaceAll('-', '_')}">
<meta property="og:title" content="${title}">
${description ? html`<meta property="og:description" content="${description}">\n` : null}<meta property="og:url" content="${canonical}">
${
  image
    ? html`<meta property="og:image" content="${new URL(image.src, url).href}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">
<meta name="twitter:card" content="summary_large_image">
`
    : null
}`

function header({ name, settings, logo }: SiteFacts, path: string | null): Html {
  const words = wordsOf(settings.language)
  const { menu } = settings
  const items = menu.map(
    ({ label, target }) =>
      html`<li><a href="${target}"${target === path ? html` aria-current="page"` : null}>${label}</a></li>\n`,
  )
  return html`<header class="top">
<div class="bar">
<a class="brand" href="/">${
    logo
      ? html`<img src="${logo.src}" srcset="${logo.srcset}" sizes="12rem" width="${logo.width}" height="${logo.height}" alt="${name}">`
      : name
  }</a>
${
  menu.length
    ? html`<button class="unfold" type="button" popovertarget="_menu">${words.menu}</button>
<nav class="menu" id="_menu" popover aria-label="${words.menu}">
<ul>
${items}</ul>
</nav>
`
    : null
}</div>
</header>`
}

const footer = ({ name, settings }: SiteFacts): Html =>
  html`<footer class="end"><div class="bar"><p>${settings.footer || name}</p></div></footer>`

/** Nothing runs; nothing is loaded but pictures, and what the content of this page needs. */
function policyOf(styles: readonly string[], sources: Sources, hasLogo: boolean): string {
  const { 'img-src': images = [], 'media-src': media = [], 'frame-src': frames = [] } = sources
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    `img-src ${[...new Set([...(hasLogo ? ["'self'"] : []), ...images, 'data:'])].join(' ')}`,
    ...(media.length ? [`media-src ${media.join(' ')}`] : []),
    ...(frames.length ? [`frame-src ${frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page at an address without one. */
export function notFoundPage(site: SiteFacts): Rendered {
  const { settings } = site
  const words = wordsOf(settings.language)
  const head: PageHead = {
    title: settings.not_found.title ?? words.not_found,
    description: '',
    path: null,
    image: null,
    indexed: false,
  }
  const content = html`<p class="lead">${settings.not_found.text ?? words.not_found_text}</p>
<p><a class="button" href="/">${words.to_home}</a></p>
`
  return shellOf(site, { head, content })
}
