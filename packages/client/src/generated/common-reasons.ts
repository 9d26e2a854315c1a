// Generated from the contracts by `lms generate`; do not edit.

/** Reasons that operations share: of credentials, forms, rates and the server. */
export type CommonReason = 'invalid_body' | 'not_json' | 'invalid_idempotency_key' | 'credential_invalid' | 'permission_missing' | 'school_suspended' | 'confirmation_needed' | 'on_behalf_of_refused' | 'not_found' | 'no_such_operation' | 'idempotency_in_progress' | 'version_mismatch' | 'still_named' | 'idempotency_key_reused' | 'unknown_reference' | 'event_too_large' | 'rate_limited' | 'budget_spent' | 'internal_error' | 'list_too_slow' | 'outcome_unknown' | 'too_busy' | 'unavailable'
