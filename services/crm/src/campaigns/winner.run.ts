import { builder } from '../builder.ts'
import { chooseWinner } from '../sendings/winner.task.ts'
import { winnerOf } from './winner.rules.ts'

export const chooseWinnerTask = builder.task(
  chooseWinner,
  async ({ payload: { campaign_id, message }, now }, { campaigns, reports }) => {
    const reactions = await reports.reactionsOf(campaign_id)
    const row = await campaigns.lockAnyVersion(campaign_id)
    const part = row.messages[message - 1]
    if (!part?.winner || row.winners.some(each => each.message === message)) return undefined
    const numbers = part.variants.map((_, index) => reactions(message, index + 1))
    const variant = winnerOf(part.winner.measure, numbers)
    campaigns.save(row, { winners: [...row.winners, { message, variant, chosen_at: now }] })
    return undefined
  },
)
