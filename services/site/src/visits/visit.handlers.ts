import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { previewedPage } from '../pages/preview-link.ts'
import { canonicalPath } from '../redirects/redirect.contract.ts'
import { placeOf, plainOf } from '../redirects/redirect.rules.ts'
import { notFoundPage } from '../rendering/shell.ts'
import { notFound, plainText, redirectTo, xml } from './answers.ts'
import { robotsOf, sitemapOf } from './documents.ts'
import { draftVisit, pageVisit } from './page-visit.ts'
import { schoolOf, withLogo } from './school.ts'
import { type Visit, visiting } from './visit.contract.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>

export const visitingHandlers = builder.implement(visiting, {
  find: ({ body: { path, preview }, ...ctx }, stores) =>
    preview === null ? atPath(canonicalPath(path), ctx, stores) : atPreview(preview, ctx, stores),
})

async function atPath(path: string, ctx: At, stores: Stores): Promise<Visit> {
  if (path === '/robots.txt') {
    const { url, settings } = await schoolOf(ctx, stores)
    return plainText(robotsOf(url, settings.search_engines))
  }
  if (path === '/sitemap.xml') {
    const [{ url }, listed] = await Promise.all([schoolOf(ctx, stores), stores.pages.listed()])
    return xml(sitemapOf(url, listed))
  }
  const [school, page, redirect] = await Promise.all([
    schoolOf(ctx, stores),
    stores.pages.published(path),
    stores.redirects.from(path),
  ])
  if (page) return pageVisit(page, school, ctx, stores)
  if (redirect) return redirectTo(redirect.target, redirect.permanent)
  const plain = plainOf(path)
  if (plain) {
    const [isPage, onward] = await Promise.all([
      stores.pages.isPublished(plain),
      stores.redirects.from(plain),
    ])
    if (isPage) return redirectTo(plain, true)
    // It led to a page that visitors do not see any more, at just this path.
    const isBack = onward !== null && placeOf(onward.target, []) === path
    if (onward && !isBack) return redirectTo(onward.target, onward.permanent)
  }
  return notFound(notFoundPage(await withLogo(school, ctx, stores)))
}

/** The draft of a preview link. */
async function atPreview(token: string, ctx: At, stores: Stores): Promise<Visit> {
  const id = previewedPage(ctx.runtime.vault, token, ctx.work.school, ctx.runtime.clock.now())
  const [school, page, draft] = await Promise.all([
    schoolOf(ctx, stores),
    id === null ? null : stores.pages.find(id),
    id === null ? null : stores.pageDrafts.find(id),
  ])
  if (page && draft) return draftVisit({ ...page, blocks: draft.blocks }, school, ctx, stores)
  return notFound(notFoundPage(await withLogo(school, ctx, stores)))
}
