// One word for one meaning, in the names of fields and parameters. A meaning lists the names that have it, as the end of a
// name: `due_at` is the word of `review_due_at` as well.
export interface FieldWord {
  readonly means: string
  /** Ends of names that would mean the same, and that no field has. */
  readonly not: readonly string[]
}

export const fieldWords: Readonly<Record<string, FieldWord>> = {
  status: { means: 'Where the object stands, as a word of the table of statuses.', not: ['state', 'phase'] },
  created_at: { means: 'When the object came to be.', not: ['made_at', 'added_on', 'date_created'] },
  updated_at: { means: 'When it last changed.', not: ['modified_at', 'last_changed_at'] },
  starts_at: {
    means: 'When it begins, or is to begin.',
    not: ['begins_at', 'start_at', 'start_date', 'valid_from'],
  },
  started_at: { means: 'When it did begin.', not: ['began_at', 'begun_at'] },
  ends_at: {
    means: 'The end of a span that runs by the clock: a session, a period, an attempt.',
    not: ['end_at', 'end_date', 'finishes_at', 'stops_at'],
  },
  expires_at: {
    means: 'When it stops to hold by itself: a right, a link, a key, a code, a claim.',
    not: ['valid_until', 'access_until', 'expiry', 'expiration', 'good_until'],
  },
  due_at: {
    means: 'Until when somebody is to do or to pay something.',
    not: ['deadline_at', 'deadline_on', 'due_on', 'due_date', 'pay_by'],
  },
  finished_at: {
    means: 'When the work came to its end, whatever came of it.',
    not: ['done_at', 'processed_at', 'closed_at', 'complete_at'],
  },
  ended_at: { means: 'When what held for a time stopped to hold.', not: ['over_at', 'stopped_holding_at'] },
  percent: {
    means: 'A share in whole percents, 0 to 100; of what, before it.',
    not: ['percent_off', 'percentage', 'pct', 'rate', 'ratio', 'fraction'],
  },
  basis_points: {
    means: 'A share of money in hundredths of a percent: 1900 is 19 %.',
    not: ['bps', 'permille', 'share', 'share_basis_points'],
  },
  weight: { means: 'How many get it, in proportion to the others.', not: ['portion', 'proportion'] },
  amount: {
    means: 'Money in the minor unit of `currency`.',
    not: ['value_in_cents', 'total_price', 'sum_total'],
  },
  from: { means: 'Where an interval begins, inside of it.', not: ['since_at', 'begin'] },
  to: { means: 'Where an interval ends.', not: ['till', 'upto'] },
}

/**
 * Names that the specification, its catalogue or a standard fix, and that are written otherwise than all others: with capitals inside.
 * Each with where it stands.
 */
export const fixedNames: Readonly<Record<string, string>> = {
  userId: 'bodies of agent access and of the test of a scenario, the preview of a transfer, paths',
  initData: 'the sign-in from a messenger mini-app, as the messenger calls it',
  itemId: 'paths',
  priceId: 'paths',
  questionId: 'paths',
  blockId: 'paths',
  objectType: 'statements of xAPI, in the words of its standard',
}
