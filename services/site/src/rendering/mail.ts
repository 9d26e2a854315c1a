// Blocks as MJML: the same content as on a page, with what programs for e-mail can show. Whoever sends it cleans and renders it.
import { Html, html } from '@lms/html'
import type { Block, LeafBlock } from '../pages/block.ts'
import { contrastOf, isDark, readable } from '../settings/colors.ts'
import { offerKey, type PageEnvironment, type PageObjects, type RenderedFile } from './context.ts'
import type { SiteFacts } from './facts.ts'
import { imageOf, pictureOf } from './pictures.ts'
import { type Words, wordsOf } from './words.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>
type Makers = { readonly [T in LeafBlock['type']]: (block: Of<T>, at: At) => Html | null }

interface At {
  readonly objects: PageObjects
  readonly media: PageEnvironment['media']
  readonly words: Words
  /** The address of a path of the school. */
  readonly address: (target: string) => string
}

/** Pixels of the column of an e-mail without its padding. */
const wide = 550
/** The sizes of headings by level, in pixels. */
const sizes: Readonly<Record<number, number>> = { 2: 26, 3: 21, 4: 18 }
/** What every program for e-mail shows; of others it gets WebP, which most do. */
const everywhere = new Set(['image/jpeg', 'image/png', 'image/gif'])
/** The width up to which the original is sent. */
const maxPixels = 1600

/** The MJML of a whole e-mail, in the colours of the school. */
export function mailOf(
  site: SiteFacts,
  blocks: readonly Block[],
  objects: PageObjects,
  media: PageEnvironment['media'],
): string {
  const address = (target: string) => (target.startsWith('/') ? `${site.url}${target}` : target)
  const at = { objects, media, address, words: wordsOf(site.settings.language) }
  const { primary, background, text } = site.settings.colors
  const button = readable(primary, { on: [background], other: text, least: 3 })
  const words = contrastOf(text, background) >= 4.5 ? text : isDark(background) ? '#ffffff' : '#000000'
  return html`<mjml><mj-head><mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif"></mj-all>
<mj-text color="${words}" font-size="16px" line-height="1.5"></mj-text>
<mj-button background-color="${button}" color="${isDark(button) ? '#ffffff' : '#000000'}" font-size="16px" border-radius="6px"></mj-button>
<mj-divider border-width="1px" border-color="#cccccc"></mj-divider></mj-attributes></mj-head>
<mj-body background-color="${background}">
${sectionsOf(blocks).map(section => sectionHtml(section, at))}</mj-body></mjml>`.text
}

/** Blocks below each other share a section; columns are one. */
function sectionsOf(blocks: readonly Block[]): (LeafBlock[] | Of<'columns'>)[] {
  const sections: (LeafBlock[] | Of<'columns'>)[] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if (block.type === 'columns') sections.push(block)
    else if (Array.isArray(last)) last.push(block)
    else sections.push([block])
  }
  return sections
}

function sectionHtml(section: LeafBlock[] | Of<'columns'>, at: At): Html {
  const columns = Array.isArray(section) ? [section] : section.columns.map(({ blocks }) => blocks)
  return html`<mj-section padding="0">${columns.map(
    leaves => html`<mj-column>
${leaves.flatMap(leaf => leafHtml(leaf, at) ?? [])}</mj-column>`,
  )}</mj-section>
`
}

const leafHtml = (block: LeafBlock, at: At): Html | null =>
  (makers[block.type] as Makers['divider'])(block as Of<'divider'>, at)

const side = (align: 'start' | 'center') => (align === 'center' ? 'center' : 'left')
const button = (label: string, href: string, align: 'left' | 'center' = 'left') =>
  html`<mj-button align="${align}" href="${href}">${label}</mj-button>\n`

const makers: Makers = {
  heading: ({ level, text, align }) =>
    html`<mj-text align="${side(align)}" font-size="${sizes[level]!}px" line-height="1.25"><h${level}>${text}</h${level}></mj-text>\n`,

  text: ({ html: text, align }, at) =>
    text ? html`<mj-text align="${side(align)}">${inMail(text, at)}</mj-text>\n` : null,

  html: ({ html: text }, at) => (text ? html`<mj-text>${inMail(text, at)}</mj-text>\n` : null),

  image: ({ file_id, alt, caption, link }, at) => {
    const file = imageOf(at.objects.files.get(file_id))
    if (!file) return null
    const text = caption ? html`<mj-text align="center" font-size="14px">${caption}</mj-text>\n` : null
    return html`${pictureHtml(file, alt ?? file.alt, link, at)}${text}`
  },

  // No program plays it: the picture and the title lead to it.
  video: ({ file_id, poster_file_id, title }, at) => {
    const file = at.objects.files.get(file_id)
    if (!file) return null
    const target = at.media(file, null)
    const poster = imageOf(at.objects.files.get(poster_file_id ?? ''))
    return html`${poster && pictureHtml(poster, title, target, at)}${button(title, at.address(target))}`
  },

  embed: ({ url, title }) => button(title, url),

  button: ({ label, target, align }, at) => button(label, at.address(target), side(align)),

  divider: () => html`<mj-divider></mj-divider>\n`,

  // Without its price, which may change after the e-mail is sent.
  offer: ({ offer_id, price_id, label }, at) => {
    const facts = at.objects.offers.get(offerKey(offer_id, price_id))
    if (!facts) return null
    const image = imageOf(at.objects.files.get(facts.image_file_id ?? ''))
    const target = price_id === null ? `/buy/${offer_id}` : `/buy/${offer_id}?price=${price_id}`
    const name = facts.variant ? `${facts.name}: ${facts.variant}` : facts.name
    const about = facts.description ? html`<p>${facts.description}</p>` : null
    return html`${image && pictureHtml(image, image.alt, target, at)}<mj-text><h3>${name}</h3>${about}</mj-text>
${button(label ?? at.words.buy, at.address(target))}`
  },

  form: () => null,

  lessons: ({ title, items }) => html`<mj-text>${title ? html`<h3>${title}</h3>` : null}<ol>${items.map(
    ({ title, text }) => html`<li><strong>${title}</strong>${text ? html`<br>${text}` : null}</li>`,
  )}</ol></mj-text>
`,
}

/** Sanitized HTML whose links to pages of the school are whole addresses. */
const inMail = (text: string, { address }: At): Html =>
  new Html(text.replace(/ href="(\/[^"]*)"/g, (_, path: string) => ` href="${address(path)}"`))

type Image = NonNullable<ReturnType<typeof imageOf>>

function pictureHtml(file: Image, alt: string, link: string | null, at: At): Html {
  const { src: path, width } = originalInMail(file, at.media)
  const to = link === null ? null : html` href="${at.address(link)}"`
  return html`<mj-image src="${at.address(path)}" alt="${alt}" width="${Math.min(width, wide)}px"${to}></mj-image>\n`
}

/** The path of the original where every program shows it and it is not too large; else that of the usual smaller one. */
export function originalInMail(
  file: Image & RenderedFile,
  media: PageEnvironment['media'],
): { src: string; width: number; height: number } {
  if (everywhere.has(file.content_type) && file.width <= maxPixels)
    return { src: media(file, null), width: file.width, height: file.height }
  const { src, width, height } = pictureOf(file, { media })
  return { src, width, height }
}
