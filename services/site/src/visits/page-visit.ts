// A page of a school, for its visitors, and its draft, for staff.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { formWords } from '../forms/form.words.ts'
import { formHtml } from '../forms/form-html.ts'
import type { Block } from '../pages/block.ts'
import type { Page } from '../pages/page.object.ts'
import type { PageObjects } from '../rendering/context.ts'
import type { SiteFacts } from '../rendering/facts.ts'
import { pageOf } from '../rendering/page.ts'
import { imageOf, pictureOf } from '../rendering/pictures.ts'
import { page as answerWith } from './answers.ts'
import { objectsOf } from './block-objects.ts'
import { logoAmong, mediaOf } from './school.ts'
import { maxCacheSeconds, type Visit } from './visit.contract.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>
type VisiblePage = Pick<Page, 'path' | 'title' | 'description' | 'image_file_id' | 'indexed'> & {
  blocks: Block[]
}

/** Seconds for which a page is kept whose offers may be different now. */
const soonSeconds = 5

export async function pageVisit(
  page: VisiblePage,
  school: SiteFacts,
  ctx: At,
  stores: Stores,
): Promise<Visit> {
  const { rendered, objects } = await render(page, false, school, ctx, stores)
  const { interactive } = rendered
  return answerWith(rendered, { keep_seconds: keptSeconds(objects, ctx.now), interactive })
}

export async function draftVisit(
  page: VisiblePage,
  school: SiteFacts,
  ctx: At,
  stores: Stores,
): Promise<Visit> {
  const { rendered } = await render(page, true, school, ctx, stores)
  return answerWith(rendered, { keep_seconds: 0, interactive: rendered.interactive })
}

async function render(page: VisiblePage, draft: boolean, school: SiteFacts, ctx: At, stores: Stores) {
  const { path, title, description, image_file_id, indexed, blocks } = page
  const objects = await objectsOf(blocks, [image_file_id, school.settings.logo_file_id], ctx, stores)
  const media = mediaOf(ctx)
  const image = imageOf(objects.files.get(image_file_id ?? ''))
  const head = { title, description, path, indexed, image: image && pictureOf(image, { media }) }
  const words = formWords(school.settings.language)
  const rendered = await pageOf(logoAmong(objects.files, school, ctx), { head, blocks, draft }, objects, {
    path,
    media,
    form: (form, position) => formHtml(form, { words, page: path, position }),
  })
  return { rendered, objects }
}

/** A page is kept until the price of one of its offers changes. */
function keptSeconds({ offers, fresh }: PageObjects & { fresh: boolean }, now: string): number {
  if (!fresh) return soonSeconds
  const changes = [...offers.values()].flatMap(({ changes_at }) => changes_at ?? [])
  const remainingSeconds = changes.map(at =>
    Math.max(0, Math.ceil((Date.parse(at) - Date.parse(now)) / 1000)),
  )
  return Math.min(maxCacheSeconds, ...remainingSeconds)
}
