// The messages to participants, by language: Markdown with values in Liquid.
import { wordsIn } from '@lms/contract/language'
import type { NoticeKind } from '../webinars/webinar.contract.ts'

export const noticeWords = wordsIn<Readonly<Record<NoticeKind, { subject: string; body: string }>>>({
  en: {
    registered: {
      subject: 'You are registered: {{ title }}',
      body: 'You are registered for “{{ title }}”.\n\nIt begins on {{ time }}.\n\n[Your personal entry]({{ url }} "button")',
    },
    left: {
      subject: 'Your registration is canceled: {{ title }}',
      body: 'You are no longer registered for “{{ title }}” on {{ time }}.',
    },
    reminder: {
      subject: '{{ title }}: {{ time }}',
      body: '“{{ title }}” begins on {{ time }}.\n\n[Your personal entry]({{ url }} "button")',
    },
    moved: {
      subject: 'New time: {{ title }}',
      body: '“{{ title }}” was moved. It now begins on {{ time }}.\n\n[Your personal entry]({{ url }} "button")',
    },
    canceled: {
      subject: 'Called off: {{ title }}',
      body: '“{{ title }}” on {{ time }} was called off.',
    },
    recording: {
      subject: 'The recording is ready: {{ title }}',
      body: 'You can now watch the recording of “{{ title }}” of {{ time }}.\n\n[Watch it]({{ url }} "button")',
    },
  },
  de: {
    registered: {
      subject: 'Sie sind angemeldet: {{ title }}',
      body: 'Sie sind für „{{ title }}“ angemeldet.\n\nBeginn: {{ time }}.\n\n[Ihr persönlicher Zugang]({{ url }} "button")',
    },
    left: {
      subject: 'Ihre Anmeldung ist storniert: {{ title }}',
      body: 'Sie sind nicht mehr für „{{ title }}“ angemeldet ({{ time }}).',
    },
    reminder: {
      subject: '{{ title }}: {{ time }}',
      body: '„{{ title }}“ beginnt: {{ time }}.\n\n[Ihr persönlicher Zugang]({{ url }} "button")',
    },
    moved: {
      subject: 'Neuer Termin: {{ title }}',
      body: '„{{ title }}“ wurde verschoben. Neuer Beginn: {{ time }}.\n\n[Ihr persönlicher Zugang]({{ url }} "button")',
    },
    canceled: {
      subject: 'Abgesagt: {{ title }}',
      body: '„{{ title }}“ ({{ time }}) wurde abgesagt.',
    },
    recording: {
      subject: 'Die Aufzeichnung ist da: {{ title }}',
      body: 'Sie können die Aufzeichnung von „{{ title }}“ ({{ time }}) jetzt ansehen.\n\n[Ansehen]({{ url }} "button")',
    },
  },
  es: {
    registered: {
      subject: 'Tu inscripción: {{ title }}',
      body: 'Te has inscrito en «{{ title }}».\n\nEmpieza: {{ time }}.\n\n[Tu acceso personal]({{ url }} "button")',
    },
    left: {
      subject: 'Inscripción cancelada: {{ title }}',
      body: 'Ya no estás en la lista de «{{ title }}» ({{ time }}).',
    },
    reminder: {
      subject: '{{ title }}: {{ time }}',
      body: '«{{ title }}» empieza: {{ time }}.\n\n[Tu acceso personal]({{ url }} "button")',
    },
    moved: {
      subject: 'Nueva fecha: {{ title }}',
      body: '«{{ title }}» ha cambiado de fecha. Ahora empieza: {{ time }}.\n\n[Tu acceso personal]({{ url }} "button")',
    },
    canceled: {
      subject: 'Cancelado: {{ title }}',
      body: '«{{ title }}» ({{ time }}) se ha cancelado.',
    },
    recording: {
      subject: 'La grabación está lista: {{ title }}',
      body: 'Ya puedes ver la grabación de «{{ title }}» ({{ time }}).\n\n[Ver]({{ url }} "button")',
    },
  },
  fr: {
    registered: {
      subject: 'Votre inscription : {{ title }}',
      body: 'Votre inscription à « {{ title }} » est enregistrée.\n\nDébut : {{ time }}.\n\n[Votre accès personnel]({{ url }} "button")',
    },
    left: {
      subject: 'Inscription annulée : {{ title }}',
      body: 'Votre inscription à « {{ title }} » ({{ time }}) est annulée.',
    },
    reminder: {
      subject: '{{ title }} : {{ time }}',
      body: '« {{ title }} » commence : {{ time }}.\n\n[Votre accès personnel]({{ url }} "button")',
    },
    moved: {
      subject: 'Nouvelle date : {{ title }}',
      body: '« {{ title }} » a été déplacé. Nouveau début : {{ time }}.\n\n[Votre accès personnel]({{ url }} "button")',
    },
    canceled: {
      subject: 'Annulé : {{ title }}',
      body: '« {{ title }} » ({{ time }}) est annulé.',
    },
    recording: {
      subject: 'L’enregistrement est prêt : {{ title }}',
      body: 'Vous pouvez maintenant regarder l’enregistrement de « {{ title }} » ({{ time }}).\n\n[Regarder]({{ url }} "button")',
    },
  },
  ru: {
    registered: {
      subject: 'Вы записаны: {{ title }}',
      body: 'Вы записаны на вебинар «{{ title }}».\n\nНачало: {{ time }}.\n\n[Ваш личный вход]({{ url }} "button")',
    },
    left: {
      subject: 'Запись отменена: {{ title }}',
      body: 'Вы больше не записаны на вебинар «{{ title }}» ({{ time }}).',
    },
    reminder: {
      subject: '{{ title }}: {{ time }}',
      body: 'Вебинар «{{ title }}» начнётся: {{ time }}.\n\n[Ваш личный вход]({{ url }} "button")',
    },
    moved: {
      subject: 'Новое время: {{ title }}',
      body: 'Вебинар «{{ title }}» перенесён. Новое начало: {{ time }}.\n\n[Ваш личный вход]({{ url }} "button")',
    },
    canceled: {
      subject: 'Вебинар отменён: {{ title }}',
      body: 'Вебинар «{{ title }}» ({{ time }}) отменён.',
    },
    recording: {
      subject: 'Запись готова: {{ title }}',
      body: 'Запись вебинара «{{ title }}» ({{ time }}) можно посмотреть.\n\n[Смотреть]({{ url }} "button")',
    },
  },
})
