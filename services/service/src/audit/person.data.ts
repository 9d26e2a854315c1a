// The personal data in the audit log.
import { builder } from '../builder.ts'
import { AuditEntry } from './audit.contract.ts'

const about = (userId: string) => ({
  sql: '(t.object_id = $ or t.actor_user_id = $)',
  values: [userId, userId],
})

export const auditOfPerson = builder.personalData({
  what: 'audit records',
  on_merge: 'they stay as they are: a record of past changes',
  needs: null,
  erased: 'the X-Request-Ids that clients sent',
  kept: 'operation, ids, role, times',
  why: 'the school must be able to show who changed what',
  columns: ['audit_log.object_id', 'audit_log.actor_user_id'],
  count: (userId, { records }) => records.countWhere(about(userId)),
  items: async (userId, { after, most }, { records }) =>
    (await records.walk(about(userId), after, most)).map(row => AuditEntry.parse(row)),
  // A client's own X-Request-Id may contain anything.
  erase: (userId, _, { records }) => records.anonymize(userId),
})
