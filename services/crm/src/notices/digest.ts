// Keeps the notifications of a day in one queued e-mail, to which more are added until it leaves.
import type { Stores } from '../builder.ts'
import { insertMessage } from '../messages/queue.ts'
import { digestKind } from '../settings/notifications.ts'
import { digestContent, withItems } from './digest.rules.ts'
import type { Notice, QueueContext } from './notice.ts'

/** After so many days without a sender nobody needs it. */
const expiresDays = 3

/** Adds notices to the e-mails of these people; one for each topic, as people switch these off. They are held. */
export async function addToDigests(
  notices: readonly Notice[],
  ctx: QueueContext,
  stores: Stores,
): Promise<void> {
  if (notices.length === 0) return
  const { messages, preferences } = stores
  const ids = [...new Set(notices.map(({ user }) => user.id))]
  // Until the end of the work none of these e-mails leaves.
  await messages.hold(ids)
  const [chosen, queued] = await Promise.all([preferences.many(ids), messages.lockQueued(ids, digestKind)])
  const offByUser = new Map<string, readonly string[]>(
    chosen.map(({ user_id, off_notifications }) => [user_id, off_notifications]),
  )
  const deliverable = notices.filter(({ user, notice }) => !offByUser.get(user.id)?.includes(notice.kind))
  const groups = Map.groupBy(deliverable, ({ user, notice }) => `${user.id} ${notice.topic}`)
  for (const group of groups.values()) {
    const [{ user, notice, follows }] = group as [Notice, ...Notice[]]
    const row = queued.find(each => each.user_id === user.id && each.topic === notice.topic)
    const items = group.map(({ notice, values }) => ({ ...notice.text(user.locale), values }))
    const variables = withItems(row?.variables ?? null, items)
    const content = digestContent(variables, user.locale)
    if (row) messages.save(row, { content, variables })
    else
      insertMessage(
        {
          user_id: user.id,
          transport: 'email',
          topic: notice.topic,
          notification: digestKind,
          attachments: [],
          send_at: null,
          expires_at: new Date(Date.parse(ctx.now) + expiresDays * 86_400_000).toISOString(),
          ...{ variables, content, links: [] },
          ...{ template_id: null, template_version: null },
        },
        { ...ctx, ...(follows && { follows }) },
        stores,
      )
  }
}
