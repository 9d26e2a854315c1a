// What a mail to a return path is: a report of a delivery (RFC 3464), of a complaint (RFC 5965), an answer of a program
// (RFC 3834), or a reply.
import { type ParsedMail, simpleParser } from 'mailparser'
import { isHardBounce } from '../addresses/hard-bounce.ts'

export type Report =
  | { kind: 'hard' | 'soft' | 'delivered' | 'complaint'; answer: string }
  /** Sent by a person or their mail program, as List-Unsubscribe says. */
  | { kind: 'unsubscribe' }
  /** A delay, an answer of a program: nothing follows. */
  | { kind: 'none' }
  | { kind: 'reply'; from: string; subject: string; text: string; key: string }

/** Reads a mail. Whatever is no mail is a reply without a text, so `none`. */
export async function readMail(bytes: Buffer): Promise<Report> {
  const mail = await simpleParser(bytes, {
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
    maxHtmlLengthToParse: 200_000,
  })
  const part = (type: string) =>
    mail.attachments.find(({ contentType }) => contentType.toLowerCase() === type)?.content.toString('utf8')
  const status = part('message/delivery-status')
  if (status !== undefined) return ofDelivery(status)
  const feedback = part('message/feedback-report')
  if (feedback !== undefined)
    return /^feedback-type:\s*(abuse|fraud|not-spam)/im.exec(feedback)?.[1]?.toLowerCase() === 'not-spam'
      ? { kind: 'none' }
      : { kind: 'complaint', answer: oneLine(feedback) }
  if (/^\s*unsubscribe\s*$/i.test(mail.subject ?? '')) return { kind: 'unsubscribe' }
  return isOfProgram(mail) ? { kind: 'none' } : ofPerson(mail)
}

/** The fields of the receiver, after those of the report; one report is about one message, which has one receiver. */
function ofDelivery(report: string): Report {
  const fields = new Map(
    report
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap(line => {
        const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
        return name ? [[name.toLowerCase(), value!.trim()] as const] : []
      }),
  )
  const status = fields.get('status') ?? ''
  const diagnosis = (fields.get('diagnostic-code') ?? '').replace(/^smtp;\s*/i, '')
  const answer = oneLine(`${status} ${diagnosis}`)
  switch (fields.get('action')?.toLowerCase()) {
    case 'failed':
      return { kind: !status.startsWith('4') && isHardBounce(status, diagnosis) ? 'hard' : 'soft', answer }
    case 'delivered':
      return { kind: 'delivered', answer }
    default:
      return { kind: 'none' }
  }
}

function isOfProgram({ headers, from }: ParsedMail): boolean {
  const header = (name: string) => String(headers.get(name) ?? '').toLowerCase()
  const auto = header('auto-submitted')
  const sender = from?.value[0]?.address ?? ''
  return (
    (auto !== '' && auto !== 'no') ||
    headers.has('x-autoreply') ||
    ['bulk', 'auto_reply', 'junk', 'list'].includes(header('precedence')) ||
    isNobody(headers.get('return-path')) ||
    sender === '' ||
    /^(mailer-daemon|postmaster)@/i.test(sender)
  )
}

/** The null sender: what must not be answered was sent by a program. */
function isNobody(path: unknown): boolean {
  const text = typeof path === 'string' ? path : (path as { text?: string } | undefined)?.text
  return text !== undefined && /^\s*(<>)?\s*$/.test(text)
}

function ofPerson(mail: ParsedMail): Report {
  const text = (mail.text ?? '').trim()
  if (text === '') return { kind: 'none' }
  return {
    kind: 'reply',
    from: mail.from!.value[0]!.address!.slice(0, 254),
    subject: oneLine(mail.subject ?? '', 1000),
    text,
    key: mail.messageId ?? `${mail.date?.toISOString()} ${text.slice(0, 100)}`,
  }
}

const oneLine = (text: string, most = 500) => text.replace(/\s+/g, ' ').trim().slice(0, most)
