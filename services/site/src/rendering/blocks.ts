// One function for each kind of block. A block that names something absent is left out: a page never fails for it.

import { playerOf } from '@lms/contract'
import { Html, html } from '@lms/html'
import type { Block, LeafBlock } from '../pages/block.ts'
import type { Context, Width } from './context.ts'
import { offerHtml } from './offer.ts'
import { imageHtml, imageOf, pictureOf } from './pictures.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>
type Renderers = {
  readonly [T in LeafBlock['type']]: (block: Of<T>, width: Width, context: Context) => Html | null
}

/** The HTML of one block of a page, in pieces: columns may have hundreds of blocks. */
export function* piecesOf(block: Block, context: Context): Generator<Html> {
  if (block.type !== 'columns') return yield* leafIn(block, 'text', context)
  const count = block.columns.length as 2 | 3 | 4
  yield html`<div class="wide columns columns-${count}">\n`
  for (const { blocks } of block.columns) {
    yield html`<div>\n`
    for (const leaf of blocks) yield* leafIn(leaf, count, context)
    yield html`</div>\n`
  }
  yield html`</div>\n`
}

function* leafIn(block: LeafBlock, width: Width, context: Context): Generator<Html> {
  const leaf = leafHtml(block, width, context)
  if (leaf) yield leaf
}

const leafHtml = (block: LeafBlock, width: Width, context: Context): Html | null =>
  (renderers[block.type] as Renderers['divider'])(block as Of<'divider'>, width, context)

const renderers: Renderers = {
  heading: ({ level, text, anchor, align }, _, context) => {
    const tag = `h${context.headingLevel(level)}`
    const id = anchor === null ? null : html` id="${anchor}"`
    return html`<${tag} class="h${level}${aligned(align)}"${id}>${text}</${tag}>\n`
  },

  // The store keeps HTML that is sanitized.
  text: ({ html: text, align }) =>
    text ? html`<div class="text${aligned(align)}">${new Html(text)}</div>\n` : null,

  html: ({ html: text }, _, context) =>
    text ? html`<div class="text">${new Html(withHeadings(text, context))}</div>\n` : null,

  image: ({ file_id, alt, caption, link }, width, context) => {
    const file = imageOf(context.objects.files.get(file_id))
    if (!file) return null
    const imageWidth = width === 'text' && isPanorama(file) ? 'wide' : width
    const image = imageHtml(file, alt ?? file.alt, imageWidth, context)
    const linked = link === null ? image : html`<a href="${link}">${image}</a>`
    return html`<figure class="media${imageWidth === 'wide' ? ' wide' : ''}">${linked}${captionHtml(caption)}</figure>\n`
  },

  video: ({ file_id, poster_file_id, captions_file_id, title }, _, context) => {
    const { files } = context.objects
    const { media } = context.environment
    const file = files.get(file_id)
    if (!file) return null
    const poster = imageOf(files.get(poster_file_id ?? ''))
    const captions = files.get(captions_file_id ?? '')
    context.loads('media-src')
    if (poster) context.loads('img-src')
    return html`<figure class="media wide"><video controls preload="metadata" playsinline aria-label="${title}"${
      poster ? html` poster="${pictureOf(poster, context.environment).src}"` : null
    }><source src="${media(file, null)}" type="${file.content_type}">${
      captions
        ? html`<track kind="captions" src="${media(captions, null)}" srclang="${context.language}" label="${context.words.captions}" default>`
        : null
    }</video></figure>\n`
  },

  embed: ({ url, title }, _, context) => {
    const player = playerOf(url)
    if (!player) return null
    context.loads('frame-src', [player.origin])
    return html`<iframe class="frame wide" src="${player.url}" title="${title}" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"></iframe>\n`
  },

  button: ({ label, target, align }) =>
    html`<p class="act${aligned(align)}"><a class="button" href="${target}">${label}</a></p>\n`,

  divider: () => html`<hr>\n`,

  offer: offerHtml,

  form: ({ form_id }, _, context) => {
    const form = context.objects.forms.get(form_id)
    return form?.active
      ? html`<div class="card"><div class="inside">${context.environment.form(form, context.nextForm())}</div></div>\n`
      : null
  },

  lessons: ({ title, items }, _, { innerLevel }) => {
    const tag = `h${innerLevel}`
    return html`<div class="lessons">
${title ? html`<${tag} class="h2">${title}</${tag}>\n` : null}<ol>
${items.map(
  ({ title, text }) =>
    html`<li><p class="lesson">${title}</p>${text ? html`<p class="about">${text}</p>` : null}</li>\n`,
)}</ol>
</div>
`
  },
}

const aligned = (align: 'start' | 'center') => (align === 'center' ? ' center' : '')
const captionHtml = (caption: string) => (caption ? html`<figcaption>${caption}</figcaption>` : null)

/** A large picture in landscape is wider than the text. */
const isPanorama = ({ width, height }: { width: number; height: number }) =>
  width >= 1280 && width >= height * 1.2

/** Sanitized HTML with levels of headings that leave none out. Its tags are closed and in lower case. */
function withHeadings(text: string, context: Context): string {
  let level = 0
  return text.replace(/<(\/?)h([2-6])(?=[\s>])/g, (_, closing: string, originalLevel: string) => {
    if (!closing) level = context.headingLevel(Number(originalLevel))
    return `<${closing}h${level}`
  })
}
