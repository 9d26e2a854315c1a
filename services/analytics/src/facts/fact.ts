// What an object of another service contributes to figures. Pure types.
export const factKinds = [
  'payment',
  'refund',
  // Payments in which no money moves, and what goes back to a certificate.
  'certificate',
  'certificate_refund',
  'free_order',
  'order',
  'sale',
  'person',
  'access',
  'lesson_started',
  'lesson_completed',
  'message',
  'registration',
  'touch',
  // A form that somebody sent, by its page.
  'form',
  // The provider's fee of a payment, and the tax in it; a refund takes back its tax.
  'fee',
  'tax',
  // What a subscription is worth a month from a time on, and what follows from it for its person: see `derived.ts`.
  'recurring',
  'buyer',
  'first_touch',
  'last_touch',
  'first_form',
  'first_order',
  'first_lesson',
  'mrr_new',
  'mrr_expansion',
  'mrr_contraction',
  'mrr_churn',
  'mrr_reactivation',
  'mrr_moved',
  // Visitors of pages: no facts, but counts of days (see `visits`).
  'visitor',
] as const
export type FactKind = (typeof factKinds)[number]

/** The columns by which figures can be divided; empty where a kind has no value. */
export const factDimensions = [
  'currency',
  'offer_id',
  'course_id',
  'lesson_id',
  'webinar_id',
  'channel',
  'source',
  'medium',
  'campaign',
  'method',
  'partner_id',
  'promo_code_id',
  'country',
  'cohort',
  'page',
  'last_source',
  'last_medium',
  'last_campaign',
] as const
export type FactDimension = (typeof factDimensions)[number]

/** Kinds of facts that say by which channel and page their person came, and in which month they paid first. */
export const stampedKinds = [
  ...([
    'payment',
    'refund',
    'certificate',
    'certificate_refund',
    'free_order',
    'sale',
    'fee',
    'tax',
  ] as const),
  ...(['buyer', 'first_touch', 'last_touch', 'first_form', 'first_order', 'first_lesson'] as const),
  ...(['mrr_new', 'mrr_expansion', 'mrr_contraction', 'mrr_churn', 'mrr_reactivation', 'mrr_moved'] as const),
] as const satisfies readonly FactKind[]
export const stamps = [
  ...(['source', 'medium', 'campaign', 'cohort', 'page'] as const),
  ...(['last_source', 'last_medium', 'last_campaign'] as const),
] as const
export const isStamped = (kind: FactKind): boolean => (stampedKinds as readonly string[]).includes(kind)

/**
 * One contribution: something of this kind happened at this time. An object that is divided, such as a payment by
 * offers, has a fact for each part (`place`), and is counted by the first one.
 */
export interface Fact extends Readonly<Record<FactDimension, string>> {
  readonly kind: FactKind
  readonly place: string
  readonly first: boolean
  readonly at: string
  readonly user_id: string | null
  /** Who it was, of a person who was erased: a random word that only says that these facts are of one person. */
  readonly visitor: string | null
  /** When the money of a refund had come: the last visit up to then is its channel. Null: at its own time. */
  readonly paid_at: string | null
  /** In the minor unit of the currency; 0 where no money is. */
  readonly amount: number
}

/** An object as it was read, and what it contributes. */
export interface Seen {
  readonly id: string
  readonly version: number
  readonly facts: readonly Fact[]
  /** The objects of the same person that it belongs to, such as the payment of a refund. */
  readonly belongsTo?: readonly string[]
}

const nothing: Record<FactDimension, string> = {
  currency: '',
  offer_id: '',
  course_id: '',
  lesson_id: '',
  webinar_id: '',
  channel: '',
  source: '',
  medium: '',
  campaign: '',
  method: '',
  partner_id: '',
  promo_code_id: '',
  country: '',
  cohort: '',
  page: '',
  last_source: '',
  last_medium: '',
  last_campaign: '',
}

/** A fact with what it has; everything else is empty. */
export const fact = (fields: Pick<Fact, 'kind' | 'at' | 'user_id'> & Partial<Fact>): Fact => ({
  ...nothing,
  place: '',
  first: true,
  visitor: null,
  paid_at: null,
  amount: 0,
  ...fields,
})
