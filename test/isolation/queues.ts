// The tables that a service's workers may walk across schools. Every entry is a decision: a worker that only needs to
// know where there is work gets a queue for it, not the school's own objects.

/** In every service. */
export const hostQueues = [
  'outbox',
  'outbox_set_aside',
  'inbox',
  'idempotency_keys',
  'leases',
  'tasks',
  'task_schedules',
  'erased_schools',
] as const

/** By service, beyond those of the system. */
export const queues: Readonly<Record<string, readonly string[]>> = {
  users: ['sessions', 'used_signatures', 'email_changes', 'recent_mails', 'setting_secrets', 'messengers'],
  // The gateway asks by host, also for the language of the school, and the platform team looks over all schools.
  site: ['schools', 'domains', 'settings'],
  // The journal and its deliveries are one queue of all schools.
  webhooks: [
    'events',
    'sequences',
    'positions',
    'subscriptions',
    'deliveries',
    'attempts',
    'due',
    'channels',
    'cursors',
    'school_states',
    'notices',
    'erased_people',
    'health',
    'outcomes',
  ],
  // Terms that end, and entries and exits that are forgotten, over all schools by time.
  // Secrets of settings are encrypted again when the key ring has a new first key.
  // A batch of events of all schools is asked about in one statement: of which types people are told.
  crm: ['segment_people', 'segment_moves', 'setting_secrets', 'settings'],
  webinars: ['setting_secrets'],
  // A batch of events of all schools is asked about in one statement: who listens to which types.
  scenarios: ['listeners', 'setting_secrets'],
  // Their secrets are encrypted again when the key ring has a new first key.
  commerce: ['payment_providers', 'payment_methods'],
  learning: ['badge_keys'],
  // Records of all schools are kept in one statement, and confirmed by id.
  // Reports of usage are about many schools, and their days are closed over all of them. An erasure outlasts its school, as the log of the platform team does.
  service: [
    'audit_log',
    'requests',
    'usage_days',
    'usage_people',
    'usage_reporters',
    'school_erasures',
    'operator_actions',
  ],
}
