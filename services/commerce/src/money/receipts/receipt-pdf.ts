// A receipt as a document, drawn anew from its row for each download. The row holds all that it says, also the language of
// the school when the receipt was issued, so later settings change no receipt. Only another release of this software may
// word a label or write a date otherwise, in the same language.
import { directionOf, minuteOf, moneyOf, percentOf } from '@lms/contract/language'
import type { Block, PdfDocument, TableColumn } from '@lms/pdf'
import type { Receipt } from '../../objects/receipt.object.ts'
import { receiptWords } from './receipt.words.ts'
import { overpayment, taxesOfLines } from './receipt-lines.ts'

const facts: readonly TableColumn[] = [{ share: 0.25 }, { share: 0.75 }]
const lines: readonly TableColumn[] = [
  { share: 0.45 },
  { share: 0.12, align: 'end' },
  { share: 0.22, align: 'end' },
  { share: 0.21, align: 'end' },
]
const sums: readonly TableColumn[] = [
  { share: 0.74, align: 'end' },
  { share: 0.26, align: 'end' },
]

/** The document of an issued receipt; `original` is the number of the receipt that it refers to. */
export function documentOf(receipt: Receipt, original: number | null): PdfDocument {
  const { kind, number, issued_at, seller, amount, currency } = receipt
  const language = languageOf(receipt)
  const words = receiptWords(language)
  const title = `${words.titles[kind]} ${words.no} ${number}`
  // Several currencies have the same sign.
  const money = (each: number) => moneyOf(each, currency, language, 'code')
  const percent = (basisPoints: number) => percentOf(basisPoints, language)
  const blocks: Block[] = [
    { kind: 'text', text: title, size: 18, bold: true },
    ...(receipt.test ? [{ kind: 'text' as const, text: words.test, bold: true }] : []),
    { kind: 'space', height: 10 },
    { kind: 'table', columns: facts, rows: factsOf(receipt, original) },
    { kind: 'space', height: 14 },
    {
      kind: 'table',
      columns: lines,
      heading: [words.item, words.quantity, words.tax, words.amount],
      rows: receipt.lines.map(line => [
        line.name === overpayment ? words.overpayment : line.name,
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
        `${words.including} ${tax.name} ${percent(tax.basis_points)}`,
        money(tax.amount),
      ]),
    },
    { kind: 'table', columns: sums, rows: [[words.total, money(amount)]], bold: true },
    ...fiscalOf(receipt),
  ]
  const direction = directionOf(language)
  return { title, author: seller?.name ?? '', language, direction, created_at: issued_at!, blocks }
}

/** An issued receipt has a language. */
const languageOf = ({ language }: Receipt): string => language!

function factsOf(receipt: Receipt, original: number | null): string[][] {
  const { kind, issued_at, order_number, payment_id, reason, seller, buyer } = receipt
  const language = languageOf(receipt)
  const words = receiptWords(language)
  const refers = kind === 'refund' ? words.refunds : words.corrects
  return present([
    [words.date, minuteOf(issued_at!, language)],
    [refers, original && `${words.no} ${original}`],
    [words.reason, reason],
    [words.order, String(order_number)],
    [words.payment, payment_id],
    [words.seller, seller?.name],
    [words.address, seller?.address],
    [words.taxNumber, seller?.tax_id],
    [words.country, seller?.country],
    [words.buyer, buyer?.name],
    [words.address, buyer?.address],
    [words.taxNumber, buyer?.vat_id],
  ])
}

function fiscalOf(receipt: Receipt): Block[] {
  const { fiscal } = receipt
  if (!fiscal) return []
  const language = languageOf(receipt)
  const words = receiptWords(language)
  const rows = present([
    [words.fiscalNumber, fiscal.number],
    [words.fiscalSign, fiscal.sign],
    [words.registered, minuteOf(fiscal.issued_at, language)],
    [words.verify, fiscal.url],
  ])
  return [{ kind: 'space', height: 14 }, { kind: 'rule' }, { kind: 'table', columns: facts, rows }]
}

const present = (rows: readonly (readonly [string, string | number | null | undefined])[]): string[][] =>
  rows.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
