// The words of the page about an achievement, by language.
import type { PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import { completionOf } from '../badges/achievement.ts'

interface AchievementWords {
  readonly title: string
  readonly unknown: string
  readonly criteria: string
  readonly completed: (course: string) => string
  readonly issuer: string
}

export const achievementWords = wordsIn<AchievementWords>({
  en: {
    title: 'Achievement',
    unknown: 'This school issues no certificate for such a course.',
    criteria: 'Criteria',
    completed: completionOf,
    issuer: 'Issuer',
  },
  de: {
    title: 'Leistung',
    unknown: 'Diese Schule stellt für einen solchen Kurs kein Zertifikat aus.',
    criteria: 'Kriterien',
    completed: course => `Hat den Kurs „${course}“ abgeschlossen.`,
    issuer: 'Aussteller',
  },
  es: {
    title: 'Logro',
    unknown: 'Esta escuela no emite ningún certificado para un curso así.',
    criteria: 'Criterios',
    completed: course => `Ha completado el curso «${course}».`,
    issuer: 'Emisor',
  },
  fr: {
    title: 'Réussite',
    unknown: 'Cette école ne délivre aucun certificat pour un tel cours.',
    criteria: 'Critères',
    completed: course => `A terminé le cours « ${course} ».`,
    issuer: 'Émetteur',
  },
  ru: {
    title: 'Достижение',
    unknown: 'Эта школа не выдаёт сертификат за такой курс.',
    criteria: 'Критерии',
    completed: course => `Курс «${course}» пройден.`,
    issuer: 'Кем выдано',
  },
})

/** What stands in place of the page. */
export function achievementRefusals(language: string): PageRefusals {
  const { title, unknown } = achievementWords(language)
  return { 404: [title, unknown] }
}
