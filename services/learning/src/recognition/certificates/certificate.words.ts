// The words of the page that checks a certificate, by language.
import type { PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface CertificateWords {
  readonly title: string
  readonly valid: string
  readonly revoked: string
  readonly unknown: string
  readonly name: string
  readonly course: string
  readonly school: string
  readonly issued: string
  readonly revokedAt: string
  readonly reason: string
  readonly number: string
  readonly badge: string
  readonly credential: string
  readonly linkedin: string
}

export const certificateWords = wordsIn<CertificateWords>({
  en: {
    title: 'Certificate',
    valid: 'This certificate is valid.',
    revoked: 'This certificate was revoked. It is no longer valid.',
    unknown: 'This school has no certificate with this number. Compare it with the one on the certificate.',
    name: 'Name',
    course: 'Course',
    school: 'School',
    issued: 'Issued',
    revokedAt: 'Revoked',
    reason: 'Reason',
    number: 'Number',
    badge: 'Badge with the credential (SVG)',
    credential: 'Credential (Open Badges 3.0)',
    linkedin: 'Add to LinkedIn',
  },
  de: {
    title: 'Zertifikat',
    valid: 'Dieses Zertifikat ist gültig.',
    revoked: 'Dieses Zertifikat wurde widerrufen. Es ist nicht mehr gültig.',
    unknown:
      'Diese Schule hat kein Zertifikat mit dieser Nummer. Vergleichen Sie sie mit der auf dem Zertifikat.',
    name: 'Name',
    course: 'Kurs',
    school: 'Schule',
    issued: 'Ausgestellt',
    revokedAt: 'Widerrufen',
    reason: 'Grund',
    number: 'Nummer',
    badge: 'Abzeichen mit dem Nachweis (SVG)',
    credential: 'Nachweis (Open Badges 3.0)',
    linkedin: 'Zu LinkedIn hinzufügen',
  },
  es: {
    title: 'Certificado',
    valid: 'Este certificado es válido.',
    revoked: 'Este certificado ha sido revocado. Ya no es válido.',
    unknown: 'Esta escuela no tiene ningún certificado con este número. Compárelo con el del certificado.',
    name: 'Nombre',
    course: 'Curso',
    school: 'Escuela',
    issued: 'Emitido',
    revokedAt: 'Revocado',
    reason: 'Motivo',
    number: 'Número',
    badge: 'Insignia con la credencial (SVG)',
    credential: 'Credencial (Open Badges 3.0)',
    linkedin: 'Añadir a LinkedIn',
  },
  fr: {
    title: 'Certificat',
    valid: 'Ce certificat est valable.',
    revoked: 'Ce certificat a été révoqué. Il n’est plus valable.',
    unknown: 'Cette école n’a aucun certificat portant ce numéro. Comparez-le avec celui du certificat.',
    name: 'Nom',
    course: 'Cours',
    school: 'École',
    issued: 'Délivré',
    revokedAt: 'Révoqué',
    reason: 'Motif',
    number: 'Numéro',
    badge: 'Badge avec le justificatif (SVG)',
    credential: 'Justificatif (Open Badges 3.0)',
    linkedin: 'Ajouter à LinkedIn',
  },
  ru: {
    title: 'Сертификат',
    valid: 'Этот сертификат действителен.',
    revoked: 'Этот сертификат отозван. Он больше не действителен.',
    unknown: 'У этой школы нет сертификата с таким номером. Сравните его с номером на сертификате.',
    name: 'Имя',
    course: 'Курс',
    school: 'Школа',
    issued: 'Выдан',
    revokedAt: 'Отозван',
    reason: 'Причина',
    number: 'Номер',
    badge: 'Значок с подтверждением (SVG)',
    credential: 'Подтверждение (Open Badges 3.0)',
    linkedin: 'Добавить в LinkedIn',
  },
})

/** What stands in place of the page. */
export function certificateRefusals(language: string): PageRefusals {
  const { title, unknown } = certificateWords(language)
  return { 404: [title, unknown] }
}
