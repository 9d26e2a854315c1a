import { column, tenantEntity } from '@lms/service-host'

/** The targets of the links of a content: `owner` is a mailing, a variant of a campaign's message, or a message. */
export const LinkTargetEntity = tenantEntity(
  'crm',
  'link_targets',
  {
    owner: column.key().primary(),
    number: column.integer().primary(),
    target: column.text(),
  },
  { archive: 'rows' },
)

/** The first hit of each link of a message, and of its picture. No address or program of the visitor is kept. */
export const MessageHitEntity = tenantEntity(
  'crm',
  'message_hits',
  {
    message_id: column.id<'msg'>().primary(),
    number: column.integer().primary(),
    at: column.time(),
    /** Made by a program, as far as anybody can tell. */
    machine: column.boolean(),
    told: column.boolean(),
  },
  { archive: 'rows' },
)
