// The words of the e-mails whose links lead to these pages, by language.
import { wordsIn } from '@lms/contract/language'

export interface ConsentMailWords {
  readonly subject: (school: string) => string
  readonly asked: (school: string) => string
  readonly open: string
  /** Of the link to the page, which only opens it. */
  readonly button: string
  readonly ignore: string
}

export const consentMailWords = wordsIn<ConsentMailWords>({
  en: {
    subject: school => `E-mails from ${school}`,
    asked: school =>
      `Somebody, hopefully you, filled in a form of ${school} and agreed to get e-mails from it.`,
    open: 'Open this page within seven days and confirm it there:',
    button: 'Open the page',
    ignore:
      'If it was not you, ignore this mail. Without a confirmation you will get no others of this kind.',
  },
  de: {
    subject: school => `E-Mails von ${school}`,
    asked: school =>
      `Jemand, hoffentlich Sie, hat ein Formular von ${school} ausgefüllt und zugestimmt, E-Mails zu erhalten.`,
    open: 'Öffnen Sie innerhalb von sieben Tagen diese Seite und bestätigen Sie es dort:',
    button: 'Seite öffnen',
    ignore:
      'Wenn Sie es nicht waren, lassen Sie diese Nachricht unbeachtet. Ohne Bestätigung erhalten Sie keine weiteren dieser Art.',
  },
  es: {
    subject: school => `Correos de ${school}`,
    asked: school =>
      `Alguien, esperamos que usted, rellenó un formulario de ${school} y aceptó recibir correos.`,
    open: 'Abra esta página en los próximos siete días y confírmelo en ella:',
    button: 'Abrir la página',
    ignore:
      'Si no fue usted, no haga caso de este correo. Sin una confirmación no recibirá otros de este tipo.',
  },
  fr: {
    subject: school => `E-mails de ${school}`,
    asked: school =>
      `Quelqu’un, vous sans doute, a rempli un formulaire de ${school} et accepté d’en recevoir des e-mails.`,
    open: 'Ouvrez cette page dans les sept jours et confirmez-le :',
    button: 'Ouvrir la page',
    ignore:
      'Si ce n’était pas vous, ne tenez pas compte de ce message. Sans confirmation, vous n’en recevrez pas d’autre de ce genre.',
  },
  ru: {
    subject: school => `Письма от «${school}»`,
    asked: school => `Кто-то, надеемся, что вы, заполнил форму «${school}» и согласился получать письма.`,
    open: 'Откройте эту страницу в течение семи дней и подтвердите согласие на ней:',
    button: 'Открыть страницу',
    ignore:
      'Если это были не вы, не обращайте внимания на это письмо. Без подтверждения других таких писем не будет.',
  },
})

export interface EmailMailWords {
  readonly subject: (school: string) => string
  readonly asked: (email: string, school: string) => string
  readonly open: string
  /** Of the link to the page, which only opens it. */
  readonly button: string
  readonly ignore: string
  readonly addressTaken: string
  readonly merge: string
}

export const emailMailWords = wordsIn<EmailMailWords>({
  en: {
    subject: school => `Your e-mail address at ${school}`,
    asked: (email, school) =>
      `Somebody, hopefully you, asked to use ${email} for their account at ${school}.`,
    open: 'Open this page within an hour and confirm the address there:',
    button: 'Open the page',
    ignore: 'If it was not you, ignore this mail. Nothing changes.',
    addressTaken: 'Another account there already has this address, so nothing was changed.',
    merge: 'If it was you, ask the school to merge your two accounts. If not, ignore this mail.',
  },
  de: {
    subject: school => `Ihre E-Mail-Adresse bei ${school}`,
    asked: (email, school) =>
      `Jemand, hoffentlich Sie, möchte ${email} für das eigene Konto bei ${school} verwenden.`,
    open: 'Öffnen Sie innerhalb einer Stunde diese Seite und bestätigen Sie die Adresse dort:',
    button: 'Seite öffnen',
    ignore: 'Wenn Sie es nicht waren, lassen Sie diese Nachricht unbeachtet. Nichts ändert sich.',
    addressTaken: 'Ein anderes Konto dort hat diese Adresse schon, deshalb wurde nichts geändert.',
    merge:
      'Wenn Sie es waren, bitten Sie die Schule, Ihre beiden Konten zusammenzuführen. Wenn nicht, lassen Sie diese Nachricht unbeachtet.',
  },
  es: {
    subject: school => `Su dirección de correo en ${school}`,
    asked: (email, school) =>
      `Alguien, esperamos que usted, pidió usar ${email} para su cuenta en ${school}.`,
    open: 'Abra esta página en el plazo de una hora y confirme la dirección en ella:',
    button: 'Abrir la página',
    ignore: 'Si no fue usted, no haga caso de este correo. No cambia nada.',
    addressTaken: 'Otra cuenta de la escuela ya tiene esta dirección, así que no se ha cambiado nada.',
    merge: 'Si fue usted, pida a la escuela que una sus dos cuentas. Si no, no haga caso de este correo.',
  },
  fr: {
    subject: school => `Votre adresse e-mail à ${school}`,
    asked: (email, school) =>
      `Quelqu’un, vous sans doute, a demandé à utiliser ${email} pour son compte à ${school}.`,
    open: 'Ouvrez cette page dans l’heure et confirmez-y l’adresse :',
    button: 'Ouvrir la page',
    ignore: 'Si ce n’était pas vous, ne tenez pas compte de ce message. Rien ne change.',
    addressTaken: 'Un autre compte y a déjà cette adresse : rien n’a été changé.',
    merge:
      'Si c’était vous, demandez à l’école de fusionner vos deux comptes. Sinon, ne tenez pas compte de ce message.',
  },
  ru: {
    subject: school => `Ваш адрес почты в «${school}»`,
    asked: (email, school) =>
      `Кто-то, надеемся, что вы, хочет использовать ${email} для своего аккаунта в «${school}».`,
    open: 'Откройте эту страницу в течение часа и подтвердите адрес на ней:',
    button: 'Открыть страницу',
    ignore: 'Если это были не вы, не обращайте внимания на это письмо. Ничего не изменится.',
    addressTaken: 'У другого аккаунта там уже есть этот адрес, поэтому ничего не изменено.',
    merge:
      'Если это были вы, попросите школу объединить два ваших аккаунта. Если нет, не обращайте внимания на это письмо.',
  },
})
