// XML that is written.
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text inside of an element or an attribute, without characters that XML does not have. */
export const escaped = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"']/g, character => escapes[character]!)

/** An element as text; attributes that are undefined are left out, and the content is text that is escaped already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...content: readonly string[]
): string {
  const attributeTexts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escaped(String(value))}"`,
  )
  return content.length === 0
    ? `<${name}${attributeTexts.join('')}/>`
    : `<${name}${attributeTexts.join('')}>${content.join('')}</${name}>`
}

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
