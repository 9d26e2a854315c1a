// The order in which transactions of this service lock rows, and the one place where it stands. A transaction passes
// over what it does not need, and takes nothing of an earlier line once it has something of a later one:
//
// 1. the idempotency claim, then the school's turn to order replays, or to erase people (advisory locks)
// 2. one row that says whose turn it is: the journal's lease, a school's state, a subscription; a task that is canceled
// 3. sequences (the journal; shared: who switches a subscription off)
// 4. lanes, by school and subscription, then cursors: only who has locked a lane moves its cursor
// 5. events, then deliveries, then attempts, by id (erasures lock them, and who moves deliveries of a lane); what is due:
//    who moves that of a lane has locked the lane, so two never want the same rows
// 6. positions (the journal alone); the outbox only grows
//
// What looks for work over all schools (claims of lanes, rotations that end, housekeeping of the queue) takes what
// nobody has locked, waits for nothing, and so has no place in the order. Partitions are made and dropped in
// transactions that hold nothing else.
//
// Rows are locked by one statement and changed by the next. A statement that does both meets the version of a row that
// it saw at its start; where that was replaced meanwhile and is still share-locked (lanes are, while attempts are
// logged), Postgres queues it behind those who already wait for the new version, which it has locked itself.

/** What others may do with the locked lanes: nothing; check their fences; that, and wake them. */
type Strength = 'update' | 'no key update' | 'key share'

/** SQL that locks lanes `l` of a `from` clause (with its `where`) in their order, and returns their keys. */
export const lockedLanes = (from: string, strength: Strength): string =>
  `select l.school_id, l.webhook_id from ${from} order by l.school_id, l.webhook_id for ${strength} of l`
