import type { Stores } from '../builder.ts'
import type { SendingStore } from './sending.ts'

/** The store of the mailing or campaign with this id. */
export const sendingStoreOf = (
  origin: string,
  { mailings, campaigns }: Pick<Stores, 'mailings' | 'campaigns'>,
): SendingStore => (origin.startsWith('cmp_') ? campaigns : mailings)
