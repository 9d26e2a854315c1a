// What a caught mail says. Runs in a thread: `read-mail.ts`.
import { simpleParser } from 'mailparser'

export interface ReadMail {
  from: string
  to: string
  subject: string
  /** Null where the mail has no such part. */
  html: string | null
  text: string | null
  attachments: { name: string; type: string; bytes: number }[]
  /** Every address of its HTML and its text, each once. */
  links: string[]
}

const mostLinks = 200

export async function readMail(bytes: Buffer): Promise<ReadMail> {
  const mail = await simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 1_000_000,
  })
  const html = typeof mail.html === 'string' ? mail.html : null
  const text = mail.text ?? null
  return {
    from: mail.from?.text ?? '',
    to: [mail.to ?? []]
      .flat()
      .map(({ text }) => text)
      .join(', '),
    subject: mail.subject ?? '',
    html,
    text,
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      name: filename ?? '',
      type: contentType,
      bytes: content.length,
    })),
    links: [...new Set([...linksOfHtml(html ?? ''), ...linksOfText(text ?? '')])].slice(0, mostLinks),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' }
const decoded = (text: string) =>
  text
    .replace(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|quot|lt|gt);/g, (_, name) => entities[name]!)

const linksOfHtml = (html: string) =>
  [...html.matchAll(/\bhref="(https?:[^"]*)"/gi)].map(([, target]) => decoded(target!))

/** The brackets in which texts of mails have addresses are no part of them. */
const linksOfText = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s<>"[\]]+/g)].map(([target]) => target.replace(/[.,;:!?)]+$/, ''))
