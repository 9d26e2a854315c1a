import { builder } from '../../builder.ts'
import { paymentMethodsOfPerson } from './payment-method.data.ts'

export const paymentMethodResource = builder.resource({
  personalData: [paymentMethodsOfPerson],
})
