// What programs read at a school's address: robots.txt (RFC 9309) and the sitemap (sitemaps.org, protocol 0.9).
import { html } from '@lms/html'

/** Bounds of the protocol for one sitemap. */
export const maxAddresses = 50_000

/** Search engines may read every page: one that must not be listed says so itself, where they can read it. */
export const robotsOf = (url: string, open: boolean): string =>
  open
    ? `User-agent: *\nDisallow: /preview/\n\nSitemap: ${url}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

export interface Listed {
  path: string
  /** When visitors first saw its present content: RFC 3339. */
  published_at: string
}

export const sitemapOf = (url: string, pages: readonly Listed[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
${
  html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages
  .slice(0, maxAddresses)
  .map(
    ({ path, published_at }) => html`<url><loc>${url}${path}</loc><lastmod>${published_at}</lastmod></url>\n`,
  )}</urlset>
`.text
}`
