import { column, commonColumns, type SealedRows, tenantEntity } from '@lms/service-host'

export const MessengerEntity = tenantEntity(
  'users',
  'messengers',
  {
    /** The only messenger. */
    id: column.key<'messenger'>().primary(),
    bot_id: column.key(),
    /** Encrypted. */
    bot_token: column.text().hidden(),
    updated_at: commonColumns.updated_at(),
  },
  { archive: { never: 'the token of a bot is a secret', returns: 'empty' } },
)

/** The place of a bot's token, to which the vault binds it. */
export const placeOfBot = (school: string): string => `messengers ${school}`

export const sealedMessengers: SealedRows = {
  table: 'users.messengers',
  columns: ['bot_token'],
  placeOf: placeOfBot,
}

/** Used signatures, stored as long as they would be accepted. */
export const UsedSignatureEntity = tenantEntity(
  'users',
  'used_signatures',
  {
    /** The signature, hex. */
    id: column.key().primary(),
    expires_at: column.time(),
  },
  {
    archive: { never: 'forgotten as soon as signatures expire', returns: 'empty' },
    indexes: [{ properties: ['expires_at'] }],
  },
)
