import { builder } from '../builder.ts'
import { withStep } from '../messages/message.store.ts'
import { judged } from './hit.rules.ts'
import { ownerOf } from './hit.store.ts'
import { judgeHits } from './judge.task.ts'
import { messageClicked, messageOpened } from './tracking-events.ts'

export const judgeHitsTask = builder.task(judgeHits, async ({ payload, emit }, { messages, hits }) => {
  const [row] = await messages.lockMany([payload.message_id])
  if (!row) return undefined
  const { machine, opened, clicked, prefetched } = judged(await hits.of(row.id))
  const reportedNumbers = [opened, prefetched, ...clicked].flatMap(hit => hit?.number ?? [])
  hits.judge(row.id, { machine, told: reportedNumbers })
  const first = clicked.map(({ at }) => at).sort()[0] ?? null
  // Whoever follows a link has opened the mail, whether its picture was loaded or not.
  const openedAt = [opened?.at, first].filter(at => at != null).sort()[0] ?? null
  const opens = openedAt !== null && row.opened_at === null
  const steps = [
    ...(prefetched ? [{ what: 'prefetched' as const, at: prefetched.at }] : []),
    ...(opens ? [{ what: 'opened' as const, at: openedAt }] : []),
    ...(first !== null && row.clicked_at === null ? [{ what: 'clicked' as const, at: first }] : []),
  ]
  if (steps.length === 0 && clicked.length === 0) return undefined
  const timeline = steps.reduce((timeline, { what, at }) => withStep({ timeline }, what, at), row.timeline)
  const saved = messages.save(row, {
    timeline,
    prefetched_at: row.prefetched_at ?? prefetched?.at ?? null,
    opened_at: row.opened_at ?? openedAt,
    clicked_at: row.clicked_at ?? first,
  })
  if (opens) emit(messageOpened, saved)
  const { user_id, id: message_id, mailing_id, campaign_id, transport, topic } = row
  for (const { number, at } of clicked) {
    const url = await hits.target(ownerOf(row), number)
    if (url === null) continue
    emit(messageClicked, {
      ...{ user_id, message_id, mailing_id, campaign_id, transport, topic, url },
      clicked_at: at,
    })
  }
  return undefined
})
