// Verbs that ask for a change.
import type { Phrases } from './intents.ts'

/** Verbs of changes, by the last part of an operation's path, or its method where the path is that of the object. */
export const verbs: Readonly<Record<string, Phrases>> = {
  cancel: { en: ['cancel'], ru: ['отмени*'] },
  'mark-paid': { en: ['mark as paid', 'mark paid'], ru: ['отметь оплачен*', 'отметь как оплачен*'] },
  publish: { en: ['publish'], ru: ['опубликуй*'] },
  pause: { en: ['pause'], ru: ['приостанови*', 'поставь на паузу'] },
  resume: { en: ['resume'], ru: ['возобнови*'] },
  refund: { en: ['refund'], ru: ['верни деньги', 'сделай возврат', 'оформи возврат'] },
  freeze: { en: ['freeze'], ru: ['заморозь*'] },
  accept: { en: ['accept'], ru: ['прими*'] },
  retry: { en: ['retry'], ru: ['повтори*'] },
  DELETE: { en: ['delete', 'remove'], ru: ['удали*'] },
}

/** Verbs of changes that are not understood as a call; with one of them a question is no question. */
export const otherVerbs: Phrases = {
  en: [
    'create',
    'add',
    'change',
    'set',
    'send',
    'rename',
    'update',
    'make',
    'grant',
    'give access',
    'give everyone',
    'give everybody',
    'give all',
    'block',
    'enroll',
    'invite',
    'write',
    'move',
    'export',
    'import',
    'archive',
  ],
  ru: [
    'создай*',
    'добавь*',
    'измени*',
    'поставь*',
    'отправь*',
    'переименуй*',
    'обнови*',
    'выдай*',
    'дай доступ',
    'заблокируй*',
    'зачисли*',
    'пригласи*',
    'напиши*',
    'перенеси*',
    'выгрузи*',
    'загрузи*',
    'архивируй*',
  ],
}

export const tagVerbs: Phrases = {
  en: ['create tag', 'create a tag', 'create the tag', 'add a tag', 'add tag'],
  ru: ['создай тег', 'добавь тег', 'создать тег'],
}
