// Checkouts as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Checkout } from './checkout.contract.ts'

const ofPerson = rowsOfPerson(({ checkouts }: Stores) => checkouts, 'checkouts.user_id', Checkout)

export const checkoutsOfPerson = builder.personalData({
  what: 'checkouts',
  on_merge: 'they become checkouts of the person who stays',
  needs: 'checkouts:write',
  erased: 'contact, UTM parameters, referrer',
  kept: 'items, sums, states, times',
  why: 'they belong to the orders, whose records the law requires to be kept',
  ...ofPerson,
  // Contacts are data about a person also while nobody owns the checkout: an erasure has them bound to the person first.
  columns: [...ofPerson.columns, 'checkouts.email_key', 'checkouts.phone'],

  move: async ({ from, into, erased }, _, { checkouts }) => {
    if (erased) checkouts.blankOf(from)
    checkouts.moveTo(into, from)
  },
  erase: async (userId, _, { checkouts }) => checkouts.blankOf(userId),
})
