import type { Transport } from './transport.ts'

/** The row of the message is the message: the person reads it through the API. */
export const inApp: Transport = {
  repeats: true,
  handOver: async () => ({ status: 'sent', delivered: true, answer: '' }),
}
