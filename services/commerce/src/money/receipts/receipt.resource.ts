import { formatTime, newId, Refused } from '@lms/contract'
import { pdfOf } from '@lms/pdf'
import { byId, downloadPath, enqueue, linkHours, Turns } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { usersExpander } from '../../users-expander.ts'
import { paymentsExpander } from '../payments/payments-expander.ts'
import { issueReceiptCall } from './issue.run.ts'
import { issueReceipt } from './issue.task.ts'
import { receipts, refusals } from './receipt.contract.ts'
import { correctionOf } from './receipt.rules.ts'
import { ReceiptNumberEntity } from './receipt.store.ts'
import { documentOf } from './receipt-pdf.ts'

const receiptHandlers = builder.implement(
  receipts,
  {
    list: ({ query }, { receipts }) => receipts.page(query),

    create: async ({ body, now, work }, { receipts }) => {
      const original = await receipts.lockIfAny(body.original_id)
      if (!original) throw new Refused(refusals.receipt_unknown)
      const ofPayment = await receipts.ofPayment(original.payment_id)
      const correction = receipts.insert(correctionOf(newId('rcp'), original, { ...body, ofPayment }, now))
      enqueue(work, issueReceipt, { receipt_id: correction.id }, { key: correction.id })
      return correction
    },

    get: async ({ path, work, runtime }, { receipts }) => {
      const receipt = await receipts.get(path.id)
      const { school } = work
      if (receipt.status !== 'issued') return { ...receipt, download_path: null, download_expires_at: null }
      const expires_at = formatTime(new Date(runtime.clock.now().getTime() + linkHours * 3_600_000))
      const download_path = downloadPath(runtime.vault, { school, id: receipt.id, expires_at })
      return { ...receipt, download_path, download_expires_at: expires_at }
    },

    retry: async ({ path, work }, { receipts }) => {
      const receipt = await receipts.lock(path.id)
      // The task of a pending one may wait for its next try: this one replaces it.
      const sent = receipt.status === 'pending' ? receipt : receipts.move(receipt, 'retry', { failure: null })
      enqueue(work, issueReceipt, { receipt_id: receipt.id }, { key: receipt.id })
      return sent
    },
  },
  {
    user: usersExpander,
    order: async (ids, { orders }) => byId(await orders.many(ids)),
    payment: paymentsExpander,
  },
)

/** Documents are drawn one at a time, and schools take turns: the largest take seconds. */
const turns = new Turns({ slots: 1, waitingOfQueue: 16, waiting: 64, waitMs: 15_000 })

/** The PDF of an issued receipt; null for another one. */
export async function fileOfReceipt(id: string, { receipts }: Stores) {
  const receipt = await receipts.find(id)
  if (receipt?.status !== 'issued') return null
  const original = receipt.original_id ? await receipts.get(receipt.original_id) : null
  const give = await turns.take(receipt.school_id)
  try {
    const bytes = await pdfOf(documentOf(receipt, original?.number ?? null))
    const name = `receipt-${receipt.number}.pdf`
    return { name, type: 'application/pdf', content: bytes.toString('base64'), encoding: 'base64' as const }
  } finally {
    give()
  }
}

export const receiptResource = builder.resource({
  handlers: [receiptHandlers],
  entities: [ReceiptNumberEntity],
  tasks: [issueReceiptCall],
  files: { rcp: fileOfReceipt },
})
