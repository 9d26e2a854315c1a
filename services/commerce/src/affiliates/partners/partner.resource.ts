import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { refusals as orderRefusals } from '../../sales/pricing/basket.contract.ts'
import { partners, refusals } from './partner.contract.ts'
import { partnersOfPerson } from './partner.data.ts'
import { balancesOf, linkOf } from './partner.rules.ts'

const handlers = crudHandlers(partners, ({ partners }: Stores) => partners, {
  mayRemove: async ({ id }, { partners }) => {
    if (await partners.hasOrders(id)) throw new Refused(refusals.partner_has_orders)
  },
  show: async (rows, { partnerAccruals, partnerPayouts }, { isNew }) => {
    const ids = rows.map(({ id }) => id)
    const [unsettled, paid] =
      isNew || ids.length === 0
        ? [[], []]
        : await Promise.all([partnerAccruals.unsettled(ids), partnerPayouts.sums(ids)])
    return rows.map(row => ({
      ...row,
      link: linkOf(row.code),
      balance: balancesOf(row.id, unsettled, paid),
    }))
  },
})

const partnerHandlers = builder.implement(partners, {
  ...handlers,

  create: async (input, stores) => {
    await checkPerson(input.body.user_id, input, stores)
    return handlers.create(input, stores)
  },

  update: async (input, stores) => {
    await checkPerson(input.body.user_id, input, stores)
    return handlers.update(input, stores)
  },
})

/** Refuses a person whom the school does not have, and excludes their erasure until the end of the work. */
async function checkPerson(
  userId: string | null | undefined,
  { runtime }: { runtime: Parameters<Stores['people']['exists']>[1] },
  { people }: Stores,
): Promise<void> {
  if (!userId) return
  if (!(await people.exists(userId, runtime))) throw new Refused(orderRefusals.user_unknown)
  people.lockShared(userId)
}

export const partnerResource = builder.resource({
  handlers: [partnerHandlers],
  personalData: [partnersOfPerson],
  used: { partners_limit_reached: ({ partners }, most) => partners.standing(most) },
})
