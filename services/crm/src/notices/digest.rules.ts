// The notifications of a day in one e-mail. Pure.
import { z } from 'zod'
import type { Source, Variables } from '../content/source.ts'
import { digestWords } from './digest.words.ts'

/** Most notifications that one e-mail shows; the rest is counted. */
export const maxItems = 30
/** Characters of a value, such as a comment. */
const longestValue = 1000

/** A notification: its text is Liquid in Markdown, as the platform has it. */
export interface DigestItem {
  readonly subject: string
  readonly body: string
  readonly values: Readonly<Record<string, string | number>>
}

/** What the message keeps, so that more can be added until it leaves. */
const Stored = z.object({
  digest: z.array(
    z.object({
      subject: z.string(),
      body: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  digest_more: z.number(),
})

/** The items of a queued e-mail with more of them; those without room are counted. */
export function withItems(
  variables: Variables | null,
  items: readonly DigestItem[],
): z.output<typeof Stored> {
  const stored = variables === null ? { digest: [], digest_more: 0 } : Stored.parse(variables)
  const digest = [...stored.digest, ...items.map(shortened)].slice(0, maxItems)
  const count = stored.digest.length + items.length
  return { digest, digest_more: stored.digest_more + count - digest.length }
}

const shortened = ({ subject, body, values }: DigestItem) => ({
  ...{ subject, body },
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, longestValue) : value,
    ]),
  ),
})

/** The e-mail: one part for each item, which sees its own values alone. */
export function digestContent({ digest, digest_more }: z.output<typeof Stored>, language: string): Source {
  const words = digestWords(language)
  const names = [...new Set(digest.flatMap(({ values }) => Object.keys(values)))].sort()
  const parts = digest.map(({ subject, body, values }, index) => {
    const assigned = names.map(name => {
      const value = name in values ? `digest[${index}].values.${name}` : '""'
      return `{% assign ${name} = ${value} %}`
    })
    return `${assigned.join('')}**${subject}**\n\n${body}`
  })
  const rest = digest_more > 0 ? [words.more] : []
  return { subject: words.subject, format: 'markdown', body: [...parts, ...rest].join('\n\n---\n\n') }
}
