// What a message says, for whoever looks at it later. The links by which its person unsubscribes, or sees it in a browser, act
// for that person: where others look they lead to the school.
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { framed } from '../content/frame.ts'
import type { Filled } from '../content/source.ts'
import { schoolValues } from '../content/values.ts'
import { maxKept, type ReadableContent } from '../messages/message.object.ts'
import type { MessageRow, Rendition } from '../messages/message.store.ts'
import { nullIfUnavailable, readPeople } from '../people/read.ts'
import { sendingStoreOf } from '../sendings/store-of.ts'
import { imprintOf } from '../settings/imprint.rules.ts'
import { topicIn } from '../settings/topic.ts'
import { contentsOf, type LinkOf } from './contents.ts'

/** What is kept of a message that leaves; `links` are its own ones. */
export function renditionOf(
  { html, text }: Pick<Filled, 'html' | 'text'>,
  links: readonly string[],
  school: { readonly url: string },
): Rendition {
  const withoutOwn = (content: string) =>
    links.reduce((rest, link) => rest.replaceAll(link, school.url), content)
  return {
    html: html === null || html.length > maxKept ? null : withoutOwn(html),
    text: withoutOwn(text).slice(0, maxKept),
  }
}

interface At extends Pick<Work, 'work' | 'runtime'> {
  charge: (milliseconds: number) => void
}

/** What a message says, or would say now; null where that is not known any more. It asks other services. */
export async function readableContent(
  row: MessageRow,
  ctx: At,
  stores: Stores,
): Promise<ReadableContent | null> {
  if (row.rendition !== null) return { subject: row.subject, ...row.rendition }
  if (row.text !== null) return { subject: row.subject, html: null, text: row.text }
  if (row.origin === null && row.content === null) return null
  const [sending, settings, read] = await Promise.all([
    row.origin === null ? null : sendingStoreOf(row.origin, stores).sending(row.origin),
    stores.settings.get(),
    Promise.all([readPeople([row.user_id], ctx), schoolValues(ctx)]).catch(nullIfUnavailable),
  ])
  if (read === null) return null
  const [users, school] = read
  const user = users.get(row.user_id)
  if (user?.status !== 'active') return null
  const linkOf: LinkOf = () => school.url
  const contents = await contentsOf(
    { group: [row], users, school, sending, linkOf, charge: ctx.charge },
    ctx.work.school,
  )
  const content = contents.get(row.id)!
  if ('error' in content) return null
  const { subject, html, text } =
    row.transport === 'email'
      ? framed(content, user.locale, {
          look: school.look,
          unsubscribeUrl: null,
          imprint: imprintOf(topicIn(settings.topics, row.topic)?.basis === 'service', settings, school.name),
        })
      : content
  return { subject, ...renditionOf({ html, text }, [], school) }
}
