// HTML of the elements that documents in XML take from it, with formulas; what stands in the place of others is said.
import type { Xml } from '@lms/archive/xml'
import { element, escaped } from './write-xml.ts'

/** The content of an element as HTML; `replace` says what stands for an element, or undefined for itself. */
export function htmlIn(at: Xml, replace: (child: Xml) => string | undefined = () => undefined): string {
  return at.children
    .map(child => {
      if (typeof child === 'string') return escaped(child)
      // What a formula says in another notation.
      if (child.name === 'annotation' || child.name === 'annotation-xml') return ''
      if (child.name === 'semantics') return htmlIn(child, replace)
      const other = replace(child)
      if (other !== undefined) return other
      const inside = htmlIn(child, replace)
      return isVoid(child)
        ? element(child.name, attributesOf(child))
        : element(child.name, attributesOf(child), inside)
    })
    .join('')
}

const isVoid = ({ name }: Xml) => name === 'br' || name === 'hr' || name === 'img'
const attributesOf = ({ attributes }: Xml): Record<string, string> =>
  Object.fromEntries([...attributes].filter(([name]) => /^[a-z][\w-]{0,40}$/i.test(name)))
