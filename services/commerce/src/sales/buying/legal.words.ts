// The words of the seller, the texts of the law and companies on the page of an offer, by language.
import { wordsIn } from '@lms/contract/language'
import type { AgreementKind } from '../../objects/buyer.object.ts'

interface LegalWords {
  readonly seller: (lines: string) => string
  readonly taxId: (number: string) => string
  readonly company: string
  readonly companyName: string
  readonly companyAddress: string
  readonly vatId: string
  readonly vatHint: string
  readonly noCompany: string
  readonly tooLong: (most: number) => string
  readonly noVatId: string
  readonly texts: Readonly<Record<AgreementKind, string>>
  readonly agree: Readonly<Record<AgreementKind, string>>
  /** Where nothing is ticked. */
  readonly accepts: string
  readonly notAgreed: string
}

export const legalWords = wordsIn<LegalWords>({
  en: {
    seller: lines => `Sold by ${lines}`,
    taxId: number => `Tax number: ${number}`,
    company: 'Buying for a company',
    companyName: 'Company',
    companyAddress: 'Address of the company (optional)',
    vatId: 'VAT number (optional)',
    vatHint: 'It stands on the receipt. The taxes stay: a reverse charge is not possible here.',
    noCompany: 'Enter the name of the company, too.',
    tooLong: most => `This is too long. Enter at most ${most} characters.`,
    noVatId: 'This is not a VAT number. Enter one like DE123456789.',
    texts: { terms: 'Terms', privacy: 'Privacy', withdrawal: 'Right of withdrawal' },
    agree: {
      terms: 'I agree to the terms.',
      privacy: 'I agree that my data are processed as the text on privacy says.',
      withdrawal:
        'I want it to begin at once, and I know that my right of withdrawal ends when it has begun.',
    },
    accepts: 'With the order you accept the terms.',
    notAgreed: 'Nothing was ordered: tick this first.',
  },
  de: {
    seller: lines => `Verkauft von ${lines}`,
    taxId: number => `Steuernummer: ${number}`,
    company: 'Für eine Firma kaufen',
    companyName: 'Firma',
    companyAddress: 'Anschrift der Firma (freiwillig)',
    vatId: 'USt-IdNr. (freiwillig)',
    vatHint:
      'Sie steht auf dem Beleg. Die Steuern bleiben: Die Steuerschuld geht hier nicht auf den Käufer über.',
    noCompany: 'Geben Sie auch den Namen der Firma an.',
    tooLong: most => `Das ist zu lang. Geben Sie höchstens ${most} Zeichen ein.`,
    noVatId: 'Das ist keine USt-IdNr. Geben Sie eine wie DE123456789 ein.',
    texts: { terms: 'AGB', privacy: 'Datenschutz', withdrawal: 'Widerrufsrecht' },
    agree: {
      terms: 'Ich stimme den AGB zu.',
      privacy: 'Ich stimme zu, dass meine Daten verarbeitet werden, wie es unter Datenschutz steht.',
      withdrawal: 'Ich möchte, dass es sofort beginnt, und weiß, dass mein Widerrufsrecht damit erlischt.',
    },
    accepts: 'Mit der Bestellung nehmen Sie die AGB an.',
    notAgreed: 'Es wurde nichts bestellt: Kreuzen Sie dies zuerst an.',
  },
  es: {
    seller: lines => `Vende: ${lines}`,
    taxId: number => `Número fiscal: ${number}`,
    company: 'Comprar para una empresa',
    companyName: 'Empresa',
    companyAddress: 'Dirección de la empresa (opcional)',
    vatId: 'NIF-IVA (opcional)',
    vatHint: 'Aparece en el recibo. Los impuestos se mantienen: aquí no hay inversión del sujeto pasivo.',
    noCompany: 'Escriba también el nombre de la empresa.',
    tooLong: most => `Es demasiado largo. Escriba como máximo ${most} caracteres.`,
    noVatId: 'Esto no es un NIF-IVA. Escriba uno como DE123456789.',
    texts: { terms: 'Condiciones', privacy: 'Privacidad', withdrawal: 'Derecho de desistimiento' },
    agree: {
      terms: 'Acepto las condiciones.',
      privacy: 'Acepto que mis datos se traten como dice el texto de privacidad.',
      withdrawal: 'Quiero que empiece enseguida y sé que así pierdo mi derecho de desistimiento.',
    },
    accepts: 'Con el pedido acepta las condiciones.',
    notAgreed: 'No se ha pedido nada: marque esto primero.',
  },
  fr: {
    seller: lines => `Vendu par ${lines}`,
    taxId: number => `Numéro fiscal : ${number}`,
    company: 'Acheter pour une entreprise',
    companyName: 'Entreprise',
    companyAddress: 'Adresse de l’entreprise (facultatif)',
    vatId: 'Numéro de TVA (facultatif)',
    vatHint: 'Il figure sur le reçu. Les taxes restent : l’autoliquidation n’est pas possible ici.',
    noCompany: 'Entrez aussi le nom de l’entreprise.',
    tooLong: most => `C’est trop long. Entrez au plus ${most} caractères.`,
    noVatId: 'Ce n’est pas un numéro de TVA. Entrez-en un comme DE123456789.',
    texts: { terms: 'Conditions', privacy: 'Confidentialité', withdrawal: 'Droit de rétractation' },
    agree: {
      terms: 'J’accepte les conditions.',
      privacy: 'J’accepte que mes données soient traitées comme le dit le texte sur la confidentialité.',
      withdrawal:
        'Je veux que cela commence tout de suite, et je sais que je perds ainsi mon droit de rétractation.',
    },
    accepts: 'En commandant, vous acceptez les conditions.',
    notAgreed: 'Rien n’a été commandé : cochez d’abord cette case.',
  },
  ru: {
    seller: lines => `Продавец: ${lines}`,
    taxId: number => `Налоговый номер: ${number}`,
    company: 'Покупка для компании',
    companyName: 'Компания',
    companyAddress: 'Адрес компании (необязательно)',
    vatId: 'Номер НДС (необязательно)',
    vatHint: 'Он будет в чеке. Налоги остаются: обратное начисление здесь невозможно.',
    noCompany: 'Введите и название компании.',
    tooLong: most => `Слишком длинно. Введите не больше ${most} символов.`,
    noVatId: 'Это не номер НДС. Введите номер вида DE123456789.',
    texts: { terms: 'Условия', privacy: 'Персональные данные', withdrawal: 'Право на отказ' },
    agree: {
      terms: 'Я принимаю условия.',
      privacy: 'Я согласен на обработку моих данных, как сказано в тексте о персональных данных.',
      withdrawal: 'Я хочу начать сразу и знаю, что тогда право на отказ прекращается.',
    },
    accepts: 'Оформляя заказ, вы принимаете условия.',
    notAgreed: 'Ничего не заказано: сначала отметьте это.',
  },
})
