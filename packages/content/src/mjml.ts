// MJML that people write: what remains are components, and safe HTML in their texts. Whoever renders it adds nothing to it.
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html'
import { asHtml } from './html.ts'

// Without those whose usual pictures come from servers of others (mj-social, mj-accordion), and mj-style, mj-font, mj-raw.
const components = [
  ...['mjml', 'mj-head', 'mj-title', 'mj-preview', 'mj-attributes', 'mj-all', 'mj-class', 'mj-breakpoint'],
  ...['mj-body', 'mj-wrapper', 'mj-section', 'mj-group', 'mj-column', 'mj-hero', 'mj-text', 'mj-button'],
  ...['mj-image', 'mj-divider', 'mj-spacer', 'mj-table', 'mj-navbar', 'mj-navbar-link'],
]

/** Texts and addresses: any text, and for addresses one of the schemes. */
const texts = ['href', 'src', 'alt', 'title', 'name']
const looks = [
  ...['align', 'vertical-align', 'direction', 'mode', 'full-width', 'fluid-on-mobile', 'mj-class'],
  ...['width', 'height', 'padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['inner-padding', 'inner-background-color'],
  ...['background-color', 'container-background-color', 'background-url', 'background-size'],
  ...['background-repeat', 'background-position', 'background-width', 'background-height'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-radius'],
  ...['border-width', 'border-style', 'border-color', 'inner-border', 'inner-border-radius'],
  ...['color', 'font-family', 'font-size', 'font-style', 'font-weight', 'line-height', 'letter-spacing'],
  ...['text-align', 'text-decoration', 'text-transform', 'table-layout', 'cellpadding', 'cellspacing'],
]
/** They become parts of styles: a size, a colour, a name or a list of them. */
const look = /^[\w\s#.,%()'-]*$/
const picture = /^https?:\/\/[^\s"'()<>;\\]*$/i

/** Styles of elements in a text. */
const styles = Object.fromEntries(
  [
    ...['color', 'background-color', 'font-family', 'font-size', 'font-style', 'font-weight', 'line-height'],
    ...['text-align', 'text-decoration', 'padding', 'margin', 'width', 'vertical-align', 'border'],
  ].map(name => [name, [look]]),
)

const options: IOptions = {
  ...asHtml,
  allowedTags: [...(asHtml.allowedTags as string[]), ...components],
  allowedAttributes: {
    ...(asHtml.allowedAttributes as Record<string, string[]>),
    '*': ['lang', 'dir', 'style'],
    ...Object.fromEntries(components.map(name => [name, [...texts, ...looks]])),
  },
  allowedStyles: { '*': styles },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  nonTextTags: [...asHtml.nonTextTags!, 'mj-style', 'mj-html-attributes'],
  // Sections, columns and the tables of texts.
  nestingLimit: 40,
  transformTags: {
    ...asHtml.transformTags,
    '*': (tagName, attribs) => ({
      tagName,
      attribs: components.includes(tagName) ? (fit(attribs) as Attributes) : attribs,
    }),
  },
  parser: { recognizeSelfClosing: true, decodeEntities: true },
}

const fit = (attributes: Attributes): Partial<Attributes> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) =>
        texts.includes(name) || (name === 'background-url' ? picture.test(value) : look.test(value)),
    ),
  )

/** What remains of MJML. */
export const cleanedMjml = (mjml: string): string => sanitizeHtml(mjml, options)
