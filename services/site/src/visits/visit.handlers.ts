import { missing, siteUrlAt, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { canonicalPath } from '../redirects/redirect.contract.ts'
import { notFoundPage, type Rendered, type SiteFacts } from '../rendering/shell.ts'
import { robotsOf, sitemapOf } from './documents.ts'
import { mostKeptSeconds, type Visit, visiting } from './visit.contract.ts'

export const visitingHandlers = builder.implement(visiting, {
  find: async ({ body, ...at }, stores) => {
    const path = canonicalPath(body.path)
    const [site, redirect] = await Promise.all([siteOf(at, stores), stores.redirects.from(path)])
    if (path === '/robots.txt') return plain(robotsOf(site.url, site.settings.search_engines))
    if (path === '/sitemap.xml') return xml(sitemapOf(site.url, []))
    if (redirect) return leadingTo(redirect.target, redirect.permanent)
    return unknown(notFoundPage(site))
  },
})

/** What all pages of the school show. */
async function siteOf({ runtime }: Pick<Work, 'runtime'>, { schools, settings }: Stores): Promise<SiteFacts> {
  const [school, values] = await Promise.all([schools.visited(), settings.get()])
  const { name, host } = school ?? missing()
  return { name, url: siteUrlAt(host, runtime.config), settings: values, logo: null }
}

const answer = {
  status: 200,
  location: null,
  body: '',
  headers: {},
  keep_seconds: mostKeptSeconds,
  interactive: false,
} as const

const plain = (body: string): Visit => ({ ...answer, content_type: 'text/plain; charset=utf-8', body })
const xml = (body: string): Visit => ({ ...answer, content_type: 'application/xml; charset=utf-8', body })

const leadingTo = (location: string, permanent: boolean): Visit => ({
  ...answer,
  status: permanent ? 308 : 307,
  location,
  content_type: 'text/plain; charset=utf-8',
})

// An address that nobody has is asked for once: it would take the place of a page.
const unknown = ({ body, headers }: Rendered): Visit => ({
  ...answer,
  status: 404,
  content_type: 'text/html; charset=utf-8',
  body,
  headers,
  keep_seconds: 0,
})
