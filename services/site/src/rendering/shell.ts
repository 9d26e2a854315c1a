// The layout of every page of a school: head, header with the menu, content, footer. It has no script.
import { directionOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import type { PageHead, Rendered, SiteFacts, Sources } from './facts.ts'
import { headHtml, lookHtml } from './head.ts'
import { style } from './style.ts'
import { hashOf, themeOf } from './theme.ts'
import { wordsOf } from './words.ts'

interface Shell {
  head: PageHead
  content: Html | readonly Html[]
  sources?: Sources
  /** Whether it is a draft that only staff see. */
  draft?: boolean
}

/** The whole page and the headers that belong to it. */
export function shellOf(site: SiteFacts, { head, content, sources = {}, draft = false }: Shell): Rendered {
  const { settings } = site
  const theme = themeOf(settings.colors)
  const words = wordsOf(settings.language)
  const indexed = head.indexed && settings.search_engines && !draft
  const canonical = indexed && head.path !== null ? `${site.url}${head.path}` : null
  const page = html`<!DOCTYPE html>
<html lang="${settings.language}" dir="${directionOf(settings.language)}">
${headHtml(site, head, { theme, canonical })}
<body>
${skipHtml(settings.language)}
${draft ? html`<p class="draft" role="status">${words.draft}</p>\n` : null}${headerHtml(site, head.path)}
<main id="_content" tabindex="-1">
<h1>${head.title}</h1>
${content}</main>
${footerHtml(site)}
</body>
</html>
`
  return {
    body: page.text,
    headers: {
      'content-security-policy': policyOf(theme.source, site.logo ? withLogo(sources, site) : sources),
      'content-language': settings.language,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      ...(canonical === null ? { 'x-robots-tag': 'noindex' } : {}),
    },
  }
}

/** The layout around the content of another page of the school. */
export function frameOf(site: SiteFacts) {
  const theme = themeOf(site.settings.colors)
  return {
    head: lookHtml(site, theme).text,
    header: html`${skipHtml(site.settings.language)}\n${headerHtml(site, null)}`.text,
    footer: footerHtml(site).text,
    styleSources: [styleSource, theme.source],
  }
}

const skipHtml = (language: string) => html`<a class="skip" href="#_content">${wordsOf(language).skip}</a>`

const footerHtml = ({ name, settings }: SiteFacts) =>
  html`<footer class="end"><div class="bar"><p>${settings.footer || name}</p></div></footer>`

function headerHtml({ name, settings, logo }: SiteFacts, path: string | null): Html {
  const words = wordsOf(settings.language)
  const { menu } = settings
  const items = menu.map(
    ({ label, target }) =>
      html`<li><a href="${target}"${target === path ? html` aria-current="page"` : null}>${label}</a></li>\n`,
  )
  return html`<header class="top">
<div class="bar">
<a class="brand" href="/">${
    logo ? html`<img src="${logo.src}" width="${logo.width}" height="${logo.height}" alt="${name}">` : name
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

const withLogo = (sources: Sources, { mediaSources }: SiteFacts): Sources => ({
  ...sources,
  'img-src': [...new Set([...(sources['img-src'] ?? []), ...mediaSources])],
})

const styleSource = hashOf(style)

/** Nothing runs, nothing frames the page, and it loads what its content needs. */
const policyOf = (themeSource: string, { 'img-src': images = [], ...others }: Sources): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource} ${themeSource}`,
    `img-src ${[...images, 'data:'].join(' ')}`,
    ...Object.entries(others).map(([directive, sources]) => `${directive} ${sources.join(' ')}`),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The way to the home page, where a page ends. */
export const wayHome = (language: string): Html =>
  html`<p class="act"><a class="button" href="/">${wordsOf(language).to_home}</a></p>\n`

/** The page at an address without one. */
export function notFoundPage(site: SiteFacts): Rendered {
  const { language, not_found } = site.settings
  const words = wordsOf(language)
  const head: PageHead = {
    title: not_found.title ?? words.not_found,
    description: '',
    path: null,
    image: null,
    indexed: false,
  }
  const content = html`<p class="lead">${not_found.text ?? words.not_found_text}</p>
${wayHome(language)}`
  return shellOf(site, { head, content })
}
