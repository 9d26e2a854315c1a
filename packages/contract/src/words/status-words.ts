// One word for one meaning, in every status of the interface. A status takes words of this table, and no other; a new word
// comes with its meaning, and with the words that would say the same.
export interface StatusWord {
  readonly means: string
  /** Words that would mean the same, and that no status has. */
  readonly not?: readonly string[]
  /** Where the specification has the word, so that it cannot be another one. */
  readonly fixed?: string
}

/** How work goes on: jobs, mailings, sessions, attempts. */
const work = {
  queued: {
    means: 'The work is ordered, and begins as soon as others before it let it.',
    not: ['accepted_for_processing', 'enqueued', 'created'],
    fixed: 'campaign: queued, not yet sent',
  },
  scheduled: { means: 'It begins by itself at a known time.', fixed: 'webinar session: scheduled' },
  waiting: {
    means: 'It goes on later: at a time, after an event, or when another part has come.',
    not: ['on_hold', 'delayed'],
    fixed: 'webhook delivery: waiting for retry; order: waiting_payment',
  },
  running: {
    means: 'The work is under way.',
    not: ['in_progress', 'working', 'executing', 'active_now'],
    fixed: 'scenario: running',
  },
  finished: {
    means: 'The work has come to its own end.',
    not: ['done', 'processed', 'complete', 'successful'],
    fixed:
      'webinar session: finished; the events export_finished, import_finished, campaign_finished, quiz_finished',
  },
  failed: {
    means: 'It ended without its result.',
    not: ['error', 'errored', 'broken'],
    fixed: 'delivery: failed',
  },
  stopped: {
    means: 'Somebody ended it before its end; what it has done stays.',
    not: ['aborted', 'halted', 'terminated'],
    fixed: 'campaign: stopped; scenario: stopped',
  },
  paused: { means: 'It stands still, and goes on from the same place.', fixed: 'scenario: paused' },
  live: { means: 'People take part in it now.', fixed: 'webinar session: live' },
} as const satisfies Record<string, StatusWord>

/** What somebody has decided, or somebody else is to decide. */
const decisions = {
  pending: {
    means: 'Somebody outside is to answer first: a person, a provider, a receiver.',
    not: ['unconfirmed', 'awaiting'],
    fixed: 'webhook delivery: pending',
  },
  confirmed: { means: 'The person has said yes to what was shown.' },
  declined: { means: 'The person who was asked said no.', not: ['denied'] },
  rejected: { means: 'It was looked at, and does not come in.', not: ['disapproved'] },
  refused: { means: 'The other side does not take it.', fixed: 'message.bounced: refused' },
  canceled: {
    means: 'It was called off, and has no effect any more.',
    not: ['cancelled', 'voided', 'annulled'],
    fixed: 'order.canceled',
  },
  withdrawn: { means: 'Who gave it took it back.', fixed: 'user.consent_changed: given or withdrawn' },
  revoked: {
    means: 'The school took back what it gave.',
    not: ['invalidated'],
    fixed: 'course.access_revoked, course.certificate_revoked',
  },
  replaced: { means: 'A newer one counts in its place.', not: ['superseded', 'obsolete'] },
  redeemed: { means: 'It was exchanged for what it is worth.', not: ['used', 'consumed'] },
  given: { means: 'The person agreed.', not: ['granted'], fixed: 'user.consent_changed: given or withdrawn' },
  spam: { means: 'It counts as unwanted.', not: ['junk'] },
} as const satisfies Record<string, StatusWord>

/** Whether something is in use, and who sees it. */
const use = {
  active: { means: 'It is in use.', not: ['on', 'in_use'], fixed: 'user: active; scenario run: active' },
  enabled: { means: 'It lets people in.', fixed: 'scenario: enabled or stopped' },
  archived: {
    means: 'It is kept, and nothing new uses it.',
    not: ['retired', 'deprecated', 'inactive'],
    fixed: 'price: archived, never rewritten once sold; course: archive',
  },
  draft: {
    means: 'It is being written; those whom it is for do not see it.',
    fixed: 'mailing: draft; page: draft',
  },
  published: {
    means: 'Those whom it is for see this version.',
    fixed: 'course.published, system.page_published',
  },
  visible: { means: 'Others see it.', not: ['shown', 'public', 'displayed'] },
  hidden: { means: 'Others do not see it.', not: ['invisible', 'concealed'] },
  open: { means: 'People can go in, or go on with it.', fixed: 'lesson.opened' },
  closed: {
    means: 'Nobody can go in, or go on with it.',
    not: ['shut', 'locked'],
    fixed: 'scenario run: closed',
  },
  ready: { means: 'The object can be used.', not: ['available', 'usable'], fixed: 'webinar.recording_ready' },
  none: { means: 'There is none yet.', not: ['absent', 'missing'] },
  blocked: { means: 'The school has shut the person out.', not: ['banned', 'disabled'] },
  deleted: { means: 'It is removed; records that name it keep its id.', fixed: 'user.deleted' },
  frozen: { means: 'The clock of its term stands still.', fixed: 'course.access_changed: frozen' },
  suspended: { means: 'What it depends on has ended, and may come back.' },
  ended: { means: 'What held for a time holds no more.', not: ['over'], fixed: 'enrollment: end' },
  expired: {
    means: 'Its time has passed.',
    not: ['lapsed', 'outdated', 'timed_out'],
    fixed: 'course.access_expired, order.expired',
  },
} as const satisfies Record<string, StatusWord>

/** Money. */
const money = {
  waiting_payment: { means: 'Not all of it is paid.', not: ['unpaid'], fixed: 'order: waiting_payment' },
  part_paid: { means: 'A part is paid.', not: ['partially_paid'], fixed: 'order.part_paid' },
  paid: { means: 'All of it is paid.', not: ['settled'], fixed: 'order: paid' },
  overdue: { means: 'Its term has passed unpaid.', fixed: 'submission.overdue' },
  past_due: { means: 'A charge failed, and is tried again.', fixed: 'payment.subscription_past_due' },
  trialing: { means: 'The free days run.', fixed: 'subscription started: trial or paid' },
  succeeded: { means: 'The money has come, or has gone back.', fixed: 'payment.succeeded' },
  refunded: { means: 'The money went back.', fixed: 'order.refunded, payment.refunded' },
  issued: {
    means: 'The document has its number.',
    fixed: 'payment.receipt_issued, course.certificate_issued',
  },
  abandoned: { means: 'Its buyer left it.', fixed: 'order.checkout_abandoned' },
} as const satisfies Record<string, StatusWord>

/** A person's study. */
const study = {
  started: { means: 'The student has been there.', fixed: 'lesson.started' },
  completed: { means: 'The student has met all conditions.', fixed: 'course.completed, lesson.completed' },
  submitted: { means: 'The answer is sent, and waits for a review.', fixed: 'submission.created: sent' },
  in_review: { means: 'A curator reads it.', not: ['under_review'] },
  returned: { means: 'It went back for rework.', fixed: 'submission.returned' },
  accepted: { means: 'The curator took it.', not: ['approved'], fixed: 'submission.accepted' },
  reviewed: { means: 'All of it is scored.', not: ['graded'] },
  passed: { means: 'The score reaches the pass mark.', fixed: 'lesson.quiz_finished: passed or not' },
  registered: { means: 'The person has a place.', fixed: 'webinar.registered' },
} as const satisfies Record<string, StatusWord>

/** The way of messages, files and requests. */
const transport = {
  received: { means: 'It has come in, and nothing followed from it yet.', fixed: 'message.received' },
  sending: { means: 'It is on its way to the channel.' },
  sent: { means: 'The channel has taken it.', fixed: 'message.sent: handed to the channel' },
  delivered: { means: 'The receiver has taken it.', fixed: 'message.delivered' },
  deferred: { means: 'The channel asks to try later.', not: ['postponed'] },
  waiting_retry: {
    means: 'The try failed, and another one follows by itself.',
    fixed: 'delivery: waiting for retry',
  },
  skipped: { means: 'It was not for this person.', not: ['ignored'] },
  removed: { means: 'It was taken out before it went.', fixed: 'campaign: queued messages are removed' },
  suppressed: { means: 'The address gets no mail.', fixed: 'suppressions' },
  unknown: { means: 'Nobody can tell what became of it.', not: ['undetermined'] },
  uploading: { means: 'Its bytes are coming in.' },
  checking: {
    means: 'Its bytes are read.',
    not: ['scanning', 'verifying'],
    fixed: 'file: check size and hash',
  },
  processing: { means: 'Others make the object out of it.', fixed: 'recording: keeps processing' },
  building: { means: 'The object is made anew; the last one counts.', not: ['rebuilding'] },
} as const satisfies Record<string, StatusWord>

/** How a part of the system is. */
const health = {
  ok: { means: 'It works.', not: ['healthy', 'up', 'good'] },
  degraded: { means: 'It works without a part of it.' },
  unavailable: { means: 'It does not answer.', not: ['away', 'down', 'offline'] },
  failing: { means: 'Its last calls failed.', not: ['unhealthy'] },
  unused: { means: 'Nothing has called it yet.' },
  valid: { means: 'It counts now.' },
  expiring: { means: 'It counts, and its end is near.' },
  invalid: { means: 'It does not count.' },
} as const satisfies Record<string, StatusWord>

/** All words of statuses, by the word. */
export const statusWords: Readonly<Record<string, StatusWord>> = {
  ...work,
  ...decisions,
  ...use,
  ...money,
  ...study,
  ...transport,
  ...health,
}
