// The link that confirms an e-mail: a page with a button. Only the button confirms, because mail scanners open every
// link. The link needs no credential.
import { common, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import { emailInternalApi } from '@lms/users/contract'
import { absent } from '../known/schools.ts'
import type { Ask } from '../known/siblings.ts'
import type { Exchange } from './exchange.ts'
import { passedOn } from './listener.ts'

export const confirmationsPath = '/email-confirmations/'
const gone = 'This link is no longer valid. Change the e-mail again to get another link.'

/** Shows the page, or confirms: JSON for a program, a page for a browser. */
export async function takeConfirmation(
  exchange: Exchange,
  path: string,
  school: ResolvedSchool,
  ask: Ask,
): Promise<void> {
  const { method, headers } = exchange.request
  exchange.operation = `${method} ${confirmationsPath}{token}`
  const token = path.slice(confirmationsPath.length)
  const known = (method === 'GET' || method === 'POST') && school.status === 'active'
  if (!known || !/^[\w-]{1,200}$/.test(token)) throw new Refused(common.not_found, gone)
  if (method === 'GET') return page(exchange, 200, askingFor(school.name))
  const forBrowser = String(headers.accept).includes('text/html')
  try {
    const scope = { school: school.school_id, requestId: exchange.requestId }
    const { emailInternalApi: internalApi } = ask('users', { emailInternalApi }, scope)
    const done = await internalApi.confirm({ body: { token } }).catch(absent)
    if (!done) throw new Refused(common.not_found, gone)
    if (!forBrowser) return exchange.answer(200, JSON.stringify(done))
    page(exchange, 200, '<p>Your e-mail address is confirmed.</p>')
  } catch (thrown) {
    const error = passedOn(thrown)
    if (!(forBrowser && error instanceof Refused)) throw error
    exchange.reason = error.refusal.reason
    page(exchange, error.refusal.status, `<p>${escaped(error.message)}</p>`)
  }
}

const askingFor = (school: string) =>
  `<p>Use this e-mail address for your account at ${escaped(school)}?</p>
<form method="post"><button>Confirm</button></form>`

function page(exchange: Exchange, status: number, content: string): void {
  const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>E-mail address</title>
${content}
</html>
`
  exchange.answer(status, body, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}

const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
