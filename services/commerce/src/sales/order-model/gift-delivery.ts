// To whom a gift goes that is bought on the page of an offer.

/** What the buyer says of a gift; of an order until it is paid, then of its gifts. */
export interface GiftDelivery {
  /** The address to which its page is sent; null where the buyer passes it on, and once it was sent. */
  email: string | null
  /** What the page of the gift says from its buyer; empty for nothing. */
  message: string
  /** When it is sent; null for as soon as it is paid. */
  send_at: string | null
}
