// The words of the fields in which visitors say who they are, by language.
import { wordsIn } from '@lms/contract/language'

interface ContactWords {
  readonly contact: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly leaveEmpty: string
  readonly noEmail: string
  readonly longName: string
}

export const contactWords = wordsIn<ContactWords>({
  en: {
    contact: 'Your contact',
    email: 'E-mail',
    firstName: 'First name (optional)',
    lastName: 'Last name (optional)',
    leaveEmpty: 'Leave this field empty',
    noEmail: 'This is not an e-mail address. Enter one like ann@school.example.',
    longName: 'This name is too long. Enter at most 100 characters.',
  },
  de: {
    contact: 'Ihre Kontaktdaten',
    email: 'E-Mail',
    firstName: 'Vorname (freiwillig)',
    lastName: 'Nachname (freiwillig)',
    leaveEmpty: 'Dieses Feld leer lassen',
    noEmail: 'Das ist keine E-Mail-Adresse. Geben Sie eine wie anna@schule.example ein.',
    longName: 'Dieser Name ist zu lang. Geben Sie höchstens 100 Zeichen ein.',
  },
  es: {
    contact: 'Sus datos de contacto',
    email: 'Correo electrónico',
    firstName: 'Nombre (opcional)',
    lastName: 'Apellidos (opcional)',
    leaveEmpty: 'Deje este campo vacío',
    noEmail: 'Esto no es una dirección de correo. Escriba una como ana@escuela.example.',
    longName: 'Este nombre es demasiado largo. Escriba como máximo 100 caracteres.',
  },
  fr: {
    contact: 'Vos coordonnées',
    email: 'E-mail',
    firstName: 'Prénom (facultatif)',
    lastName: 'Nom (facultatif)',
    leaveEmpty: 'Laissez ce champ vide',
    noEmail: 'Ce n’est pas une adresse e-mail. Entrez-en une comme anne@ecole.example.',
    longName: 'Ce nom est trop long. Entrez au plus 100 caractères.',
  },
  ru: {
    contact: 'Ваши контакты',
    email: 'Электронная почта',
    firstName: 'Имя (необязательно)',
    lastName: 'Фамилия (необязательно)',
    leaveEmpty: 'Оставьте это поле пустым',
    noEmail: 'Это не адрес электронной почты. Введите адрес вида anna@school.example.',
    longName: 'Это имя слишком длинное. Введите не больше 100 символов.',
  },
})
