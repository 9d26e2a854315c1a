import type { Id } from '@lms/contract'
import { textArray } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { orderSums } from './sums.contract.ts'

export const orderSumHandlers = builder.implement(orderSums, {
  find: async ({ body, work }) => {
    const { rows } = await work.read(
      `select user_id, currency, sum(paid_amount - refunded_amount) from "commerce"."orders"
       where school_id = $1 and user_id = any($2::text[]) and not test
       group by user_id, currency having sum(paid_amount - refunded_amount) > 0 order by user_id, currency`,
      [work.school, textArray(body.ids)],
    )
    return {
      sums: rows.map(([user_id, currency, amount]) => ({
        user_id: user_id as Id<'usr'>,
        currency: currency!,
        amount: Number(amount),
      })),
    }
  },
})
