// The words of the room of a webinar, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import type { RoomState, roomProblems } from './room.contract.ts'

interface RoomWords {
  readonly states: Readonly<Record<RoomState['status'], string>>
  readonly starts: (time: string) => string
  readonly host: (name: string) => string
  readonly join: string
  readonly recorded: string
  readonly recording: string
  readonly otherTab: string
  readonly newTab: string
  readonly staff: string
  readonly chat: string
  readonly noMessages: string
  readonly pinned: string
  readonly message: string
  readonly send: string
  readonly waits: string
  readonly vote: string
  readonly ask: string
  readonly questions: string
  readonly voteFor: string
  readonly votes: (count: number) => string
  readonly answered: string
  readonly raiseHand: string
  readonly lowerHand: string
  readonly hands: (count: number) => string
  readonly ends: string
  readonly over: string
  readonly answers: (count: number) => string
  readonly form: string
  readonly problems: Readonly<Record<(typeof roomProblems)[number], string>>
  readonly unknown: Notice
  readonly unreadable: Notice
  readonly tooMany: Notice
  readonly unavailable: Notice
}

export const roomWords = wordsIn<RoomWords>({
  en: {
    states: {
      scheduled: 'This webinar has not begun. This page shows it when it does.',
      live: 'This webinar is live.',
      finished: 'This webinar is over.',
      canceled: 'This webinar was called off.',
    },
    starts: time => `It begins on ${time}.`,
    host: name => `With ${name}`,
    join: 'Go to the video',
    recorded: 'What you see was recorded. Your messages reach the school.',
    recording: 'Watch the recording',
    otherTab:
      'The video opens in a tab of its own. Leave this page open: your chat is here, and it tells that you are present.',
    newTab: 'Open the video in a tab of its own',
    staff: 'team',
    chat: 'Chat',
    noMessages: 'Nobody has written yet.',
    pinned: 'Pinned',
    message: 'Your message',
    send: 'Send',
    waits: 'waits for approval',
    vote: 'Answer',
    ask: 'Ask as a question',
    questions: 'Questions',
    voteFor: 'I want to know this, too',
    votes: count => `${count} ${count === 1 ? 'vote' : 'votes'}`,
    answered: 'answered',
    raiseHand: 'Raise your hand',
    lowerHand: 'Lower your hand',
    hands: count => `${count} ${count === 1 ? 'hand is' : 'hands are'} raised`,
    ends: 'Until',
    over: 'This offer has ended.',
    answers: count => `${count} ${count === 1 ? 'answer' : 'answers'}`,
    form: 'Open the form',
    problems: {
      chat_closed: 'The chat is closed. Your message was not sent.',
      author_banned: 'You can no longer write in this chat.',
      too_soon: 'Wait a moment before you write again. Your message was not sent.',
      chat_limit_reached: 'The chat is full. Your message was not sent.',
      not_answerable: 'This poll is closed. Your answer was not taken.',
      question_closed: 'This question is closed. Your vote was not counted.',
    },
    unknown: ['No such room', 'This entry is not valid any more. Register again, or ask the school.'],
    unreadable: ['Not sent', 'A message has 1 to 2,000 characters. Go back and shorten it.'],
    tooMany: ['Too many requests', 'Wait a moment, then load this page again.'],
    unavailable: ['Not available for a moment', 'Load this page again in a minute.'],
  },
  de: {
    states: {
      scheduled: 'Dieses Webinar hat noch nicht begonnen. Sobald es beginnt, zeigt diese Seite es an.',
      live: 'Dieses Webinar läuft.',
      finished: 'Dieses Webinar ist zu Ende.',
      canceled: 'Dieses Webinar wurde abgesagt.',
    },
    starts: time => `Es beginnt am ${time}.`,
    host: name => `Mit ${name}`,
    join: 'Zum Video',
    recorded: 'Was Sie sehen, wurde aufgezeichnet. Ihre Nachrichten erreichen die Schule.',
    recording: 'Aufzeichnung ansehen',
    otherTab:
      'Das Video öffnet sich in einem eigenen Tab. Lassen Sie diese Seite offen: Hier ist der Chat, und sie meldet Ihre Anwesenheit.',
    newTab: 'Video in einem eigenen Tab öffnen',
    staff: 'Team',
    chat: 'Chat',
    noMessages: 'Noch hat niemand geschrieben.',
    pinned: 'Angeheftet',
    message: 'Ihre Nachricht',
    send: 'Senden',
    waits: 'wartet auf Freigabe',
    vote: 'Antworten',
    ask: 'Als Frage stellen',
    questions: 'Fragen',
    voteFor: 'Das möchte ich auch wissen',
    votes: count => `${count} ${count === 1 ? 'Stimme' : 'Stimmen'}`,
    answered: 'beantwortet',
    raiseHand: 'Hand heben',
    lowerHand: 'Hand senken',
    hands: count => `${count} ${count === 1 ? 'Hand ist' : 'Hände sind'} gehoben`,
    ends: 'Bis',
    over: 'Dieses Angebot ist beendet.',
    answers: count => `${count} ${count === 1 ? 'Antwort' : 'Antworten'}`,
    form: 'Formular öffnen',
    problems: {
      chat_closed: 'Der Chat ist geschlossen. Ihre Nachricht wurde nicht gesendet.',
      author_banned: 'Sie können in diesem Chat nicht mehr schreiben.',
      too_soon: 'Bitte warten Sie kurz, bevor Sie wieder schreiben. Ihre Nachricht wurde nicht gesendet.',
      chat_limit_reached: 'Der Chat ist voll. Ihre Nachricht wurde nicht gesendet.',
      not_answerable: 'Diese Umfrage ist geschlossen. Ihre Antwort wurde nicht gezählt.',
      question_closed: 'Diese Frage ist geschlossen. Ihre Stimme wurde nicht gezählt.',
    },
    unknown: [
      'Kein solcher Raum',
      'Dieser Zugang gilt nicht mehr. Melden Sie sich neu an oder fragen Sie die Schule.',
    ],
    unreadable: [
      'Nicht gesendet',
      'Eine Nachricht hat 1 bis 2.000 Zeichen. Gehen Sie zurück und kürzen Sie sie.',
    ],
    tooMany: ['Zu viele Anfragen', 'Warten Sie kurz und laden Sie diese Seite neu.'],
    unavailable: ['Gerade nicht erreichbar', 'Laden Sie diese Seite in einer Minute neu.'],
  },
  es: {
    states: {
      scheduled: 'Este seminario web aún no ha empezado. Esta página lo mostrará cuando empiece.',
      live: 'Este seminario web está en directo.',
      finished: 'Este seminario web ha terminado.',
      canceled: 'Este seminario web se ha cancelado.',
    },
    starts: time => `Empieza el ${time}.`,
    host: name => `Con ${name}`,
    join: 'Ir al vídeo',
    recorded: 'Lo que ve se grabó antes. Sus mensajes llegan a la escuela.',
    recording: 'Ver la grabación',
    otherTab:
      'El vídeo se abre en otra pestaña. Deje abierta esta página: aquí está el chat, y ella indica que usted está presente.',
    newTab: 'Abrir el vídeo en otra pestaña',
    staff: 'equipo',
    chat: 'Chat',
    noMessages: 'Nadie ha escrito todavía.',
    pinned: 'Fijado',
    message: 'Su mensaje',
    send: 'Enviar',
    waits: 'pendiente de aprobación',
    vote: 'Responder',
    ask: 'Enviar como pregunta',
    questions: 'Preguntas',
    voteFor: 'Yo también quiero saberlo',
    votes: count => `${count} ${count === 1 ? 'voto' : 'votos'}`,
    answered: 'respondida',
    raiseHand: 'Levantar la mano',
    lowerHand: 'Bajar la mano',
    hands: count => `${count} ${count === 1 ? 'mano levantada' : 'manos levantadas'}`,
    ends: 'Hasta',
    over: 'Esta oferta ha terminado.',
    answers: count => `${count} ${count === 1 ? 'respuesta' : 'respuestas'}`,
    form: 'Abrir el formulario',
    problems: {
      chat_closed: 'El chat está cerrado. Su mensaje no se ha enviado.',
      author_banned: 'Ya no puede escribir en este chat.',
      too_soon: 'Espere un momento antes de volver a escribir. Su mensaje no se ha enviado.',
      chat_limit_reached: 'El chat está lleno. Su mensaje no se ha enviado.',
      not_answerable: 'Esta encuesta está cerrada. Su respuesta no se ha contado.',
      question_closed: 'Esta pregunta está cerrada. Su voto no se ha contado.',
    },
    unknown: [
      'No existe esta sala',
      'Este acceso ya no es válido. Inscríbase de nuevo o pregunte a la escuela.',
    ],
    unreadable: ['No enviado', 'Un mensaje tiene de 1 a 2.000 caracteres. Vuelva atrás y acórtelo.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y vuelva a cargar esta página.'],
    unavailable: ['No disponible por un momento', 'Vuelva a cargar esta página dentro de un minuto.'],
  },
  fr: {
    states: {
      scheduled: 'Ce webinaire n’a pas commencé. Cette page l’affichera dès son début.',
      live: 'Ce webinaire est en direct.',
      finished: 'Ce webinaire est terminé.',
      canceled: 'Ce webinaire a été annulé.',
    },
    starts: time => `Il commence le ${time}.`,
    host: name => `Avec ${name}`,
    join: 'Aller à la vidéo',
    recorded: 'Ce que vous voyez a été enregistré. Vos messages parviennent à l’école.',
    recording: 'Regarder l’enregistrement',
    otherTab:
      'La vidéo s’ouvre dans un autre onglet. Gardez cette page ouverte : la discussion est ici, et elle signale votre présence.',
    newTab: 'Ouvrir la vidéo dans un autre onglet',
    staff: 'équipe',
    chat: 'Discussion',
    noMessages: 'Personne n’a encore écrit.',
    pinned: 'Épinglé',
    message: 'Votre message',
    send: 'Envoyer',
    waits: 'en attente de validation',
    vote: 'Répondre',
    ask: 'Poser comme question',
    questions: 'Questions',
    voteFor: 'Je veux aussi le savoir',
    votes: count => `${count} ${count > 1 ? 'votes' : 'vote'}`,
    answered: 'répondue',
    raiseHand: 'Lever la main',
    lowerHand: 'Baisser la main',
    hands: count => `${count} ${count > 1 ? 'mains levées' : 'main levée'}`,
    ends: 'Jusqu’au',
    over: 'Cette offre est terminée.',
    answers: count => `${count} ${count > 1 ? 'réponses' : 'réponse'}`,
    form: 'Ouvrir le formulaire',
    problems: {
      chat_closed: 'La discussion est fermée. Votre message n’a pas été envoyé.',
      author_banned: 'Vous ne pouvez plus écrire dans cette discussion.',
      too_soon: 'Patientez un instant avant d’écrire à nouveau. Votre message n’a pas été envoyé.',
      chat_limit_reached: 'La discussion est pleine. Votre message n’a pas été envoyé.',
      not_answerable: 'Ce sondage est fermé. Votre réponse n’a pas été comptée.',
      question_closed: 'Cette question est close. Votre vote n’a pas été compté.',
    },
    unknown: [
      'Salle introuvable',
      'Cet accès n’est plus valable. Inscrivez-vous à nouveau ou contactez l’école.',
    ],
    unreadable: [
      'Non envoyé',
      'Un message compte de 1 à 2 000 caractères. Revenez en arrière et raccourcissez-le.',
    ],
    tooMany: ['Trop de requêtes', 'Patientez un instant, puis rechargez cette page.'],
    unavailable: ['Indisponible un instant', 'Rechargez cette page dans une minute.'],
  },
  ru: {
    states: {
      scheduled: 'Вебинар ещё не начался. Как только он начнётся, эта страница это покажет.',
      live: 'Вебинар идёт.',
      finished: 'Вебинар закончился.',
      canceled: 'Вебинар отменён.',
    },
    starts: time => `Начало: ${time}.`,
    host: name => `Ведёт ${name}`,
    join: 'Перейти к видео',
    recorded: 'Вы видите запись. Ваши сообщения дойдут до школы.',
    recording: 'Смотреть запись',
    otherTab:
      'Видео откроется в отдельной вкладке. Не закрывайте эту страницу: здесь чат, и она отмечает ваше присутствие.',
    newTab: 'Открыть видео в отдельной вкладке',
    staff: 'команда',
    chat: 'Чат',
    noMessages: 'Пока никто не написал.',
    pinned: 'Закреплено',
    message: 'Ваше сообщение',
    send: 'Отправить',
    waits: 'ждёт проверки',
    vote: 'Ответить',
    ask: 'Задать вопрос',
    questions: 'Вопросы',
    voteFor: 'Мне тоже интересно',
    votes: count => `Голосов: ${count}`,
    answered: 'есть ответ',
    raiseHand: 'Поднять руку',
    lowerHand: 'Опустить руку',
    hands: count => `Поднято рук: ${count}`,
    ends: 'До',
    over: 'Предложение закончилось.',
    answers: count => `Ответов: ${count}`,
    form: 'Открыть форму',
    problems: {
      chat_closed: 'Чат закрыт. Сообщение не отправлено.',
      author_banned: 'Вы больше не можете писать в этот чат.',
      too_soon: 'Подождите немного перед следующим сообщением. Сообщение не отправлено.',
      chat_limit_reached: 'Чат заполнен. Сообщение не отправлено.',
      not_answerable: 'Опрос закрыт. Ответ не учтён.',
      question_closed: 'Вопрос закрыт. Голос не учтён.',
    },
    unknown: [
      'Такой комнаты нет',
      'Эта ссылка больше не действует. Зарегистрируйтесь снова или спросите школу.',
    ],
    unreadable: ['Не отправлено', 'В сообщении от 1 до 2000 знаков. Вернитесь и сократите его.'],
    tooMany: ['Слишком много запросов', 'Подождите немного и обновите страницу.'],
    unavailable: ['Сейчас недоступно', 'Обновите страницу через минуту.'],
  },
})

/** What stands in place of the page. */
export function roomRefusals(language: string): PageRefusals {
  const { unknown, unreadable, tooMany, unavailable } = roomWords(language)
  return { 404: unknown, 400: unreadable, 429: () => tooMany, unavailable }
}
