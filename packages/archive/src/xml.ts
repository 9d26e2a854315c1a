// XML that strangers have made: read with bounds, without entities of its own. Only threads read it.
import { SaxesParser } from 'saxes'
import { textIn } from './charset.ts'
import { ArchiveRefused } from './refused.ts'

const maxDepth = 50
const maxElements = 200_000
/** Attributes of one element, and of all; characters of one value. */
const maxOfElement = 100
const maxAttributes = 400_000
const maxValue = 64 * 1024
/** `&amp;` and the like. */
const maxEntities = 1_000_000
/** Characters that the parser gets at once: whatever exceeds a bound is refused within them. */
const pieceLength = 64 * 1024
export const maxXmlBytes = 16 * 1024 ** 2

/** An element with the local names of itself and its attributes. */
export interface Xml {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (Xml | string)[]
}

/** The root of a document; throws `ArchiveRefused`. `path` names it in messages. */
export function readXml(bytes: Uint8Array, path: string): Xml {
  const refused = (why: string) => new ArchiveRefused(`${path} ${why}.`)
  if (bytes.length > maxXmlBytes) throw refused('has more than 16 MiB')
  const parser = boundedParser(refused, { isStrict: false })
  const open: { name: string; attributes: Map<string, string>; children: (Xml | string)[] }[] = []
  let root: Xml | null = null
  let elements = 0
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > maxElements) throw refused(`has more than ${maxElements} elements`)
    if (open.length >= maxDepth) throw refused(`is nested more than ${maxDepth} deep`)
    const pairs = Object.entries(attributes).map(([name, value]): [string, string] => [local(name), value])
    const element = { name: local(name), attributes: new Map(pairs), children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
    root ??= element
  })
  parser.on('closetag', () => void open.pop())
  const text = (value: string) => void open.at(-1)?.children.push(value)
  parser.on('text', text)
  parser.on('cdata', text)
  const fullText = textIn(bytes)
  if (fullText === null) throw refused('is not in the charset that it declares')
  if (fullText.split('&', maxEntities + 2).length > maxEntities + 1)
    throw refused(`has more than ${maxEntities} entities`)
  for (let from = 0; from < fullText.length; from += pieceLength)
    parser.write(fullText.slice(from, from + pieceLength))
  parser.close()
  if (!root) throw refused('is empty')
  return root
}

/**
 * A parser that refuses what is not well-formed, declarations of entities, and more attributes or entities than anybody
 * writes; a strict one also refuses the name of a document type. `refused` makes the error of a sentence.
 */
export function boundedParser(refused: (why: string) => Error, { isStrict = true } = {}): SaxesParser {
  const parser = new SaxesParser({ position: false })
  let ofElement = 0
  let attributes = 0
  parser.on('error', error => {
    throw refused(`is no well-formed XML: ${error.message.slice(0, 200)}`)
  })
  // The name of a grammar is read over; declarations in the document itself would be entities.
  parser.on('doctype', declaration => {
    if (isStrict || declaration.includes('[')) throw refused('has a document type declaration')
  })
  parser.on('opentagstart', () => {
    ofElement = 0
  })
  parser.on('attribute', ({ value }) => {
    if (++ofElement > maxOfElement) throw refused(`has an element of more than ${maxOfElement} attributes`)
    if (++attributes > maxAttributes) throw refused(`has more than ${maxAttributes} attributes`)
    if (value.length > maxValue) throw refused(`has an attribute of more than ${maxValue} characters`)
  })
  return parser
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

export const elementsOf = ({ children }: Xml): Xml[] => children.filter(child => typeof child !== 'string')

/** The children with one of these names. */
export const childrenOf = (element: Xml | undefined, ...names: string[]): Xml[] =>
  element ? elementsOf(element).filter(({ name }) => names.includes(name)) : []

export const childOf = (element: Xml | undefined, name: string): Xml | undefined =>
  childrenOf(element, name)[0]

/** All elements below with one of these names, in the order of the document; none inside of another. */
export const allIn = (element: Xml | undefined, ...names: string[]): Xml[] =>
  element
    ? elementsOf(element).flatMap(child => (names.includes(child.name) ? [child] : allIn(child, ...names)))
    : []

export const firstIn = (element: Xml | undefined, ...names: string[]): Xml | undefined =>
  allIn(element, ...names)[0]

const blocks = new Set([
  'p',
  'div',
  'li',
  'br',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
])

/** The text of an element, with ends of lines where blocks end; `leaves` names elements that are left out. */
export function textOf(element: Xml | undefined, leaves: readonly string[] = []): string {
  const raw = (at: Xml): string =>
    at.children
      .map(child => {
        if (typeof child === 'string') return child.replace(/\s+/g, ' ')
        if (leaves.includes(child.name)) return ''
        return blocks.has(child.name) ? `\n${raw(child)}\n` : raw(child)
      })
      .join('')
  if (!element) return ''
  const lines = raw(element).split('\n')
  return lines
    .map(line => line.replace(/ +/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n')
}
