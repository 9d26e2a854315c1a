// Values of the school as plain text. Strangers write them, so nothing in them may look like the agent's own words, lead
// to another host, or hide from the reader.
import { withoutAddresses } from './addresses.ts'

/** Control characters, marks of direction, zero widths, tags: invisible, and able to turn or hide a text. */
export const invisible =
  /(?![\n\t])\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|[\u2028\u2029]|[\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const secret = /\blms_[a-z]+_[A-Za-z0-9_]{8,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+|\bwhsec_[\w+/=-]{8,}/g
/** Paths of links that give access by themselves. */
const signedPath =
  /\/(?:downloads|files|media|rooms|pay|preview|unsubscribe|[a-z]+-confirmations)\/[\w.%-]{20,}/g

/** A text of the school on one line, without what could act on its reader; links to these hosts stay. */
export function clean(text: string, most = 200, hosts: readonly string[] = []): string {
  const line = text
    .slice(0, most * 10)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
  const plain = withoutAddresses(withoutSecrets(withoutMarkup(line)), new Set(hosts)).trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

/** A text in which no program finds markup; links leave their words. It is not parsed: an answer has hundreds of such texts. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<\/?[a-z!?][^>]*>?/gi, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/[<>`\\]/g, '')
    .replace(/!?\[/g, '(')
    .replaceAll(']', ')')

/** A text without keys, tokens and links that give access by themselves. */
export const withoutSecrets = (text: string): string =>
  text.replace(secret, '[secret]').replace(signedPath, '[link]')

/** A value as JSON on one line, in which nothing is invisible or turns what follows it. */
export const quoted = (value: unknown): string =>
  JSON.stringify(value).replace(
    invisible,
    sign => `\\u{${sign.codePointAt(0)!.toString(16).padStart(4, '0')}}`,
  )

const secretName = /(?:^|_)(?:secret|password|token|api_key|signature|download_path|upload_url|hash)(?:$|_)/

/** The same of every text of a value; fields for secrets are left out. */
export function cleanValue(value: unknown, most = 2000): unknown {
  if (typeof value === 'string') return withoutSecrets(value.replace(invisible, '')).slice(0, most)
  if (Array.isArray(value)) return value.map(each => cleanValue(each, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [cleanValue(name, most), cleanValue(inner, most)]),
  )
}
