// The kinds of mail that the product writes by itself, by their words, and the links in each.

import { reminderWords } from '../../services/commerce/src/reminders/reminder.words.ts'
import { boughtWords, receivedWords } from '../../services/commerce/src/sales/gifts/gift-letter.words.ts'
import { buttonIn } from '../../services/crm/src/notices/button.words.ts'
import { endingText } from '../../services/crm/src/notices/ending.words.ts'
import { notifications } from '../../services/crm/src/settings/notifications.ts'
import {
  consentMailWords,
  emailMailWords,
} from '../../services/users/src/identity/confirmation-pages/confirmation-mail.words.ts'
import { noticeWords } from '../../services/webinars/src/notices/notice.words.ts'

const language = 'en'

/** The texts by kind: Liquid in Markdown. */
const texts: Readonly<Record<string, { body: string }>> = {
  ...Object.fromEntries(notifications.map(({ kind, text }) => [kind, text(language)])),
  ...Object.fromEntries(
    Object.entries(noticeWords(language)).map(([kind, text]) => [`webinar_${kind}`, text]),
  ),
  ...reminderWords(language),
  access_ends_soon: endingText(language),
  gift_bought: boughtWords(language),
  gift: receivedWords(language),
  // These are no Markdown: sentences and buttons.
  consent: confirmation(consentMailWords(language)),
  email_change: confirmation(emailMailWords(language)),
}

export const kinds = Object.keys(texts)

function confirmation({ open, button }: { open: string; button: string }) {
  return { body: `${open}\n\n[${button}](page)` }
}

/** The words on the links of a kind. Those that lead to a page of the school's own are the same in each kind. */
const labelsOf = (kind: string): string[] =>
  [...texts[kind]!.body.matchAll(/\[([^\]]+)\]\(/g)].map(([, label]) => label!)

/** The first sentence of a kind, whatever its values are. */
function beginningOf(kind: string): RegExp {
  const plain = texts[kind]!.body.replace(
    /\{% if [^%]+%\}([^{}]*\{\{[^}]+\}\}[^{}]*|[^{}]*)\{% else %\}([^{}]*)\{% endif %\}/g,
    '($1|$2)',
  )
    .split(/\n\n|\{%|\[/)[0]!
    .trim()
    .replaceAll('**', '')
  const pattern = plain
    .replace(/\{\{[^}]+\}\}/g, '\0')
    .replace(/[.*+?^${}[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replaceAll('\0', '[^]+?')
  return new RegExp(pattern)
}

const beginnings = kinds.map(kind => [kind, beginningOf(kind)] as const)

/** The links in the texts of the platform: kind and words. */
export const promisedLinks: readonly string[] = [
  ...kinds.flatMap(kind => labelsOf(kind).map(label => `${kind}: ${label}`)),
  `button: ${/\[([^\]]+)\]/.exec(buttonIn(language))![1]}`,
]

/** The links of these that a mail with this text has. */
export function linksIn(text: string): string[] {
  const found = beginnings.filter(([, beginning]) => beginning.test(text)).map(([kind]) => kind)
  return promisedLinks.filter(link => {
    const [kind, label] = link.split(': ') as [string, string]
    return (kind === 'button' || found.includes(kind)) && isLabelIn(label, text)
  })
}

/** As `Open [https://…]` in Markdown that became text, and as `Open:` above the address of a button. */
const isLabelIn = (label: string, text: string): boolean =>
  [' [http', ':\nhttp', ':\r\nhttp', '\n[http', '\r\n[http'].some(next => text.includes(`${label}${next}`))
