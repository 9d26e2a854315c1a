// A person with free days is reminded of their end: to add a card, or to cancel before the first charge.
import { dayOf, moneyOf } from '@lms/contract/language'
import { builder } from '../builder.ts'
import { sendLetter } from '../letters/send-letter.ts'
import { linkToCard } from '../money/payment-pages/link.ts'
import { siteUrlOf } from '../settings/site-url.ts'
import { nextAmount } from '../subscriptions/charges-without-card.ts'
import { remindOfTrial } from '../subscriptions/subscription.task.ts'
import { trialReminderAt } from './reminder.rules.ts'
import { reminderWords } from './reminder.words.ts'

export const remindOfTrialTask = builder.task(remindOfTrial, async ({ payload, ...ctx }, stores) => {
  const [row, { reminders, sales }] = await Promise.all([
    stores.subscriptions.find(payload.subscription_id),
    stores.settings.get(),
  ])
  const { trial_days } = reminders
  if (row?.status !== 'trialing' || row.trial_ends_at === null || trial_days === null) return
  const { trial_ends_at: ends_at, period_starts_at: starts_at } = row
  const due = trialReminderAt({ starts_at, ends_at }, trial_days)
  if (due > ctx.now) return { state: {}, at: new Date(due) }
  if (ends_at <= ctx.now || row.cancels_at_period_end) return
  const order = await stores.orders.get(row.order_id!)
  const amount = await nextAmount(row, ctx.now, stores)
  const { payment_method: card } = row
  const url = card ? '' : linkToCard(order, undefined, await siteUrlOf(ctx), ctx).url
  const name = order.items.find(({ subscription_id }) => subscription_id === row.id)?.name ?? ''
  const kind = card ? 'trial_charged' : 'trial_ends'
  await sendLetter(
    {
      user_id: row.user_id,
      key: `${kind} ${row.id} ${ends_at}`,
      words: language => reminderWords(language)[kind],
      values: language => ({
        name,
        day: dayOf(ends_at, language),
        amount: moneyOf(amount, row.currency, language),
        ...(card ? { card: card.last4 } : { url }),
      }),
      test: order.test || sales.mode === 'test',
      until: ends_at,
    },
    ctx,
  )
})
