// What specs read in mails: their parts, and every address in them, which opens.
import { eventually } from '@lms/testing'
import type { Gateway } from '@lms/testing/gateway'
import type { Arrived, MailServer } from '@lms/testing/mail-server'

/** Text of quoted-printable: soft breaks are joined, and bytes are those of UTF-8. */
const decoded = (part: string): string =>
  Buffer.from(
    part
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** The bodies of a mail with both parts, or of text alone. */
export function bodiesOf({ source: mail }: Arrived): { text: string; html: string } {
  const part = (type: string) => {
    const begin = mail.search(new RegExp(`^Content-Type: ${type}`, 'm'))
    if (begin < 0) return ''
    const body = mail.slice(mail.indexOf('\r\n\r\n', begin) + 4)
    const end = body.search(/^--[-_A-Za-z0-9]{20,}/m)
    const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(mail.slice(begin))?.[1]
    const content = end < 0 ? body : body.slice(0, end)
    if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
    return encoding === 'quoted-printable' ? decoded(content) : content
  }
  return { text: part('text/plain'), html: part('text/html') }
}

/** The addresses of both parts, each once. */
export function addressesIn(mail: Arrived): string[] {
  const { text, html } = bodiesOf(mail)
  const ofHtml = [...html.matchAll(/\shref="(https?:[^"]*)"/g)].map(([, target]) =>
    target!.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&'),
  )
  const ofText = [...text.matchAll(/https?:\/\/[^\s<>"[\]]+/g)].map(([target]) => target)
  return [...new Set([...ofHtml, ...ofText].map(address => new URL(address).href))]
}

/** What a browser gets at an address of a school, redirects of it followed: its status, or the other host it leads to. */
export async function answerOf(gateway: Gateway, address: string): Promise<number | string> {
  let at = new URL(address)
  for (let hops = 0; hops < 4; hops++) {
    const { host, pathname, search } = at
    const headers = { accept: 'text/html' }
    let failures = 0
    // The first document loads its fonts. A clock that a spec moves meanwhile ends the token of a request: it is asked once more.
    const answer = await eventually(`an answer of ${pathname}`, async () => {
      const one = await gateway.call('GET', `${pathname}${search}`, { host, headers })
      return one.status !== 503 && (one.status !== 500 || ++failures > 1) && one
    })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || !location) return answer.status
    const next = new URL(location, at)
    if (next.host !== host) return next.host
    at = next
  }
  return 'a circle'
}

/**
 * Opens the links of each mail, as a browser does, before its spec sees the mail: what they lead to may end later. Gives the
 * links that answer 400 or more, or lead to a host besides these; `opened` is told of each mail whose links all open.
 */
export function openLinks(
  mail: MailServer,
  gateway: Gateway,
  { elsewhere = [], opened }: { elsewhere?: readonly string[]; opened?: (mail: Arrived) => void } = {},
): string[] {
  const broken: string[] = []
  mail.arrival = async arrived => {
    const before = broken.length
    for (const address of addressesIn(arrived)) {
      if (elsewhere.includes(new URL(address).host)) continue
      const answer = await answerOf(gateway, address).catch(error => String(error))
      if (typeof answer === 'number' ? answer >= 400 : !elsewhere.includes(answer))
        broken.push(`${subjectOf(arrived)}: ${address} ${answer}`)
    }
    if (broken.length === before) opened?.(arrived)
  }
  return broken
}

export const subjectOf = ({ text }: Arrived): string => /^Subject: (.*)/m.exec(text)?.[1] ?? ''
