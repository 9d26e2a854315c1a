// MJML that people write: what remains are components, and safe HTML in their texts. Whoever renders it adds nothing to it.
import type { Attributes, IOptions, Transformer } from 'sanitize-html'
import { settle } from './html.ts'
import { cleanedAttributes, mailOptions, noteOnce, withoutSheets } from './mail-html.ts'
import { type Note, safeAddress } from './mail-styles.ts'

// Without those whose usual pictures come from servers of others (mj-accordion, mj-carousel: their texts and pictures stay, in
// components below), and those that read files (mj-include).
const components = [
  ...['mjml', 'mj-head', 'mj-title', 'mj-preview', 'mj-attributes', 'mj-all', 'mj-class', 'mj-breakpoint'],
  ...['mj-font', 'mj-body', 'mj-wrapper', 'mj-section', 'mj-group', 'mj-column', 'mj-hero', 'mj-text'],
  ...[
    'mj-button',
    'mj-image',
    'mj-divider',
    'mj-spacer',
    'mj-table',
    'mj-navbar',
    'mj-navbar-link',
    'mj-raw',
  ],
  ...['mj-social', 'mj-social-element'],
]
/** Components that no program for e-mail shows without pictures of others, or without scripts: what stands in their place. */
const replacements: Readonly<Record<string, { name: string; attributes?: Attributes }>> = {
  'mj-carousel-image': { name: 'mj-image' },
  'mj-accordion-title': { name: 'mj-text', attributes: { 'font-weight': 'bold' } },
  'mj-accordion-text': { name: 'mj-text' },
}

/** Texts and addresses: any text, and for addresses one of the schemes. */
const texts = ['href', 'src', 'base-url', 'alt', 'title', 'name']
/** Addresses that become parts of styles. */
const inStyles = ['background-url', 'href of mj-font']
/** All others become parts of styles: a size, a colour, a name or a list of them. */
const look = /^[\w\s#.,%()'-]*$/

/** What remains of MJML, and what was taken out: at most 20 names. */
export function cleanedMjml(source: string): { mjml: string; removed: string[] } {
  const { note, removed } = noteOnce()
  const { bare, css } = withoutSheets(source, note)
  const cleanedSource = settle(bare, pass => optionsFor(pass === 0 ? note : () => {}))
  return { mjml: withSheet(withoutStrays(cleanedSource), css), removed: [...removed] }
}

function optionsFor(note: Note): IOptions {
  const ofMails = mailOptions(note)
  const onOpenTag: IOptions['onOpenTag'] = (name, attributes) => {
    if (!components.includes(name) && !(name in replacements)) ofMails.onOpenTag!(name, attributes)
  }
  const transform: Transformer = (tagName, attribs) => {
    const { name, attributes } = replacements[tagName] ?? { name: tagName }
    const isComponent = components.includes(name)
    return {
      tagName: name,
      attribs: isComponent
        ? componentAttributes(name, { ...attributes, ...attribs }, note)
        : cleanedAttributes(attribs, note),
    }
  }
  return {
    ...ofMails,
    onOpenTag,
    allowedTags: [...(ofMails.allowedTags as string[]).filter(name => name !== 'body'), ...components],
    allowedAttributes: {
      ...(ofMails.allowedAttributes as Record<string, string[]>),
      ...Object.fromEntries(components.map(name => [name, ['*']])),
    },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'base-url', 'background'],
    nonTextTags: [...ofMails.nonTextTags!, 'mj-style', 'mj-html-attributes', 'mj-include'],
    transformTags: { '*': transform },
    parser: { recognizeSelfClosing: true, decodeEntities: true },
  }
}

function componentAttributes(component: string, attributes: Attributes, note: Note): Attributes {
  const fit: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    const isOfStyle = inStyles.includes(name) || inStyles.includes(`${name} of ${component}`)
    const kept = isOfStyle ? safeAddress(value) : texts.includes(name) || look.test(value) ? value : null
    if (kept === null || /^on/i.test(name)) note(`${name} of ${component}`)
    else fit[name] = kept
  }
  return cleanedAttributes(fit, note)
}

/** Between components nothing stands, so that those which take no text have none; a social network without a text gets its name. */
const withoutStrays = (mjml: string): string =>
  mjml
    .replace(/>\s+(?=<\/?mj)/g, '>')
    .replace(
      /(<mj-social-element\b[^>]*\bname="([a-z]+)[^"]*"[^>]*>)(?=<\/mj-social-element>)/g,
      (match, tag, name) => (/ src="[^"]/.test(tag) ? match : `${tag}${name}`),
    )

/** The MJML with a style sheet in its head. */
function withSheet(mjml: string, css: string): string {
  if (css === '') return mjml
  const style = `<mj-style>${css}</mj-style>`
  if (mjml.includes('</mj-head>')) return mjml.replace('</mj-head>', () => `${style}</mj-head>`)
  return mjml.replace(/<mjml[^>]*>/, tag => `${tag}<mj-head>${style}</mj-head>`)
}
