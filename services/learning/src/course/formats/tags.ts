// Tags in HTML that strangers have written, one after the other in one pass.

export interface Tag {
  name: string
  isEnd: boolean
  attributes: ReadonlyMap<string, string>
}

const entities: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', amp: '&', apos: "'", nbsp: '\u00a0' },
}

/** Text of HTML, with characters in the place of the few names that programs write. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
  })

/** The HTML with other text in the place of the tags with these names. A tag without an end ends the search. */
export function replaceTags(
  html: string,
  names: ReadonlySet<string>,
  replace: (tag: Tag, raw: string) => string,
): string {
  const pieces: string[] = []
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; ) {
    const name = nameAt(html, at + 1)
    if (name === null) {
      at = html.indexOf('<', at + 1)
      continue
    }
    const end = endOfTag(html, at)
    if (end < 0) break
    const bare = name.replace('/', '').toLowerCase()
    if (names.has(bare)) {
      const raw = html.slice(at, end + 1)
      const attributes = attributesIn(raw.slice(1 + name.length, -1))
      pieces.push(html.slice(from, at), replace({ name: bare, isEnd: name.startsWith('/'), attributes }, raw))
      from = end + 1
    }
    at = html.indexOf('<', end + 1)
  }
  return [...pieces, html.slice(from)].join('')
}

const namePattern = /\/?[a-z][\w:-]{0,40}/iy

function nameAt(html: string, at: number): string | null {
  namePattern.lastIndex = at
  return namePattern.exec(html)?.[0] ?? null
}

/** Where the tag that begins here ends, past quoted values; -1 where it does not. */
function endOfTag(html: string, at: number): number {
  let quote = ''
  for (let index = at; index < html.length; index++) {
    const character = html[index]!
    if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return index
  }
  return -1
}

const attributePattern = /([^\s=>"'/]{1,60})\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

function attributesIn(raw: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of raw.matchAll(attributePattern)) {
    if (attributes.size >= 100) break
    attributes.set(name!.toLowerCase(), unescaped(double ?? single ?? bare ?? ''))
  }
  return attributes
}
