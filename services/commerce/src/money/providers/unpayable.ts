import { refuse } from '@lms/contract'

export const unpayable = refuse({
  payment_unavailable: {
    status: 409,
    when: 'the school is live, and no active payment provider takes the currency',
    message:
      'Payment is not possible now: no active payment provider of this school takes this currency. Connect or activate one: POST /v1/payment-providers.',
  },
})
