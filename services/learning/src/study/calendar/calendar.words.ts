// The words of calendars, by the language of the school.
import { wordsIn } from '@lms/contract/language'
import type { CalendarItem } from './calendar.contract.ts'

export const calendarWords = wordsIn<{
  readonly summary: Readonly<Record<CalendarItem['kind'], (title: string) => string>>
}>({
  en: {
    summary: {
      opening: title => `Opens: ${title}`,
      deadline: title => `Due: ${title}`,
      course_deadline: title => `End of the course: ${title}`,
      webinar: title => title,
    },
  },
  de: {
    summary: {
      opening: title => `Beginnt: ${title}`,
      deadline: title => `Frist: ${title}`,
      course_deadline: title => `Ende des Kurses: ${title}`,
      webinar: title => title,
    },
  },
  es: {
    summary: {
      opening: title => `Se abre: ${title}`,
      deadline: title => `Fecha límite: ${title}`,
      course_deadline: title => `Fin del curso: ${title}`,
      webinar: title => title,
    },
  },
  fr: {
    summary: {
      opening: title => `Ouverture : ${title}`,
      deadline: title => `Échéance : ${title}`,
      course_deadline: title => `Fin du cours : ${title}`,
      webinar: title => title,
    },
  },
  ru: {
    summary: {
      opening: title => `Открывается: ${title}`,
      deadline: title => `Срок: ${title}`,
      course_deadline: title => `Окончание курса: ${title}`,
      webinar: title => title,
    },
  },
})
