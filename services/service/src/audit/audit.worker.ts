// Takes the audit records that all services tell and keeps them: one statement for all that have come, so that a
// busy moment costs one transaction, and a record that comes twice is kept once.
import { consumeBatches, everyAudit, type JsMsg } from '@lms/events'
import type { Runtime, Worker } from '@lms/service-host'
import { AuditMessage } from './audit.contract.ts'
import { keepRecords } from './audit.store.ts'

const batch = 500

export const auditWriter: Worker = {
  name: 'audit-writer',
  start: async runtime =>
    consumeBatches(
      runtime.bus,
      { stream: 'internal', durable: 'service-audit', subject: everyAudit, batch, maxAckPending: batch * 4 },
      messages => keep(messages, runtime),
      error => runtime.log.error({ err: error }, 'audit records could not be kept; they are given out again'),
    ),
}

async function keep(messages: readonly JsMsg[], runtime: Runtime): Promise<void> {
  const read = messages.map(message => AuditMessage.safeParse(readJson(message)))
  const records = read.flatMap(({ data }) => (data ? [data] : []))
  // What can never be kept must not hold up the others; its sender keeps it in the outbox, for nobody confirms it.
  for (const { error } of read)
    if (error) runtime.log.error({ err: error }, 'an audit record cannot be read; it is left out')
  if (records.length) await keepRecords(runtime.system, records)
  for (const message of messages) message.ack()
}

function readJson(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return null
  }
}
