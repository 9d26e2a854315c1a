// Styles of e-mails: what is written of them is put together again from checked parts, so that nothing runs, loads more than
// pictures, or leaves its place.

/** Hears what is taken out, by its name. */
export type Note = (name: string) => void

const sides = '(?:-(?:top|right|bottom|left))?'
const properties = new RegExp(
  `^(?:${[
    'color|cursor',
    'color-scheme',
    'background(?:-(?:clip|color|image|origin|position|repeat|size))?',
    'font(?:-(?:family|size|stretch|style|variant|weight))?',
    'line-height|letter-spacing|word-(?:break|spacing|wrap)|white-space|hyphens',
    'text-(?:align|decoration(?:-[a-z]+)?|indent|overflow|rendering|shadow|size-adjust|transform|underline-offset)',
    'direction|unicode-bidi|vertical-align|clear|float|display|visibility|opacity|overflow(?:-[a-z]+)?',
    `padding${sides}|margin${sides}|border(?:-[a-z-]+)?|outline(?:-[a-z]+)?|box-(?:shadow|sizing)`,
    '(?:max-|min-)?(?:height|width)|table-layout|caption-side|empty-cells|list-style(?:-[a-z]+)?',
    'object-(?:fit|position)|align-(?:content|items|self)|justify-content|flex(?:-[a-z]+)?|(?:column-|row-)?gap',
    'mso-[a-z-]+|-(?:moz|ms|webkit)-[a-z-]+',
  ].join('|')})$`,
)
const loading = /^(?:background|background-image)$/
/** Programs of old readers. */
const running = /expression|javascript|binding|behaviou?r/i
const plainValue = /^[\p{L}\p{N}\s_#.,%()'"!+*/-]*$/u
const quoted = /"[^"]*"|'[^']*'/g
const address = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^'"()]*))\s*\)/gi
const selector = /^[\w\s.#,>+~*:()[\]="'^$|-]+$/
const condition = /^@media\b[\w\s,:()./-]*$/i

/** The declarations that remain, in one form: `color:red;display:none`. */
export const cleanedStyle = (style: string, note: Note): string =>
  declarationsIn(style)
    .flatMap(declaration => cleanedDeclaration(declaration, note) ?? [])
    .join(';')

/** Declarations end with semicolons that stand in no quotes or parentheses. */
const declarationsIn = (style: string): string[] =>
  style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').match(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])+/g) ?? []

function cleanedDeclaration(declaration: string, note: Note): string | null {
  const colon = declaration.indexOf(':')
  if (colon < 0) return null
  const property = declaration.slice(0, colon).trim().toLowerCase()
  const value = declaration
    .slice(colon + 1)
    .trim()
    .replace(/\s+/g, ' ')
  const fit = properties.test(property) && !running.test(property) ? cleanedValue(property, value) : null
  if (fit === null) note(`style: ${property}`)
  return fit === null ? null : `${property}:${fit}`
}

/** The value; null if it does more than describe a look. */
function cleanedValue(property: string, value: string): string | null {
  const addresses: string[] = []
  const bare = value.replace(address, (_, double?: string, single?: string, plain?: string) => {
    addresses.push(safeAddress(double ?? single ?? plain ?? '') ?? '')
    return ' '
  })
  const unquoted = bare.replace(quoted, ' ')
  const isFit =
    plainValue.test(bare) &&
    !/["']/.test(unquoted) &&
    isBalanced(unquoted) &&
    !running.test(value) &&
    !/url\s*\(/i.test(bare) &&
    (addresses.length === 0 || (loading.test(property) && addresses.every(Boolean)))
  if (!isFit) return null
  const rest = addresses.values()
  return value.replace(address, () => `url('${rest.next().value}')`)
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')' && --depth < 0) return false
  }
  return depth === 0
}

/** An address of the web that can stand in a style, with the signs encoded that would end it; null if it is none. */
export const safeAddress = (text: string): string | null =>
  /^https?:\/\//i.test(text.trim())
    ? text
        .trim()
        .replace(
          /[\s"'()<>;\\{}]/g,
          sign => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        )
    : null

/** The rules of a style sheet that remain: of the page, and of sizes of screens and colour schemes. */
export const cleanedSheet = (css: string, note: Note): string =>
  rulesOf(css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' '), note, true)

function rulesOf(css: string, note: Note, withConditions: boolean): string {
  const rules: string[] = []
  let from = 0
  while (from < css.length) {
    const open = css.indexOf('{', from)
    const end = css.indexOf(';', from)
    const statement = css.slice(from, end < 0 ? css.length : end).trim()
    // `@import` and its like end with a semicolon; one that stands alone is nothing.
    if (end >= 0 && (open < 0 || end < open) && (statement === '' || statement.startsWith('@'))) {
      if (statement) note(/^@[\w-]*/.exec(statement)![0])
      from = end + 1
      continue
    }
    if (open < 0) break
    const prelude = css.slice(from, open).trim().replace(/\s+/g, ' ')
    const close = closeOf(css, open)
    const inside = css.slice(open + 1, close)
    from = close + 1
    const rule = prelude.startsWith('@')
      ? conditionOf(prelude, inside, note, withConditions)
      : ruleOf(prelude, inside, note)
    if (rule) rules.push(rule)
  }
  return rules.join('\n')
}

/** Where the block that begins at a brace ends: at the end of all, if it does not. */
function closeOf(css: string, open: number): number {
  const brace = /[{}]/g
  brace.lastIndex = open
  let depth = 0
  for (let found = brace.exec(css); found; found = brace.exec(css)) {
    depth += found[0] === '{' ? 1 : -1
    if (depth === 0) return found.index
  }
  return css.length
}

function conditionOf(prelude: string, inside: string, note: Note, isFit: boolean): string | null {
  if (!isFit || !condition.test(prelude)) {
    note(/^@[\w-]*/.exec(prelude)![0])
    return null
  }
  const rules = rulesOf(inside, note, false)
  return rules && `${prelude}{${rules}}`
}

function ruleOf(prelude: string, inside: string, note: Note): string | null {
  const isFit = selector.test(prelude) && !/["']/.test(prelude.replace(quoted, '')) && isBalanced(prelude)
  if (!isFit) {
    note('style: selector')
    return null
  }
  const declarations = cleanedStyle(inside, note)
  return declarations && `${prelude}{${declarations}}`
}
