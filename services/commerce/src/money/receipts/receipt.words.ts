// The words of receipts, by language.
import { wordsIn } from '@lms/contract/language'
import type { Receipt } from '../../objects/receipt.object.ts'

interface ReceiptWords {
  readonly titles: Readonly<Record<Receipt['kind'], string>>
  /** Before a number. */
  readonly no: string
  readonly item: string
  readonly quantity: string
  readonly tax: string
  readonly amount: string
  readonly including: string
  readonly total: string
  readonly date: string
  readonly refunds: string
  readonly corrects: string
  readonly reason: string
  readonly order: string
  readonly payment: string
  readonly seller: string
  readonly buyer: string
  readonly address: string
  readonly taxNumber: string
  readonly country: string
  readonly fiscalNumber: string
  readonly fiscalSign: string
  readonly registered: string
  readonly verify: string
  /** Of the line for money that no item takes. */
  readonly overpayment: string
  /** On a receipt of a test payment. */
  readonly test: string
}

export const receiptWords = wordsIn<ReceiptWords>({
  en: {
    titles: { payment: 'Receipt', refund: 'Refund receipt', correction: 'Correction receipt' },
    no: 'No.',
    item: 'Item',
    quantity: 'Quantity',
    tax: 'Tax',
    amount: 'Amount',
    including: 'Including',
    total: 'Total',
    date: 'Date',
    refunds: 'Refund of receipt',
    corrects: 'Corrects receipt',
    reason: 'Reason',
    order: 'Order',
    payment: 'Payment',
    seller: 'Seller',
    buyer: 'Buyer',
    address: 'Address',
    taxNumber: 'Tax number',
    country: 'Country',
    fiscalNumber: 'Fiscal number',
    fiscalSign: 'Fiscal sign',
    registered: 'Registered',
    verify: 'Verify at',
    overpayment: 'Overpayment',
    test: 'Test: no money was paid. This is no document of a sale.',
  },
  de: {
    titles: { payment: 'Beleg', refund: 'Erstattungsbeleg', correction: 'Korrekturbeleg' },
    no: 'Nr.',
    item: 'Artikel',
    quantity: 'Menge',
    tax: 'Steuer',
    amount: 'Betrag',
    including: 'Darin enthalten',
    total: 'Gesamtbetrag',
    date: 'Datum',
    refunds: 'Erstattung zum Beleg',
    corrects: 'Korrektur zum Beleg',
    reason: 'Grund',
    order: 'Bestellung',
    payment: 'Zahlung',
    seller: 'Verkäufer',
    buyer: 'Käufer',
    address: 'Anschrift',
    taxNumber: 'Steuernummer',
    country: 'Land',
    fiscalNumber: 'Fiskalnummer',
    fiscalSign: 'Fiskalsignatur',
    registered: 'Registriert',
    verify: 'Prüfen unter',
    overpayment: 'Überzahlung',
    test: 'Test: Es wurde kein Geld gezahlt. Dies ist kein Beleg eines Kaufs.',
  },
  es: {
    titles: { payment: 'Recibo', refund: 'Recibo de reembolso', correction: 'Recibo rectificativo' },
    no: 'n.º',
    item: 'Artículo',
    quantity: 'Cantidad',
    tax: 'Impuesto',
    amount: 'Importe',
    including: 'Incluye',
    total: 'Total',
    date: 'Fecha',
    refunds: 'Reembolso del recibo',
    corrects: 'Rectifica el recibo',
    reason: 'Motivo',
    order: 'Pedido',
    payment: 'Pago',
    seller: 'Vendedor',
    buyer: 'Comprador',
    address: 'Dirección',
    taxNumber: 'Número fiscal',
    country: 'País',
    fiscalNumber: 'Número de registro fiscal',
    fiscalSign: 'Firma fiscal',
    registered: 'Registrado',
    verify: 'Verificar en',
    overpayment: 'Pago en exceso',
    test: 'Prueba: no se ha pagado dinero. Este documento no acredita ninguna venta.',
  },
  fr: {
    titles: { payment: 'Reçu', refund: 'Reçu de remboursement', correction: 'Reçu rectificatif' },
    no: 'nº',
    item: 'Article',
    quantity: 'Quantité',
    tax: 'Taxe',
    amount: 'Montant',
    including: 'Dont',
    total: 'Total',
    date: 'Date',
    refunds: 'Remboursement du reçu',
    corrects: 'Rectifie le reçu',
    reason: 'Motif',
    order: 'Commande',
    payment: 'Paiement',
    seller: 'Vendeur',
    buyer: 'Acheteur',
    address: 'Adresse',
    taxNumber: 'Numéro fiscal',
    country: 'Pays',
    fiscalNumber: 'Numéro d’enregistrement fiscal',
    fiscalSign: 'Signature fiscale',
    registered: 'Enregistré',
    verify: 'Vérifier sur',
    overpayment: 'Trop-perçu',
    test: 'Test : aucun argent n’a été payé. Ce document ne prouve aucune vente.',
  },
  ru: {
    titles: { payment: 'Чек', refund: 'Чек возврата', correction: 'Чек коррекции' },
    no: '№',
    item: 'Наименование',
    quantity: 'Количество',
    tax: 'Налог',
    amount: 'Сумма',
    including: 'В том числе',
    total: 'Итого',
    date: 'Дата',
    refunds: 'Возврат по чеку',
    corrects: 'Коррекция чека',
    reason: 'Причина',
    order: 'Заказ',
    payment: 'Платёж',
    seller: 'Продавец',
    buyer: 'Покупатель',
    address: 'Адрес',
    taxNumber: 'Налоговый номер',
    country: 'Страна',
    fiscalNumber: 'Фискальный номер',
    fiscalSign: 'Фискальный признак',
    registered: 'Зарегистрирован',
    verify: 'Проверить',
    overpayment: 'Переплата',
    test: 'Тест: деньги не платились. Это не документ о продаже.',
  },
})
