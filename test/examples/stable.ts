// Recorded requests and answers as they are printed: their ids, times, addresses and tokens are replaced by ones that do
// not change with the next recording. Ids of one kind are numbered in each example from the same first one, so that the
// person of an order has the id of the person that another operation shows.
import { createHash } from 'node:crypto'

export interface Recording {
  /** Milliseconds between which the requests were made. */
  readonly from: number
  readonly to: number
  /** Host names of the school, with ports if they have some. */
  readonly hosts: readonly string[]
}

/** The moment at which the story of the examples begins. */
const storyStart = Date.parse('2026-11-21T09:30:00.000Z')
const minute = 60_000
/** The people of the story: the student, and who works for the school. */
const names = ['ann', 'clara', 'ben', 'dora', 'emil', 'frida', 'gustav', 'hanna', 'ivan', 'jana']
const seasons = ['spring', 'summer', 'autumn', 'winter']
const idStem = '01h455vb4pex5vsknk084sn0'
const idPattern = /(?<![0-9a-z])([a-z]{3})_([0-7][0-9a-hjkmnp-tv-z]{25})(?![0-9a-z])/g
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g
const emailPattern = /[\w.+-]+@(?=[\w-]+(?:\.[\w-]+)*\.(?:example|invalid))/g
/** Names that the suites make unique end in twelve hexadecimal digits, and hosts begin with them. */
const uniquePattern = /(?<![\w.-])[0-9a-f]{12}\.|[-_. ]?(?<![0-9A-Za-z])[0-9a-f]{12}(?![0-9A-Za-z])/g
const hexPattern = /(?<![0-9A-Za-z_-])[0-9a-f]{32,}(?![0-9A-Za-z_-])/g
/** Secrets of webhooks are base64; API keys end in a checksum, whose last digits are the key's hint. */
const webhookSecretPattern = /whsec_[A-Za-z0-9+/]{20,}=*/g
const apiKeyPattern = /(lms_[a-z]+_)[0-9a-f]{48}_[0-9a-f]{8}/g
const apiKeyEnd = '5f0042d8'
const tokenPattern = /(?<![0-9A-Za-z])[0-9A-Za-z_-]{28,}(?![0-9A-Za-z])/g
/** A code that somebody types: `KT59-VW9R-E8VN-YCNT`, `SPRING-D6GR36VXS5`, or a unique name in capitals. */
const codePattern =
  /(?<![0-9A-Za-z-])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,}(?![0-9A-Za-z-])|(?<=[A-Z]-)[0-9A-Z]{10}(?![0-9A-Za-z-])|(?<![0-9A-Za-z])[0-9A-F]{12}(?![0-9A-Za-z])/g
/** The end of an id with what signs it, in the address of a page. */
const signedPattern = /(?<![0-9A-Za-z_])[0-7][0-9a-hjkmnp-tv-z]{25}(?:\.[\w-]*)+/g
const staffFields = /(^|_)(curator|manager|author|reviewer|assignee|operator|issued_by|created_by|actor)(_|$)/

/** The example of one operation, with its path, its body and its answer, as it stands in the document. */
export function stableExample<T>(name: string, example: T, recording: Recording): T {
  const ids = new IdNumbers()
  for (const field of fieldsOf(example)) if (!staffFields.test(field.name)) ids.count(field.text)
  for (const field of fieldsOf(example)) ids.count(field.text)
  const times = storyTimes([...fieldsOf(example)].map(({ text }) => text).join('\n'), recording)
  const emails = new Map<string, string>()
  const words = new Map<string, string>()
  // A text that is nothing but unique has to keep some text.
  const word = (chance: string): string => {
    if (!words.has(chance)) words.set(chance, seasons[words.size % seasons.length]!)
    return words.get(chance)!
  }
  let tokenCount = 0
  const stableText = (text: string): string =>
    hostless(text, recording.hosts)
      .replace(idPattern, (_, prefix, end) => ids.stable(prefix, end))
      .replace(timePattern, time => times.get(time) ?? time)
      .replace(emailPattern, email => {
        if (!/[0-9a-f]{8,}/.test(email)) return email
        if (!emails.has(email)) emails.set(email, `${names[emails.size % names.length]}@`)
        return emails.get(email)!
      })
      .replace(webhookSecretPattern, () => `whsec_${digest(name, 0).subarray(0, 24).toString('base64')}`)
      .replace(apiKeyPattern, (_, prefix) => `${prefix}${hexLike(name, 48)}_${apiKeyEnd}`)
      .replace(uniquePattern, (end, start) => (start === 0 && end.length === text.length ? word(end) : ''))
      .replace(codePattern, text => codeLike(text, name))
      .replace(signedPattern, text => tokenLike(text, `${name} ${tokenCount++}`))
      .replace(hexPattern, text => hexLike(`${name} ${tokenCount++}`, text.length))
      .replace(tokenPattern, text => (isToken(text) ? tokenLike(text, `${name} ${tokenCount++}`) : text))
  return mapTexts(example, (text, field) => (field === 'hint' ? apiKeyEnd.slice(-4) : stableText(text))) as T
}

/** Numbers ids by their kind. */
class IdNumbers {
  readonly #byPrefix = new Map<string, string[]>()

  count(text: string): void {
    for (const [, prefix, end] of text.matchAll(idPattern)) {
      const ends = this.#byPrefix.get(prefix!) ?? []
      this.#byPrefix.set(prefix!, ends)
      if (!ends.includes(end!)) ends.push(end!)
    }
  }

  stable(prefix: string, end: string): string {
    const number = this.#byPrefix.get(prefix)!.indexOf(end)
    const digits = '0123456789abcdefghjkmnpqrstvwxyz'
    return `${prefix}_${idStem}${digits[(number + 2) % 32]}${digits[(23 + Math.floor((number + 2) / 32)) % 32]}`
  }
}

/**
 * Times of the recording become minutes of the story, in their order; a time far from it keeps its distance to it. A time
 * of whole minutes was chosen by the example, and stays.
 */
function storyTimes(text: string, { from, to }: Recording): Map<string, string> {
  const found = [...new Set(text.match(timePattern) ?? [])].filter(time => Date.parse(time) % minute !== 0)
  const isDuring = (time: string) => Date.parse(time) >= from - minute && Date.parse(time) <= to + minute
  const during = [...new Set(found.filter(isDuring).map(time => Date.parse(time)))].sort((a, b) => a - b)
  const written = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00')
  return new Map(
    found.map(time => {
      const ms = Date.parse(time)
      const distance = isDuring(time) ? during.indexOf(ms) : Math.round((ms - from) / (60 * minute)) * 60
      return [time, written(storyStart + distance * minute)] as const
    }),
  )
}

const hostless = (text: string, hosts: readonly string[]): string =>
  hosts
    .reduce((all, host) => all.replaceAll(host, 'school.example'), text)
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://school.example')

/** Whether a long word is chance, and neither a name nor an id: it has digits and letters of both cases. */
const isToken = (text: string): boolean =>
  /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && !text.includes(idStem)

const digest = (seed: string, part: number) => createHash('sha256').update(`${seed} ${part}`).digest()

/** So many hexadecimal digits, always the same for one seed. */
const hexLike = (seed: string, length: number): string => {
  let text = ''
  for (let part = 0; text.length < length; part++) text += digest(seed, part).toString('hex')
  return text.slice(0, length)
}

/** A code of the same form, always the same for one seed. */
function codeLike(code: string, seed: string): string {
  const signs = hexLike(seed, code.length).toUpperCase()
  return code.replace(/[0-9A-Z]/g, (_, at: number) => signs[at]!)
}

/** A token of the same length, always the same for one seed; a prefix such as `whsec_` stays. */
function tokenLike(token: string, seed: string): string {
  const prefix = /^(?:[a-z]+_)+/.exec(token)?.[0] ?? ''
  let text = ''
  for (let part = 0; text.length < token.length; part++) text += digest(seed, part).toString('base64url')
  return prefix + text.slice(0, token.length - prefix.length)
}

interface Field {
  readonly name: string
  readonly text: string
}

/** All texts with the names of their fields, in their order. */
function* fieldsOf(value: unknown, name = ''): Generator<Field> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const one of value) yield* fieldsOf(one, name)
  else if (value !== null && typeof value === 'object')
    for (const [inner, one] of Object.entries(value)) {
      yield { name: inner, text: inner }
      yield* fieldsOf(one, inner)
    }
}

/** Numbers that differ with each recording. */
const fixedNumbers: Readonly<Record<string, number>> = { sequence: 1042, duration_ms: 12 }

function mapTexts(value: unknown, change: (text: string, field: string) => string, field = ''): unknown {
  if (typeof value === 'string') return change(value, field)
  if (Array.isArray(value)) return value.map(one => mapTexts(one, change, field))
  if (typeof value === 'number') return fixedNumbers[field] ?? value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [change(name, ''), mapTexts(one, change, name)]),
  )
}
