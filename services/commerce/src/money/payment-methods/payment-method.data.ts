// Saved cards as personal data.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { PaymentMethod } from './payment-method.contract.ts'

export const paymentMethodsOfPerson = builder.personalData({
  what: 'saved cards',
  on_merge: 'they become saved cards of the person who stays',
  needs: 'payments:write',
  erased: 'all of them',
  kept: null,
  why: null,
  ...rowsOfPerson(({ paymentMethods }: Stores) => paymentMethods, 'payment_methods.user_id', PaymentMethod),
  move: ({ from, into, erased }, _, { paymentMethods }) =>
    erased ? paymentMethods.removeOf(from) : paymentMethods.moveTo(into, from),
  erase: (userId, _, { paymentMethods }) => paymentMethods.removeOf(userId),
})
