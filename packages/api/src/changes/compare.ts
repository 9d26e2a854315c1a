// What changed between two compact forms of the API (docs/api): for CHANGELOG.md, and to find what breaks its users.

export interface ApiChange {
  readonly kind: 'added' | 'changed' | 'removed'
  /** `orders.create`, `Order`, `order.paid`: an operation, a schema or an event. */
  readonly subject: string
  /** The line of the subject that changed, without its indentation; empty for the subject as a whole. */
  readonly line: string
  /** The line as it was, where it `changed`. */
  readonly before?: string
  /** Whether a client that is not changed may fail. */
  readonly breaking: boolean
}

/**
 * The changes from one form to another, each the text of all services together. Descriptions and summaries are left
 * out, because nobody's program reads them. Breaking is what is removed; a field or body that is required now; another
 * type, status or permission; a narrower enumeration or bound in a body, and a new value in an answer is not.
 */
export function compareForms(before: string, after: string): ApiChange[] {
  const [old, now] = [subjectsOf(before), subjectsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  return names.flatMap(subject => {
    const [were, are] = [old.get(subject), now.get(subject)]
    if (!were) return [{ kind: 'added', subject, line: routeOf(are!), breaking: false }]
    if (!are) return [{ kind: 'removed', subject, line: '', breaking: true }]
    return compareLines(subject, were, are)
  })
}

/** The route of a new operation, with † if its path is provisional; empty for other subjects. */
const routeOf = (lines: Lines): string => lines.get('route') ?? ''

/** The lines of a subject by what they name: `query status`, `answer`, `refuses lesson_closed`, `items[].amount`. */
type Lines = ReadonlyMap<string, string>

function subjectsOf(form: string): Map<string, Lines> {
  const subjects = new Map<string, Lines>()
  for (const part of form.split('\n\n')) {
    const [head, ...numbered] = part.split('\n').filter(line => line.trim() !== '')
    if (head === undefined) continue
    const lines = withKinds(numbered)
    const [, event, schema, operation] = /^(?:event (\S+):|schema (\S+)$|(\S+) )/.exec(head) ?? []
    const subject = event ?? schema ?? operation
    if (!subject) continue
    const route = operation ? [['route', head.slice(operation.length + 1).split(':')[0]!] as const] : []
    subjects.set(subject, new Map([...route, ...lines.map(line => [keyOf(line), textOf(line)] as const)]))
  }
  return subjects
}

/** The variants of an object by the word that tells them apart, not by their place: `content<5>` → `content<quiz>`. */
function withKinds(lines: readonly string[]): string[] {
  const kinds = new Map<string, string>()
  for (const line of lines) {
    const [, variant, kind] = /^(.*<\d+>)\.\w+\??: "([^"]*)"/.exec(line.trim()) ?? []
    if (variant && !kinds.has(variant)) kinds.set(variant, variant.replace(/<\d+>$/, `<${kind}>`))
  }
  // The inner ones first, while their paths are still as they were found.
  const ordered = [...kinds].sort(([one], [other]) => other.length - one.length)
  return lines.map(line => ordered.reduce((text, [variant, named]) => text.replace(variant, named), line))
}

/** A field without its description, a refusal without its reason's text. */
const textOf = (line: string): string =>
  line
    .trim()
    .split(' – ')[0]!
    .replace(/^(refuses \d+ \w+):.*$/, '$1')

function keyOf(line: string): string {
  const text = textOf(line)
  const [, refusal] = /^refuses \d+ (\w+)/.exec(text) ?? []
  if (refusal) return `refuses ${refusal}`
  if (/^(class|answer|body|object) /.test(text)) return text.split(' ')[0]!
  return text.split(':')[0]!.replace(/\?$/, '')
}

function compareLines(subject: string, were: Lines, are: Lines): ApiChange[] {
  const isBody = /(Create|Update|Request|Body)$/.test(subject)
  const keys = [...new Set([...were.keys(), ...are.keys()])]
  return keys.flatMap((key): ApiChange[] => {
    const [before, line] = [were.get(key), are.get(key)]
    if (before === line) return []
    if (before === undefined) {
      const isDemanded = isBody && !/^[^:]*\?:/.test(line!) && wasThere(parentOf(key), were, are)
      return [{ kind: 'added', subject, line: line!, breaking: isDemanded || key === 'body' }]
    }
    if (line === undefined)
      return [{ kind: 'removed', subject, line: before, breaking: !key.startsWith('refuses ') }]
    return [{ kind: 'changed', subject, line, before, breaking: isBreaking(before, line, isBody) }]
  })
}

/** `content<quiz>.items[].text` → `content<quiz>.items[]`; empty for a field of the body itself. */
const parentOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('.'), 0))

/** Whether an object within a body is older than the change: who does not send a new one need not fill it. */
function wasThere(parent: string, were: Lines, are: Lines): boolean {
  if (parent === '') return true
  const field = parent.replace(/(\[\]|\{\}|<[^<>]*>)+$/, '')
  const hadFields = [...were.keys()].some(key => key.startsWith(`${parent}.`))
  return hadFields && were.get(field) === are.get(field) && wasThere(parentOf(field), were, are)
}

/** A change of a line breaks nobody if a body takes more than before, or an answer has more values of an enumeration. */
function isBreaking(before: string, line: string, isBody: boolean): boolean {
  // A path that becomes final, or provisional, is the same path.
  if (before.replace(' †', '') === line.replace(' †', '')) return false
  const [was, is] = [before, line].map(text => text.replace(/^[^:]*: /, ''))
  const [wasFree, isFree] = [before, line].map(text => /^[^:]*\?:/.test(text))
  if (isBody && wasFree && !isFree) return true
  if (!isBody && !wasFree && isFree) return true
  const valuesOf = (text: string) => text.split(/ or | \| /).map(value => value.replace(/ \(.*\)$/, ''))
  return !valuesOf(was!).every(value => valuesOf(is!).includes(value))
}

/** The changes as the lines of a changelog: added, changed, removed; what breaks a client comes first. */
export function changeLines(changes: readonly ApiChange[]): string[] {
  const titles = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const
  return (['removed', 'changed', 'added'] as const).flatMap(kind => {
    const own = changes.filter(one => one.kind === kind)
    const ordered = [...own].sort((one, other) => Number(other.breaking) - Number(one.breaking))
    return own.length ? [`### ${titles[kind]}`, '', ...ordered.map(changeLine), ''] : []
  })
}

function changeLine({ subject, line, before, breaking }: ApiChange): string {
  const what = before === undefined ? line : `${before} → ${line}`
  return `- ${breaking ? '**Breaking:** ' : ''}\`${subject}\`${what ? `: ${what}` : ''}`
}

/**
 * The breaking changes of which a changelog says nothing: neither the operation, event or schema that is gone, nor the
 * field, nor a value that is no longer taken or answered, stands in it in backticks.
 */
export function unannounced(changes: readonly ApiChange[], changelog: string): ApiChange[] {
  const announcedWords = new Set(
    [...changelog.matchAll(/`([^`]+)`/g)].flatMap(([, text]) => [
      ...text!.split(/[^\w.]+/),
      ...text!.split(/\W+/),
    ]),
  )
  return changes.filter(change => change.breaking && !wordsOf(change).some(word => announcedWords.has(word)))
}

function wordsOf({ subject, line, before }: ApiChange): string[] {
  const field = /([\w]+)\??(?::|$)/.exec(line)?.[1] ?? line
  const valuesOf = (text: string) => text.replace(/^[^:]*: /, '').split(/ or | \| /)
  const gone = before === undefined ? [] : valuesOf(before).filter(value => !valuesOf(line).includes(value))
  return [subject, field, ...gone]
}
