// The words of the pages that confirm an e-mail address or a consent, by language.
import type { PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

/** Of a page with a button that confirms something. */
export interface ConfirmationWords {
  readonly title: string
  readonly question: (school: string) => string
  readonly confirm: string
  readonly confirmed: string
  readonly invalidLink: string
}

export const emailWords = wordsIn<ConfirmationWords>({
  en: {
    title: 'E-mail address',
    question: school => `Use this e-mail address for your account at ${school}?`,
    confirm: 'Confirm',
    confirmed: 'Your e-mail address is confirmed.',
    invalidLink: 'This link is no longer valid. Change the e-mail again to get another link.',
  },
  de: {
    title: 'E-Mail-Adresse',
    question: school => `Diese E-Mail-Adresse für Ihr Konto bei ${school} verwenden?`,
    confirm: 'Bestätigen',
    confirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
    invalidLink:
      'Dieser Link gilt nicht mehr. Ändern Sie die E-Mail-Adresse noch einmal, um einen neuen zu erhalten.',
  },
  es: {
    title: 'Dirección de correo',
    question: school => `¿Usar esta dirección de correo para su cuenta en ${school}?`,
    confirm: 'Confirmar',
    confirmed: 'Su dirección de correo está confirmada.',
    invalidLink: 'Este enlace ya no es válido. Cambie de nuevo la dirección de correo para recibir otro.',
  },
  fr: {
    title: 'Adresse e-mail',
    question: school => `Utiliser cette adresse e-mail pour votre compte à ${school} ?`,
    confirm: 'Confirmer',
    confirmed: 'Votre adresse e-mail est confirmée.',
    invalidLink: 'Ce lien n’est plus valable. Changez de nouveau l’adresse e-mail pour en recevoir un autre.',
  },
  ru: {
    title: 'Адрес электронной почты',
    question: school => `Использовать этот адрес для вашей учётной записи в «${school}»?`,
    confirm: 'Подтвердить',
    confirmed: 'Ваш адрес электронной почты подтверждён.',
    invalidLink: 'Эта ссылка больше не действует. Измените адрес ещё раз, чтобы получить другую.',
  },
})

export const consentWords = wordsIn<ConfirmationWords>({
  en: {
    title: 'E-mails',
    question: school => `Do you want to get e-mails from ${school}?`,
    confirm: 'Yes, I agree',
    confirmed: 'Thank you. Your consent is confirmed.',
    invalidLink: 'This link is no longer valid. Fill in the form again to get another link.',
  },
  de: {
    title: 'E-Mails',
    question: school => `Möchten Sie E-Mails von ${school} erhalten?`,
    confirm: 'Ja, ich bin einverstanden',
    confirmed: 'Danke. Ihre Einwilligung ist bestätigt.',
    invalidLink:
      'Dieser Link gilt nicht mehr. Füllen Sie das Formular noch einmal aus, um einen neuen zu erhalten.',
  },
  es: {
    title: 'Correos',
    question: school => `¿Quiere recibir correos de ${school}?`,
    confirm: 'Sí, de acuerdo',
    confirmed: 'Gracias. Su consentimiento está confirmado.',
    invalidLink: 'Este enlace ya no es válido. Rellene de nuevo el formulario para recibir otro.',
  },
  fr: {
    title: 'E-mails',
    question: school => `Voulez-vous recevoir des e-mails de ${school} ?`,
    confirm: 'Oui, j’accepte',
    confirmed: 'Merci. Votre consentement est confirmé.',
    invalidLink: 'Ce lien n’est plus valable. Remplissez de nouveau le formulaire pour en recevoir un autre.',
  },
  ru: {
    title: 'Письма',
    question: school => `Получать письма от «${school}»?`,
    confirm: 'Да, согласен',
    confirmed: 'Спасибо. Ваше согласие подтверждено.',
    invalidLink: 'Эта ссылка больше не действует. Заполните форму ещё раз, чтобы получить другую.',
  },
})

const refusalsIn =
  (wordsOf: (language: string) => ConfirmationWords) =>
  (language: string): PageRefusals => {
    const { title, invalidLink } = wordsOf(language)
    return { 404: [title, invalidLink] }
  }

/** What stands in place of the pages. */
export const emailPageRefusals = refusalsIn(emailWords)
export const consentPageRefusals = refusalsIn(consentWords)
