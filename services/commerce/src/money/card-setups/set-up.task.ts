import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { maxLooks } from '../charges/charge.task.ts'

/** Has a provider save a card. The tries last for about 15 hours, as those of a charge do. */
export const setUpCard = task('set-up-card', {
  payload: z.object({
    setup_id: id('cst'),
    choice: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .nullable(),
    return_url: z.url().max(2000),
    // Attempts of an earlier version have none.
    done_url: z.url().max(2000).nullable().default(null),
  }),
  attempts: 24,
  pause: 5,
  deadline: 18,
})

/** Asks a provider what became of an attempt: its callback is late, or does not tell the card. */
export const lookUpCard = task('look-up-card-setup', {
  payload: z.object({
    setup_id: id('cst'),
    reference: z.string().regex(/^[\w.-]{1,200}$/),
    look: z.int().min(0).max(maxLooks),
  }),
  attempts: 12,
  pause: 5,
  deadline: 18,
})

/** Days for which an attempt is kept: a page of Stripe is open for one, its callbacks come for three. */
export const keptDays = 30

export const forgetCardSetup = task('forget-card-setup', {
  payload: z.object({ setup_id: id('cst') }),
  // It counts in no budget until it is due.
  counted: false,
})
