// The words of forms on pages, by language.
import { wordsIn } from '@lms/contract/language'
import type { AnswerProblem } from './answers.rules.ts'

export interface FormWords {
  readonly submit: string
  readonly optional: string
  /** The empty choice of a list. */
  readonly choose: string
  /** The label of the field that people do not see. */
  readonly leaveEmpty: string
  /** Above the list of problems. */
  readonly notSent: string
  readonly thanks: string
  readonly closed: string
  readonly problems: Readonly<Record<Exclude<AnswerProblem, 'unknown'> | 'consent', string>>
}

const english: FormWords = {
  submit: 'Send',
  optional: 'optional',
  choose: 'Please choose',
  leaveEmpty: 'Leave this field empty',
  notSent: 'This was not sent yet. Please correct:',
  thanks: 'Thank you. We have received it.',
  closed: 'This form takes no more entries.',
  problems: {
    missing: 'Please fill this in.',
    too_long: 'This is too long.',
    not_email: 'Please enter an e-mail address, such as ann@example.com.',
    not_phone: 'Please enter the number with its country code, such as +44 20 7946 0000.',
    not_number: 'Please enter a number.',
    not_date: 'Please enter a date.',
    not_option: 'Please choose from the list.',
    not_checkbox: 'Please tick it or leave it.',
    consent: 'Please agree to this.',
  },
}

/** The words in a language, a BCP 47 tag. */
export const formWords = wordsIn<FormWords>({
  en: english,
  de: {
    submit: 'Absenden',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    leaveEmpty: 'Dieses Feld leer lassen',
    notSent: 'Noch nicht abgesendet. Bitte korrigieren:',
    thanks: 'Vielen Dank. Ihre Angaben sind angekommen.',
    closed: 'Dieses Formular nimmt keine Einträge mehr an.',
    problems: {
      missing: 'Bitte ausfüllen.',
      too_long: 'Das ist zu lang.',
      not_email: 'Bitte eine E-Mail-Adresse eingeben, zum Beispiel anna@example.com.',
      not_phone: 'Bitte die Nummer mit Ländervorwahl eingeben, zum Beispiel +49 30 1234567.',
      not_number: 'Bitte eine Zahl eingeben.',
      not_date: 'Bitte ein Datum eingeben.',
      not_option: 'Bitte aus der Liste wählen.',
      not_checkbox: 'Bitte ankreuzen oder frei lassen.',
      consent: 'Bitte stimmen Sie zu.',
    },
  },
  ru: {
    submit: 'Отправить',
    optional: 'необязательно',
    choose: 'Выберите',
    leaveEmpty: 'Оставьте это поле пустым',
    notSent: 'Форма ещё не отправлена. Исправьте:',
    thanks: 'Спасибо. Мы получили ваши данные.',
    closed: 'Эта форма больше не принимает ответы.',
    problems: {
      missing: 'Заполните это поле.',
      too_long: 'Слишком длинный текст.',
      not_email: 'Укажите адрес электронной почты, например anna@example.com.',
      not_phone: 'Укажите номер с кодом страны, например +7 495 123-45-67.',
      not_number: 'Укажите число.',
      not_date: 'Укажите дату.',
      not_option: 'Выберите из списка.',
      not_checkbox: 'Поставьте или снимите отметку.',
      consent: 'Нужно ваше согласие.',
    },
  },
  es: {
    submit: 'Enviar',
    optional: 'opcional',
    choose: 'Elija una opción',
    leaveEmpty: 'Deje este campo vacío',
    notSent: 'Todavía no se ha enviado. Corrija:',
    thanks: 'Gracias. Hemos recibido sus datos.',
    closed: 'Este formulario ya no admite respuestas.',
    problems: {
      missing: 'Rellene este campo.',
      too_long: 'El texto es demasiado largo.',
      not_email: 'Indique una dirección de correo, por ejemplo ana@example.com.',
      not_phone: 'Indique el número con el prefijo del país, por ejemplo +34 912 345 678.',
      not_number: 'Indique un número.',
      not_date: 'Indique una fecha.',
      not_option: 'Elija de la lista.',
      not_checkbox: 'Marque la casilla o déjela libre.',
      consent: 'Necesitamos su consentimiento.',
    },
  },
  fr: {
    submit: 'Envoyer',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    leaveEmpty: 'Laissez ce champ vide',
    notSent: 'Pas encore envoyé. Veuillez corriger :',
    thanks: 'Merci. Nous avons bien reçu vos informations.',
    closed: 'Ce formulaire n’accepte plus de réponses.',
    problems: {
      missing: 'Veuillez remplir ce champ.',
      too_long: 'Ce texte est trop long.',
      not_email: 'Veuillez saisir une adresse e-mail, par exemple anne@example.com.',
      not_phone: 'Veuillez saisir le numéro avec l’indicatif du pays, par exemple +33 1 23 45 67 89.',
      not_number: 'Veuillez saisir un nombre.',
      not_date: 'Veuillez saisir une date.',
      not_option: 'Veuillez choisir dans la liste.',
      not_checkbox: 'Veuillez cocher ou laisser libre.',
      consent: 'Veuillez donner votre accord.',
    },
  },
})
