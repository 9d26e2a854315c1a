// What people say with a verb, and the list with a filter that it is.
import type { Phrases } from './intents.ts'
import type { Rank } from './ranks.ts'

export interface Fact extends Phrases {
  readonly list: string
  readonly filters?: Readonly<Record<string, string>>
  /** The time that it happened at; without one it is that of the list. */
  readonly time?: string
  /** What is wanted of it, whatever the question says. */
  readonly aim?: 'sum'
  /** Lists whose words may stand beside it: `how many people unsubscribed`. */
  readonly beside?: readonly string[]
  /** Only in a question for a sum. */
  readonly onlySum?: true
  /** What has no time: `what do we sell`. */
  readonly timeless?: true
  /** Only beside what its objects are of: `came` to a webinar, and not to the school. */
  readonly within?: true
  /** Words that may stand beside it, and add nothing. */
  readonly with?: readonly string[]
  /** What is ranked, by what: the question says that it wants the most, or each. */
  readonly rank?: Rank
}
