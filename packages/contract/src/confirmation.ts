import { z } from 'zod'
import { text } from './field-types.ts'
import { id } from './ids.ts'
import { everyService, I } from './operation.ts'

/**
 * The internal operation with which a reader of messages (the journal, the audit log) confirms that it has stored them,
 * so that the outboxes can delete them.
 */
export const confirmation = (path: '/internal/journal/confirm' | '/internal/audit/confirm') =>
  I(`POST ${path}`, {
    summary: 'Which of these messages are stored',
    callers: everyService,
    permission: null,
    body: z.object({ ids: z.array(z.union([id('evt'), id('aud'), text(100)])).max(5000) }),
    returns: z.object({ kept: z.array(z.string()) }),
  })
