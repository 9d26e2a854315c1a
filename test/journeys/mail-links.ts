// What specs read in mails: their parts, and every address in them.

/** Text of quoted-printable, or as it is: soft breaks are joined, and bytes are those of UTF-8. */
const decoded = (part: string): string =>
  Buffer.from(
    part
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** The bodies of a mail with both parts, or of text alone; the test's mail server has joined soft breaks. */
export function bodiesOf(mail: string): { text: string; html: string } {
  const part = (type: string) => {
    const begin = mail.search(new RegExp(`^Content-Type: ${type}`, 'm'))
    if (begin < 0) return ''
    const body = mail.slice(mail.indexOf('\r\n\r\n', begin) + 4)
    const end = body.search(/^--[-_A-Za-z0-9]{20,}/m)
    const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(mail.slice(begin))?.[1]
    const content = end < 0 ? body : body.slice(0, end)
    return encoding === 'base64' ? Buffer.from(content, 'base64').toString() : decoded(utf8Bytes(content))
  }
  return { text: part('text/plain'), html: part('text/html') }
}

const utf8Bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** The addresses of both parts, each once. */
export function addressesIn(mail: string): string[] {
  const { text, html } = bodiesOf(mail)
  const ofHtml = [...html.matchAll(/\shref="(https?:[^"]*)"/g)].map(([, target]) =>
    target!.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&'),
  )
  const ofText = [...text.matchAll(/https?:\/\/[^\s<>"[\]]+/g)].map(([target]) => target)
  return [...new Set([...ofHtml, ...ofText].map(address => new URL(address).href))]
}
