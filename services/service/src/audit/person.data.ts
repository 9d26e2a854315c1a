// The personal data in the audit log.
import { builder } from '../builder.ts'
import { AuditEntry } from './audit.contract.ts'

export const auditOfPerson = builder.personalData({
  what: 'audit records',
  on_merge: 'they stay as they are: a record of past changes',
  needs: null,
  erased: 'the X-Request-Ids that clients sent',
  kept: 'operation, ids, role, times',
  why: 'the school must be able to show who changed what',
  count: (userId, { records }) => records.countOf(userId),
  items: async (userId, { after, most }, { records }) => {
    const about = { sql: '(t.object_id = $ or t.actor_user_id = $)', values: [userId, userId] }
    return (await records.walk(about, after, most)).map(row => AuditEntry.parse(row))
  },
  // A client's own X-Request-Id may contain anything.
  erase: (userId, _, { records }) => records.anonymize(userId),
})
