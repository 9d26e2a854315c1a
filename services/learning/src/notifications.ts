// What students and curators are told by themselves after events of courses.
import { notification } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import { commentCreated } from './discussion/comments/comment.contract.ts'
import {
  submissionAccepted,
  submissionAssigned,
  submissionCommented,
  submissionCreated,
  submissionOverdue,
  submissionReturned,
} from './homework/submissions/submission.contract.ts'
import { certificateIssued } from './recognition/certificates/certificate.contract.ts'
import { lessonOpened } from './study/schedule/schedule.contract.ts'

const text = wordsIn<{ subject: string; body: string }>
const topic = 'study' as const

/** Hundredths of a point. */
const points = (score: number | null, language: string) =>
  score === null ? '' : new Intl.NumberFormat(language).format(score / 100)

export const learningNotifications = [
  notification('homework_waits', {
    on: submissionCreated,
    topic,
    to: (_, { waits_for }) => waits_for,
    restMinutes: 60,
    text: text({
      en: {
        subject: 'Homework waits for a review',
        body: 'A new answer to “{{ lesson }}” ({{ course }}) waits in the queue, and others may follow. Whoever takes it reviews it.',
      },
      de: {
        subject: 'Hausaufgaben warten auf eine Prüfung',
        body: 'Eine neue Antwort zu „{{ lesson }}“ ({{ course }}) wartet in der Warteschlange, weitere können folgen. Wer sie nimmt, prüft sie.',
      },
      es: {
        subject: 'Hay tareas por revisar',
        body: 'Una nueva respuesta a «{{ lesson }}» ({{ course }}) espera en la cola, y pueden llegar más. Quien la tome la revisa.',
      },
      fr: {
        subject: 'Des devoirs attendent une correction',
        body: 'Une nouvelle réponse à « {{ lesson }} » ({{ course }}) attend dans la file, et d’autres peuvent suivre. Qui la prend la corrige.',
      },
      ru: {
        subject: 'Домашние работы ждут проверки',
        body: 'Новый ответ к уроку «{{ lesson }}» ({{ course }}) ждёт в очереди, могут прийти и другие. Кто возьмёт его, тот и проверяет.',
      },
    }),
  }),
  notification('homework_sent', {
    // Whoever claims one knows of it; another has it assigned.
    on: submissionAssigned,
    topic,
    to: ({ curator_id, claim_expires_at }) => [claim_expires_at === null ? curator_id : null],
    text: text({
      en: {
        subject: 'Homework to review',
        body: 'An answer to “{{ lesson }}” ({{ course }}) waits for your review.',
      },
      de: {
        subject: 'Hausaufgabe zu prüfen',
        body: 'Eine Antwort zu „{{ lesson }}“ ({{ course }}) wartet auf Ihre Prüfung.',
      },
      es: {
        subject: 'Tarea por revisar',
        body: 'Una respuesta a «{{ lesson }}» ({{ course }}) espera tu revisión.',
      },
      fr: {
        subject: 'Devoir à corriger',
        body: 'Une réponse à « {{ lesson }} » ({{ course }}) attend votre correction.',
      },
      ru: {
        subject: 'Домашняя работа на проверку',
        body: 'Ответ к уроку «{{ lesson }}» ({{ course }}) ждёт вашей проверки.',
      },
    }),
  }),
  notification('homework_returned', {
    on: submissionReturned,
    topic,
    values: ({ comment }) => ({ comment }),
    text: text({
      en: {
        subject: 'Your homework came back',
        body: 'Your answer to “{{ lesson }}” ({{ course }}) was returned for rework.\n\n{{ comment }}',
      },
      de: {
        subject: 'Ihre Hausaufgabe ist zurück',
        body: 'Ihre Antwort zu „{{ lesson }}“ ({{ course }}) soll überarbeitet werden.\n\n{{ comment }}',
      },
      es: {
        subject: 'Tu tarea ha vuelto',
        body: 'Tu respuesta a «{{ lesson }}» ({{ course }}) necesita cambios.\n\n{{ comment }}',
      },
      fr: {
        subject: 'Votre devoir est à revoir',
        body: 'Votre réponse à « {{ lesson }} » ({{ course }}) est à retravailler.\n\n{{ comment }}',
      },
      ru: {
        subject: 'Домашняя работа возвращена',
        body: 'Ответ к уроку «{{ lesson }}» ({{ course }}) возвращён на доработку.\n\n{{ comment }}',
      },
    }),
  }),
  notification('homework_accepted', {
    on: submissionAccepted,
    topic,
    values: ({ comment, score }, language) => ({ comment, score: points(score, language) }),
    text: text({
      en: {
        subject: 'Your homework is accepted',
        body: 'Your answer to “{{ lesson }}” ({{ course }}) is accepted.{% if score != "" %} Points: {{ score }}.{% endif %}\n\n{{ comment }}',
      },
      de: {
        subject: 'Ihre Hausaufgabe ist angenommen',
        body: 'Ihre Antwort zu „{{ lesson }}“ ({{ course }}) ist angenommen.{% if score != "" %} Punkte: {{ score }}.{% endif %}\n\n{{ comment }}',
      },
      es: {
        subject: 'Tu tarea está aceptada',
        body: 'Tu respuesta a «{{ lesson }}» ({{ course }}) está aceptada.{% if score != "" %} Puntos: {{ score }}.{% endif %}\n\n{{ comment }}',
      },
      fr: {
        subject: 'Votre devoir est accepté',
        body: 'Votre réponse à « {{ lesson }} » ({{ course }}) est acceptée.{% if score != "" %} Points : {{ score }}.{% endif %}\n\n{{ comment }}',
      },
      ru: {
        subject: 'Домашняя работа принята',
        body: 'Ответ к уроку «{{ lesson }}» ({{ course }}) принят.{% if score != "" %} Баллы: {{ score }}.{% endif %}\n\n{{ comment }}',
      },
    }),
  }),
  notification('homework_overdue', {
    on: submissionOverdue,
    topic,
    to: ({ late, user_id }) => [late === 'student' ? user_id : null],
    text: text({
      en: {
        subject: 'A deadline has passed',
        body: 'Your homework for “{{ lesson }}” ({{ course }}) was due. Send it as soon as you can.',
      },
      de: {
        subject: 'Eine Frist ist abgelaufen',
        body: 'Ihre Hausaufgabe zu „{{ lesson }}“ ({{ course }}) war fällig. Senden Sie sie möglichst bald.',
      },
      es: {
        subject: 'Un plazo ha vencido',
        body: 'Tu tarea de «{{ lesson }}» ({{ course }}) ya debía estar entregada. Envíala cuanto antes.',
      },
      fr: {
        subject: 'Un délai est dépassé',
        body: 'Votre devoir pour « {{ lesson }} » ({{ course }}) était à rendre. Envoyez-le dès que possible.',
      },
      ru: {
        subject: 'Срок сдачи прошёл',
        body: 'Срок домашней работы к уроку «{{ lesson }}» ({{ course }}) прошёл. Отправьте её как можно скорее.',
      },
    }),
  }),
  notification('review_overdue', {
    on: submissionOverdue,
    topic,
    to: ({ late, curator_id }) => [late === 'curator' ? curator_id : null],
    text: text({
      en: {
        subject: 'A review is overdue',
        body: 'An answer to “{{ lesson }}” ({{ course }}) has waited for your review too long.',
      },
      de: {
        subject: 'Eine Prüfung ist überfällig',
        body: 'Eine Antwort zu „{{ lesson }}“ ({{ course }}) wartet zu lange auf Ihre Prüfung.',
      },
      es: {
        subject: 'Una revisión va con retraso',
        body: 'Una respuesta a «{{ lesson }}» ({{ course }}) lleva demasiado tiempo esperando tu revisión.',
      },
      fr: {
        subject: 'Une correction est en retard',
        body: 'Une réponse à « {{ lesson }} » ({{ course }}) attend votre correction depuis trop longtemps.',
      },
      ru: {
        subject: 'Проверка просрочена',
        body: 'Ответ к уроку «{{ lesson }}» ({{ course }}) слишком долго ждёт вашей проверки.',
      },
    }),
  }),
  notification('homework_commented', {
    on: submissionCommented,
    topic,
    most: 20,
    to: ({ by }, { related, curator_id }) => [by === 'school' ? related.user_id : curator_id],
    values: comment => ({ comment: comment.text }),
    text: text({
      en: {
        subject: 'A comment on a homework',
        body: 'There is a new comment on the homework for “{{ lesson }}” ({{ course }}):\n\n{{ comment }}',
      },
      de: {
        subject: 'Ein Kommentar zur Hausaufgabe',
        body: 'Zur Hausaufgabe zu „{{ lesson }}“ ({{ course }}) gibt es einen neuen Kommentar:\n\n{{ comment }}',
      },
      es: {
        subject: 'Un comentario sobre una tarea',
        body: 'Hay un comentario nuevo sobre la tarea de «{{ lesson }}» ({{ course }}):\n\n{{ comment }}',
      },
      fr: {
        subject: 'Un commentaire sur un devoir',
        body: 'Il y a un nouveau commentaire sur le devoir de « {{ lesson }} » ({{ course }}) :\n\n{{ comment }}',
      },
      ru: {
        subject: 'Комментарий к домашней работе',
        body: 'Новый комментарий к домашней работе по уроку «{{ lesson }}» ({{ course }}):\n\n{{ comment }}',
      },
    }),
  }),
  notification('lesson_opened', {
    on: lessonOpened,
    topic,
    text: text({
      en: {
        subject: 'A lesson is open: {{ lesson }}',
        body: 'The lesson “{{ lesson }}” of “{{ course }}” is open to you.',
      },
      de: {
        subject: 'Eine Lektion ist offen: {{ lesson }}',
        body: 'Die Lektion „{{ lesson }}“ von „{{ course }}“ ist für Sie offen.',
      },
      es: {
        subject: 'Lección abierta: {{ lesson }}',
        body: 'La lección «{{ lesson }}» de «{{ course }}» ya está abierta para ti.',
      },
      fr: {
        subject: 'Leçon ouverte : {{ lesson }}',
        body: 'La leçon « {{ lesson }} » de « {{ course }} » vous est ouverte.',
      },
      ru: {
        subject: 'Открыт урок: {{ lesson }}',
        body: 'Вам открыт урок «{{ lesson }}» курса «{{ course }}».',
      },
    }),
  }),
  notification('certificate_issued', {
    on: certificateIssued,
    topic,
    values: ({ number, course_title }) => ({ number, title: course_title }),
    text: text({
      en: {
        subject: 'Your certificate',
        body: 'You have a certificate for “{{ title }}”. [Look at it]({{ school.url }}/certificates/{{ number }}).',
      },
      de: {
        subject: 'Ihr Zertifikat',
        body: 'Sie haben ein Zertifikat für „{{ title }}“. [Ansehen]({{ school.url }}/certificates/{{ number }}).',
      },
      es: {
        subject: 'Tu certificado',
        body: 'Tienes un certificado de «{{ title }}». [Verlo]({{ school.url }}/certificates/{{ number }}).',
      },
      fr: {
        subject: 'Votre certificat',
        body: 'Vous avez un certificat pour « {{ title }} ». [Le voir]({{ school.url }}/certificates/{{ number }}).',
      },
      ru: {
        subject: 'Ваш сертификат',
        body: 'Вам выдан сертификат за «{{ title }}». [Посмотреть]({{ school.url }}/certificates/{{ number }}).',
      },
    }),
  }),
  notification('comment_answered', {
    on: commentCreated,
    topic,
    // Students mention whom they like, as often as they like.
    most: 20,
    to: ({ author_id, mention_ids, status }, { replied_user_id }) =>
      status === 'visible' ? [replied_user_id, ...mention_ids].filter(id => id !== author_id) : [],
    values: comment => ({ comment: comment.text }),
    text: text({
      en: {
        subject: 'Somebody answered you',
        body: 'There is a comment for you in “{{ course }}”:\n\n{{ comment }}',
      },
      de: {
        subject: 'Jemand hat Ihnen geantwortet',
        body: 'In „{{ course }}“ gibt es einen Kommentar für Sie:\n\n{{ comment }}',
      },
      es: {
        subject: 'Alguien te ha respondido',
        body: 'Hay un comentario para ti en «{{ course }}»:\n\n{{ comment }}',
      },
      fr: {
        subject: 'Quelqu’un vous a répondu',
        body: 'Il y a un commentaire pour vous dans « {{ course }} » :\n\n{{ comment }}',
      },
      ru: {
        subject: 'Вам ответили',
        body: 'В курсе «{{ course }}» есть комментарий для вас:\n\n{{ comment }}',
      },
    }),
  }),
]
