// Payments that staff record: bank transfers, cash. Nothing is called.
import type { Adapter } from './adapter/adapter.ts'

export const manual: Adapter = {
  kind: 'manual',
  needs: [],
  problemOf: () => null,
  modeOf: () => 'live',
  page: 'instructions',
  // Staff record the money when it has come.
  charge: async () => ({ status: 'pending', reference: null, redirect_url: null }),
  // Staff return the money themselves, before or after they record the refund.
  refund: async () => ({ status: 'succeeded', reference: null }),
}
