// The words of the page on which a visitor registers for a webinar, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import type { explainedReasons } from './registering.contract.ts'

interface RegisteringWords {
  readonly sessions: string
  readonly session: string
  readonly calendar: string
  readonly host: (name: string) => string
  readonly live: string
  readonly full: string
  readonly none: string
  readonly allFull: string
  readonly emailHint: string
  readonly register: string
  readonly registered: string
  readonly registeredByMail: string
  readonly forGroup: string
  readonly sold: string
  readonly buy: string
  readonly unsold: string
  readonly tooFast: string
  /** Why a form registered nobody, by the reason of the refusal. */
  readonly problems: Readonly<Record<(typeof explainedReasons)[number], string>>
  readonly unknown: Notice
  readonly foreign: Notice
  readonly unreadable: Notice
  readonly tooMany: Notice
  readonly unavailable: Notice
}

export const registeringWords = wordsIn<RegisteringWords>({
  en: {
    calendar: 'Add to calendar',
    sessions: 'When it takes place',
    session: 'Session',
    host: name => `With ${name}`,
    live: 'live now',
    full: 'full',
    none: 'No session is announced now. Come back later, or ask the school.',
    allFull: 'Every seat is taken. Come back later, or ask the school.',
    emailHint: 'Your entry to the webinar comes to this address.',
    register: 'Register',
    registered: 'You are registered. The school tells you how to enter.',
    registeredByMail:
      'You are registered. Your entry to the webinar comes by e-mail. If you had registered before, you have it already.',
    forGroup:
      'This webinar is for the members of a group. If you are one of them, ask the school to register you.',
    sold: 'This webinar is sold. Whoever buys it is registered.',
    buy: 'Buy',
    unsold: 'This webinar is sold, but not at the moment. Come back later, or ask the school.',
    tooFast: 'That was faster than people are. Check your entries and send them once more.',
    problems: {
      session_unknown: 'This session no longer exists. Nobody was registered.',
      session_closed: 'This session is over or was called off. Nobody was registered.',
      session_seats_taken: 'Meanwhile every seat of this session is taken. Nobody was registered.',
      webinar_not_open: 'Meanwhile this webinar is not open to everybody. Nobody was registered.',
    },
    unknown: [
      'No such webinar',
      'This school has no webinar with this address. Check that the address is complete, or ask the school.',
    ],
    foreign: [
      'The form came from another site',
      'Nobody was registered. Open the page of the webinar at this school, and register there.',
    ],
    unreadable: ['The form was not understood', 'Go back, reload the page and fill in the form again.'],
    tooMany: [
      'Too many registrations from your network',
      'Nobody was registered. Wait a minute, then go back and send the form again.',
    ],
    unavailable: [
      'Not available for a moment',
      'Go back and send the form again in a minute. It registers once, however often it is sent.',
    ],
  },
  de: {
    calendar: 'In den Kalender',
    sessions: 'Termine',
    session: 'Termin',
    host: name => `Mit ${name}`,
    live: 'läuft gerade',
    full: 'ausgebucht',
    none: 'Zurzeit ist kein Termin angekündigt. Kommen Sie später wieder oder fragen Sie die Schule.',
    allFull: 'Alle Plätze sind vergeben. Kommen Sie später wieder oder fragen Sie die Schule.',
    emailHint: 'An diese Adresse kommt Ihr Zugang zum Webinar.',
    register: 'Anmelden',
    registered: 'Sie sind angemeldet. Die Schule teilt Ihnen Ihren Zugang mit.',
    registeredByMail:
      'Sie sind angemeldet. Ihr Zugang zum Webinar kommt per E-Mail. Wenn Sie schon angemeldet waren, haben Sie ihn bereits.',
    forGroup:
      'Dieses Webinar ist für die Mitglieder einer Gruppe. Wenn Sie dazugehören, bitten Sie die Schule, Sie anzumelden.',
    sold: 'Dieses Webinar wird verkauft. Wer es kauft, ist angemeldet.',
    buy: 'Kaufen',
    unsold:
      'Dieses Webinar wird verkauft, aber zurzeit nicht. Kommen Sie später wieder oder fragen Sie die Schule.',
    tooFast: 'Das war schneller, als Menschen sind. Prüfen Sie Ihre Angaben und senden Sie sie noch einmal.',
    problems: {
      session_unknown: 'Diesen Termin gibt es nicht mehr. Es wurde niemand angemeldet.',
      session_closed: 'Dieser Termin ist vorbei oder abgesagt. Es wurde niemand angemeldet.',
      session_seats_taken:
        'Inzwischen sind alle Plätze dieses Termins vergeben. Es wurde niemand angemeldet.',
      webinar_not_open: 'Inzwischen ist dieses Webinar nicht für alle offen. Es wurde niemand angemeldet.',
    },
    unknown: [
      'Webinar nicht gefunden',
      'Diese Schule hat kein Webinar mit dieser Adresse. Prüfen Sie, ob die Adresse vollständig ist, oder fragen Sie die Schule.',
    ],
    foreign: [
      'Das Formular kam von einer anderen Seite',
      'Es wurde niemand angemeldet. Öffnen Sie die Seite des Webinars bei dieser Schule und melden Sie sich dort an.',
    ],
    unreadable: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, laden Sie die Seite neu und füllen Sie das Formular noch einmal aus.',
    ],
    tooMany: [
      'Zu viele Anmeldungen aus Ihrem Netz',
      'Es wurde niemand angemeldet. Warten Sie eine Minute, gehen Sie zurück und senden Sie das Formular noch einmal.',
    ],
    unavailable: [
      'Einen Moment nicht erreichbar',
      'Gehen Sie zurück und senden Sie das Formular in einer Minute noch einmal. Es meldet einmal an, egal wie oft Sie es senden.',
    ],
  },
  es: {
    calendar: 'Añadir al calendario',
    sessions: 'Cuándo tiene lugar',
    session: 'Sesión',
    host: name => `Con ${name}`,
    live: 'en directo',
    full: 'completo',
    none: 'Ahora no hay ninguna sesión anunciada. Vuelva más tarde o pregunte a la escuela.',
    allFull: 'Todas las plazas están ocupadas. Vuelva más tarde o pregunte a la escuela.',
    emailHint: 'Su acceso al seminario web llega a esta dirección.',
    register: 'Inscribirse',
    registered: 'Está inscrito. La escuela le dirá cómo entrar.',
    registeredByMail:
      'Está inscrito. Su acceso al seminario web llega por correo. Si ya se había inscrito antes, ya lo tiene.',
    forGroup:
      'Este seminario web es para los miembros de un grupo. Si es uno de ellos, pida a la escuela que le inscriba.',
    sold: 'Este seminario web se vende. Quien lo compra queda inscrito.',
    buy: 'Comprar',
    unsold: 'Este seminario web se vende, pero no en este momento. Vuelva más tarde o pregunte a la escuela.',
    tooFast: 'Ha sido más rápido de lo que son las personas. Revise sus datos y envíelos otra vez.',
    problems: {
      session_unknown: 'Esta sesión ya no existe. No se ha inscrito a nadie.',
      session_closed: 'Esta sesión ha terminado o se ha cancelado. No se ha inscrito a nadie.',
      session_seats_taken:
        'Mientras tanto se han ocupado todas las plazas de esta sesión. No se ha inscrito a nadie.',
      webinar_not_open:
        'Mientras tanto este seminario web ha dejado de estar abierto a todos. No se ha inscrito a nadie.',
    },
    unknown: [
      'No existe este seminario web',
      'Esta escuela no tiene ningún seminario web en esta dirección. Compruebe que la dirección esté completa o pregunte a la escuela.',
    ],
    foreign: [
      'El formulario ha llegado desde otro sitio',
      'No se ha inscrito a nadie. Abra la página del seminario web en esta escuela e inscríbase allí.',
    ],
    unreadable: [
      'No se ha entendido el formulario',
      'Vuelva atrás, recargue la página y rellene de nuevo el formulario.',
    ],
    tooMany: [
      'Demasiadas inscripciones desde su red',
      'No se ha inscrito a nadie. Espere un minuto, vuelva atrás y envíe de nuevo el formulario.',
    ],
    unavailable: [
      'No disponible por un momento',
      'Vuelva atrás y envíe de nuevo el formulario dentro de un minuto. Inscribe una sola vez, aunque lo envíe varias veces.',
    ],
  },
  fr: {
    calendar: 'Ajouter au calendrier',
    sessions: 'Dates',
    session: 'Session',
    host: name => `Avec ${name}`,
    live: 'en direct',
    full: 'complet',
    none: 'Aucune session n’est annoncée pour le moment. Revenez plus tard ou contactez l’école.',
    allFull: 'Toutes les places sont prises. Revenez plus tard ou contactez l’école.',
    emailHint: 'Votre accès au webinaire arrive à cette adresse.',
    register: 'S’inscrire',
    registered: 'Vous êtes inscrit. L’école vous dira comment entrer.',
    registeredByMail:
      'Vous êtes inscrit. Votre accès au webinaire arrive par e-mail. Si vous étiez déjà inscrit, vous l’avez déjà.',
    forGroup:
      'Ce webinaire est réservé aux membres d’un groupe. Si vous en êtes, demandez à l’école de vous inscrire.',
    sold: 'Ce webinaire est vendu. Qui l’achète est inscrit.',
    buy: 'Acheter',
    unsold: 'Ce webinaire est vendu, mais pas en ce moment. Revenez plus tard ou contactez l’école.',
    tooFast: 'C’était plus rapide qu’une personne. Vérifiez vos données et envoyez-les encore une fois.',
    problems: {
      session_unknown: 'Cette session n’existe plus. Personne n’a été inscrit.',
      session_closed: 'Cette session est terminée ou annulée. Personne n’a été inscrit.',
      session_seats_taken:
        'Entre-temps toutes les places de cette session sont prises. Personne n’a été inscrit.',
      webinar_not_open: 'Entre-temps ce webinaire n’est plus ouvert à tous. Personne n’a été inscrit.',
    },
    unknown: [
      'Webinaire introuvable',
      'Cette école n’a pas de webinaire à cette adresse. Vérifiez que l’adresse est complète, ou demandez à l’école.',
    ],
    foreign: [
      'Le formulaire vient d’un autre site',
      'Personne n’a été inscrit. Ouvrez la page du webinaire dans cette école et inscrivez-vous là.',
    ],
    unreadable: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, rechargez la page et remplissez de nouveau le formulaire.',
    ],
    tooMany: [
      'Trop d’inscriptions depuis votre réseau',
      'Personne n’a été inscrit. Patientez une minute, revenez en arrière et envoyez de nouveau le formulaire.',
    ],
    unavailable: [
      'Indisponible un instant',
      'Revenez en arrière et envoyez de nouveau le formulaire dans une minute. Il inscrit une seule fois, même envoyé plusieurs fois.',
    ],
  },
  ru: {
    calendar: 'Добавить в календарь',
    sessions: 'Когда проходит',
    session: 'Сеанс',
    host: name => `Ведущий: ${name}`,
    live: 'идёт сейчас',
    full: 'мест нет',
    none: 'Сейчас ни один сеанс не объявлен. Зайдите позже или спросите школу.',
    allFull: 'Все места заняты. Зайдите позже или спросите школу.',
    emailHint: 'На этот адрес придёт ваша ссылка на вебинар.',
    register: 'Зарегистрироваться',
    registered: 'Вы зарегистрированы. Школа сообщит, как войти.',
    registeredByMail:
      'Вы зарегистрированы. Ссылка на вебинар придёт по электронной почте. Если вы регистрировались раньше, она у вас уже есть.',
    forGroup:
      'Этот вебинар — для участников группы. Если вы один из них, попросите школу вас зарегистрировать.',
    sold: 'Этот вебинар продаётся. Покупатель регистрируется сам собой.',
    buy: 'Купить',
    unsold: 'Этот вебинар продаётся, но не сейчас. Зайдите позже или спросите школу.',
    tooFast: 'Это быстрее, чем бывает у людей. Проверьте данные и отправьте их ещё раз.',
    problems: {
      session_unknown: 'Этого сеанса больше нет. Никто не зарегистрирован.',
      session_closed: 'Этот сеанс закончился или отменён. Никто не зарегистрирован.',
      session_seats_taken: 'Тем временем все места этого сеанса заняты. Никто не зарегистрирован.',
      webinar_not_open: 'Тем временем этот вебинар открыт не для всех. Никто не зарегистрирован.',
    },
    unknown: [
      'Такого вебинара нет',
      'У этой школы нет вебинара с таким адресом. Проверьте, весь ли адрес вы ввели, или спросите школу.',
    ],
    foreign: [
      'Форма пришла с другого сайта',
      'Никто не зарегистрирован. Откройте страницу вебинара на сайте этой школы и зарегистрируйтесь там.',
    ],
    unreadable: [
      'Форму не удалось прочитать',
      'Вернитесь, загрузите страницу заново и заполните форму ещё раз.',
    ],
    tooMany: [
      'Слишком много регистраций из вашей сети',
      'Никто не зарегистрирован. Подождите минуту, вернитесь и отправьте форму ещё раз.',
    ],
    unavailable: [
      'Временно недоступно',
      'Вернитесь и отправьте форму ещё раз через минуту. Регистрация будет одна, сколько бы раз вы её ни отправили.',
    ],
  },
})

/** What stands in place of the page. */
export function registeringRefusals(language: string): PageRefusals {
  const { unknown, foreign, unreadable, tooMany, unavailable } = registeringWords(language)
  return { 404: unknown, 403: foreign, 400: unreadable, 429: () => tooMany, unavailable }
}
