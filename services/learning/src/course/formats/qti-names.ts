// QTI 3.0 has the elements of QTI 2 with other names: `qti-choice-interaction` is `choiceInteraction` there.
import type { Xml } from '@lms/archive/xml'

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

/** The document with the names of QTI 2, whatever its version. */
export function withNamesOfQti2(at: Xml): Xml {
  const children = at.children.map(child => (typeof child === 'string' ? child : withNamesOfQti2(child)))
  if (!at.name.startsWith('qti-')) return { ...at, children }
  const attributes = new Map([...at.attributes].map(([name, value]) => [camel(name), value]))
  return { name: camel(at.name.slice('qti-'.length)), attributes, children }
}
