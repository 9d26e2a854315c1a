// A person who pays an order in parts is reminded of each part: before it is due, and once it is overdue.
import { formatTime } from '@lms/contract'
import { dayOf, moneyOf } from '@lms/contract/language'
import { builder } from '../builder.ts'
import { sendLetter } from '../letters/send-letter.ts'
import { linkTo } from '../money/payment-pages/link.ts'
import { remindOfParts } from '../sales/order-model/reminder.task.ts'
import { siteUrlOf } from '../settings/site-url.ts'
import { dueReminders, partReminders } from './reminder.rules.ts'
import { reminderWords } from './reminder.words.ts'

/** How long a reminder of an overdue part may wait for its sending. */
const staleMs = 2 * 86_400_000

export const remindOfPartsTask = builder.task(remindOfParts, async ({ payload, state, ...ctx }, stores) => {
  const [order, { reminders, sales }] = await Promise.all([
    stores.orders.find(payload.order_id),
    stores.settings.get(),
  ])
  if (!order?.instalments) return
  const all = partReminders(order, reminders)
  // One letter for one look: of several parts that are overdue the last one.
  const reminder = dueReminders(all, state?.after ?? payload.since, ctx.now).at(-1)
  if (reminder) {
    const { url } = linkTo(order, {}, await siteUrlOf(ctx), ctx)
    const { kind, due_at, amount } = reminder
    await sendLetter(
      {
        user_id: order.user_id,
        key: `${kind} ${order.id} ${due_at}`,
        words: language => reminderWords(language)[kind],
        values: language => ({
          number: order.number,
          day: dayOf(due_at, language),
          amount: moneyOf(amount, order.currency, language),
          url,
        }),
        test: order.test || sales.mode === 'test',
        until: kind === 'part_due' ? due_at : formatTime(new Date(Date.parse(ctx.now) + staleMs)),
      },
      ctx,
    )
  }
  const next = all.find(each => each.at > ctx.now)
  return next && { state: { after: ctx.now }, at: new Date(next.at) }
})
