import { builder } from '../../builder.ts'
import { issueReceiptCall } from './issue.run.ts'
import { fileOfReceipt, receiptHandlers } from './receipt.handlers.ts'
import { ReceiptNumberEntity } from './receipt.store.ts'

export const receiptResource = builder.resource({
  handlers: [receiptHandlers],
  entities: [ReceiptNumberEntity],
  tasks: [issueReceiptCall],
  files: { rcp: fileOfReceipt },
})
