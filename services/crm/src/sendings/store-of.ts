import type { Stores } from '../builder.ts'
import type { SendingStore } from './sending.ts'

/** The store of the mailing or campaign with this id. */
export const sendingStoreOf = (_origin: string, { mailings }: Pick<Stores, 'mailings'>): SendingStore =>
  mailings
