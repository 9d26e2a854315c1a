// The order in which transactions of this service lock rows, documented only here. A transaction skips lines that it does
// not need, and takes no lock of an earlier line after one of a later line:
//
// 1. the idempotency claim, then the school's turn to order replays, or to erase people; a request's turn to retry the
//    failures of a subscription (advisory locks)
// 2. one row that decides whose turn it is: the journal's lease, a school's state, a subscription; a canceled task
// 3. sequences (the journal; shared: the deactivation of a subscription)
// 4. channels, by school and subscription, then cursors: only the holder of a channel's lock moves its cursor
// 5. events, then deliveries, then attempts, by id (locked by erasures, and by moves of a channel's deliveries); the queue:
//    its rows move only under their channel's lock, so two transactions never need the same rows
// 6. positions (the journal only); rows are only added to the outbox
//
// Searches for work over all schools (claims of channels, ended rotations, housekeeping of the queue) take only unlocked rows
// and wait for nothing, so they have no place in the order. Partitions are created and dropped in transactions without
// other locks.
//
// Rows are locked by one statement and changed by the next. A statement that does both uses the version of a row from its
// start. If that version was replaced meanwhile and is still share-locked (channels are, while attempts are logged),
// Postgres queues the statement behind others that wait for the new version, which the statement itself has locked.

/** What others may do with the locked channels: nothing; check their fences; that, and wake them. */
type Strength = 'update' | 'no key update' | 'key share'

/** SQL that locks channels `l` of a `from` clause (with its `where`) in their order, and returns their keys and fences. */
export const lockedChannels = (from: string, strength: Strength): string =>
  `select l.school_id, l.webhook_id, l.fence from ${from} order by l.school_id, l.webhook_id for ${strength} of l`
