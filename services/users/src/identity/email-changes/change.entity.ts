import { column, tenantEntity } from '@lms/service-host'

/** An unconfirmed new address of a person; `id` is the person. */
export const EmailChangeEntity = tenantEntity(
  'users',
  'email_changes',
  {
    id: column.id<'usr'>().primary(),
    email: column.text(),
    /** SHA-256 of the token in the link, after the mail. */
    token_hash: column.key().nullable(),
    tries: column.integer(),
    /** When the mail is due; null after it was sent or given up. */
    next_at: column.time().nullable(),
    expires_at: column.time(),
    request_id: column.key(),
  },
  {
    archive: { never: 'confirmations on their way, with the hash of a secret', returns: 'empty' },
    indexes: [{ properties: ['next_at'] }, { properties: ['expires_at'] }],
    uniques: [{ name: 'email_changes_token_hash', properties: ['school_id', 'token_hash'] }],
  },
)

/** Recent mails: the digest of an address, or the person who asked. */
export const RecentMailEntity = tenantEntity(
  'users',
  'recent_mails',
  { id: column.key().primary(), sent_at: column.time() },
  { archive: { never: 'counts of the last hour', returns: 'empty' }, indexes: [{ properties: ['sent_at'] }] },
)
