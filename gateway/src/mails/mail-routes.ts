// `/mails` at the operator's listener: the mails that were caught, as pages for a browser and as JSON for programs.
import { common, Refused } from '@lms/contract'
import type { Exchange } from '../http/exchange.ts'
import { inFrame, listPage, mailPage, mailPolicy, pagePolicy } from './mail-pages.ts'
import type { CaughtMail, MailRing } from './mail-ring.ts'
import { readCaught } from './read-mail.ts'

/** Mails of the list; each is read for it. */
const mostListed = 100

export const isMailPath = (path: string): boolean => path === '/mails' || path.startsWith('/mails/')

/** The challenge to which a browser answers with the operator’s token, as the password of any name. */
export const challenge = { 'www-authenticate': 'Basic realm="Mails of this installation", charset="UTF-8"' }

/** The token of Basic credentials, which browsers send; other headers stay as they are. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const credentials = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (!credentials) return authorization
  const text = Buffer.from(credentials, 'base64').toString()
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`
}

/** Answers with the list, a mail, or one of its parts: `/mails/7`, `/mails/7/html`, `/text`, `/source`. */
export async function answerMails(
  exchange: Exchange,
  { role }: { readonly role: string },
  mails: MailRing | null,
): Promise<void> {
  exchange.operation = 'GET /mails'
  // Links of mails open what is behind them without another credential.
  if (role !== 'admin')
    throw new Refused(common.permission_missing, 'Only an admin of the installation reads mails.')
  if (exchange.request.method !== 'GET') throw new Refused(common.no_such_operation)
  if (mails === null)
    throw new Refused(
      common.not_found,
      'This installation has a mail server of its own, and catches no mails.',
    )
  const isBrowser = String(exchange.request.headers.accept).includes('text/html')
  const match = /^\/mails(?:\/(\d{1,9})(?:\/(html|text|source))?)?$/.exec(exchange.path)
  if (!match) throw new Refused(common.not_found)
  const [, number, part = ''] = match
  if (number === undefined) return answerList(exchange, mails, isBrowser)
  const mail = mails.get(Number(number))
  if (!mail) throw new Refused(common.not_found)
  if (part === 'source') return answerText(exchange, mail.source)
  const read = await readCaught(mail)
  if (part === '')
    return isBrowser
      ? answerPage(exchange, mailPage(mail, read), pagePolicy)
      : exchange.answer(200, JSON.stringify({ ...lineOf(mail), ...read }))
  const content = part === 'html' ? read.html : read.text
  if (content === null) throw new Refused(common.not_found, `This mail has no ${part}.`)
  return part === 'html'
    ? answerPage(exchange, inFrame(content), mailPolicy)
    : answerText(exchange, Buffer.from(content))
}

async function answerList(exchange: Exchange, mails: MailRing, isBrowser: boolean): Promise<void> {
  const listed = await Promise.all(
    mails.newest(mostListed).map(async mail => ({ mail, read: await readCaught(mail) })),
  )
  if (isBrowser) return answerPage(exchange, listPage(listed, mails.counts), pagePolicy)
  const lines = listed.map(({ mail, read }) => ({
    ...lineOf(mail),
    ...{ from: read.from, to: read.to, subject: read.subject },
  }))
  exchange.answer(200, JSON.stringify({ mails: lines, ...mails.counts }))
}

const lineOf = ({ id, at, from, to, source }: CaughtMail) => ({
  ...{ id, at: at.toISOString(), envelope: { from, to }, bytes: source.length },
})

const answerPage = (exchange: Exchange, page: string, policy: string) =>
  exchange.answer(200, page, {
    ...{ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  })

const answerText = (exchange: Exchange, bytes: Buffer) =>
  exchange.answer(200, bytes, {
    ...{ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
