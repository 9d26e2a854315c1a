// The words of the e-mails about tasks of managers, by language.
import { wordsIn } from '@lms/contract/language'

interface TaskWords {
  readonly reminder: (title: string) => string
  readonly assigned: (title: string) => string
  readonly due: (time: string) => string
  readonly task: (id: string) => string
  readonly left: (name: string) => string
  /** Open tasks that nobody does any more. */
  readonly unassigned: (count: number) => string
}

export const taskWords = wordsIn<TaskWords>({
  en: {
    reminder: title => `Reminder: ${title}`,
    assigned: title => `A task for you: ${title}`,
    due: time => `Due: ${time}`,
    task: id => `Task: ${id}`,
    left: name => `Tasks of ${name} need somebody else`,
    unassigned: count =>
      `Open tasks without an assignee since: ${count}. GET /v1/tasks?status=open lists them.`,
  },
  de: {
    reminder: title => `Erinnerung: ${title}`,
    assigned: title => `Eine Aufgabe für Sie: ${title}`,
    due: time => `Fällig: ${time}`,
    task: id => `Aufgabe: ${id}`,
    left: name => `Für die Aufgaben von ${name} wird jemand gebraucht`,
    unassigned: count =>
      `Offene Aufgaben, die seitdem niemand erledigt: ${count}. GET /v1/tasks?status=open zeigt sie.`,
  },
  es: {
    reminder: title => `Recordatorio: ${title}`,
    assigned: title => `Una tarea para usted: ${title}`,
    due: time => `Vence: ${time}`,
    task: id => `Tarea: ${id}`,
    left: name => `Las tareas de ${name} necesitan a otra persona`,
    unassigned: count =>
      `Tareas abiertas que desde entonces nadie hace: ${count}. GET /v1/tasks?status=open las muestra.`,
  },
  fr: {
    reminder: title => `Rappel : ${title}`,
    assigned: title => `Une tâche pour vous : ${title}`,
    due: time => `Échéance : ${time}`,
    task: id => `Tâche : ${id}`,
    left: name => `Les tâches de ${name} attendent quelqu’un d’autre`,
    unassigned: count =>
      `Tâches ouvertes dont personne ne s’occupe depuis : ${count}. GET /v1/tasks?status=open les montre.`,
  },
  ru: {
    reminder: title => `Напоминание: ${title}`,
    assigned: title => `Вам поручена задача: ${title}`,
    due: time => `Срок: ${time}`,
    task: id => `Задача: ${id}`,
    left: name => `Задачам сотрудника ${name} нужен новый исполнитель`,
    unassigned: count => `Открытых задач без исполнителя: ${count}. Их показывает GET /v1/tasks?status=open.`,
  },
})
