// A receipt as a document. It is drawn anew for each download: the same receipt gives the same bytes.
import type { Block, PdfDocument, TableColumn } from '@lms/pdf'
import { formatMoney } from '../money/format.ts'
import type { Receipt } from './receipt.contract.ts'
import { taxesOfLines } from './receipt.lines.ts'

const titles: Record<Receipt['kind'], string> = {
  payment: 'Receipt',
  refund: 'Refund receipt',
  correction: 'Correction receipt',
}

const facts: readonly TableColumn[] = [{ share: 0.25 }, { share: 0.75 }]
const lines: readonly TableColumn[] = [
  { share: 0.45 },
  { share: 0.12, align: 'right' },
  { share: 0.22, align: 'right' },
  { share: 0.21, align: 'right' },
]
const sums: readonly TableColumn[] = [
  { share: 0.74, align: 'right' },
  { share: 0.26, align: 'right' },
]

/** The document of an issued receipt; `original` is the number of the receipt that it refers to. */
export function documentOf(receipt: Receipt, original: number | null): PdfDocument {
  const { kind, number, issued_at, seller, amount, currency } = receipt
  const title = `${titles[kind]} No. ${number}`
  const money = (each: number) => formatMoney(each, currency)
  const blocks: Block[] = [
    { kind: 'text', text: title, size: 18, bold: true },
    { kind: 'space', height: 10 },
    { kind: 'table', columns: facts, rows: factsOf(receipt, original) },
    { kind: 'space', height: 14 },
    {
      kind: 'table',
      columns: lines,
      heading: ['Item', 'Quantity', 'Tax', 'Amount'],
      rows: receipt.lines.map(line => [
        line.name,
        String(line.quantity),
        line.tax ? `${line.tax.name} ${percent(line.tax.basis_points)}` : '',
        money(line.amount),
      ]),
    },
    { kind: 'rule' },
    {
      kind: 'table',
      columns: sums,
      rows: taxesOfLines(receipt.lines).map(tax => [
        `Including ${tax.name} ${percent(tax.basis_points)}`,
        money(tax.amount),
      ]),
    },
    { kind: 'table', columns: sums, rows: [['Total', money(amount)]], bold: true },
    ...fiscalOf(receipt),
  ]
  return { title, author: seller?.name ?? '', created_at: issued_at!, blocks }
}

function factsOf(receipt: Receipt, original: number | null): string[][] {
  const { kind, issued_at, order_number, payment_id, reason, seller } = receipt
  const refers = kind === 'refund' ? 'Refund of receipt' : 'Corrects receipt'
  return present([
    ['Date', minutes(issued_at!)],
    [refers, original && `No. ${original}`],
    ['Reason', reason],
    ['Order', String(order_number)],
    ['Payment', payment_id],
    ['Seller', seller?.name],
    ['Address', seller?.address],
    ['Tax number', seller?.tax_id],
    ['Country', seller?.country],
  ])
}

function fiscalOf({ fiscal }: Receipt): Block[] {
  if (!fiscal) return []
  const rows = present([
    ['Fiscal number', fiscal.number],
    ['Fiscal sign', fiscal.sign],
    ['Registered', minutes(fiscal.issued_at)],
    ['Verify at', fiscal.url],
  ])
  return [{ kind: 'space', height: 14 }, { kind: 'rule' }, { kind: 'table', columns: facts, rows }]
}

const present = (rows: readonly (readonly [string, string | number | null | undefined])[]): string[][] =>
  rows.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))

/** `2026-11-21 09:30 UTC` */
const minutes = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** `19 %`, `7.5 %`. */
const percent = (basisPoints: number) => `${basisPoints / 100} %`
