// Where a text stops being JSON (RFC 8259). The engine's own message names a place for some faults only, and quotes the body.

const space = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON has none of them.
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The byte of the first character that cannot stand where it is, counted from 0; the length of a text that ends too early. */
export function byteOfFault(raw: string): number {
  return Buffer.byteLength(raw.slice(0, indexOfFault(raw)))
}

/** Walks over the tokens with a stack of the open objects and lists. */
function indexOfFault(raw: string): number {
  let at = 0
  const open: ('{' | '[')[] = []
  const take = (token: RegExp): boolean => {
    token.lastIndex = at
    const isMatch = token.test(raw)
    if (isMatch) at = token.lastIndex
    return isMatch
  }
  const takes = (sign: string): boolean => {
    if (raw[at] !== sign) return false
    at++
    return true
  }
  const name = (): boolean => {
    take(space)
    if (!take(text)) return false
    take(space)
    return takes(':')
  }
  for (;;) {
    // A value, or the beginning of one.
    take(space)
    if (takes('{')) {
      open.push('{')
      take(space)
      if (raw[at] !== '}') {
        if (name()) continue
        return at
      }
    } else if (takes('[')) {
      open.push('[')
      take(space)
      if (raw[at] !== ']') continue
    } else if (!take(text) && !take(plain)) return at
    // What follows it.
    for (;;) {
      take(space)
      const inside = open.at(-1)
      if (inside === undefined) return at
      if (takes(inside === '{' ? '}' : ']')) open.pop()
      else if (!takes(',')) return at
      else if (inside === '{' && !name()) return at
      else break
    }
  }
}
