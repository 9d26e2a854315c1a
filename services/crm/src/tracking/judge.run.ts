import { builder } from '../builder.ts'
import { withStep } from '../messages/message.store.ts'
import { judged } from './hit.rules.ts'
import { ownerOf } from './hit.store.ts'
import { judgeHits } from './judge.task.ts'
import { opening } from './tracked-token.ts'
import { messageClicked, messageOpened } from './tracking-events.ts'

export const judgeHitsTask = builder.task(judgeHits, async ({ payload, emit }, { messages, hits }) => {
  const [row] = await messages.lockMany([payload.message_id])
  if (!row) return undefined
  const { machine, opened, clicked } = judged(await hits.of(row.id))
  const reportedNumbers = [...(opened ? [opening] : []), ...clicked.map(({ number }) => number)]
  hits.judge(row.id, { machine, told: reportedNumbers })
  const opens = opened !== null && row.opened_at === null
  const first = clicked.map(({ at }) => at).sort()[0] ?? null
  const steps = [
    ...(opens ? [{ what: 'opened', at: opened.at }] : []),
    ...(first !== null && row.clicked_at === null ? [{ what: 'clicked', at: first }] : []),
  ]
  if (steps.length === 0 && clicked.length === 0) return undefined
  const timeline = steps.reduce((timeline, { what, at }) => withStep({ timeline }, what, at), row.timeline)
  const saved = messages.save(row, {
    timeline,
    opened_at: row.opened_at ?? opened?.at ?? null,
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
