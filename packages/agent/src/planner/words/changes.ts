// Verbs that ask for a change.
import type { Phrases } from './intents.ts'

/** Verbs of changes, by the last part of an operation's path, or its method where the path is that of the object. */
export const verbs: Readonly<Record<string, Phrases>> = {
  cancel: { en: ['cancel', 'call off'], ru: ['отмени', 'отмените', 'отменить', 'аннулируй*'] },
  'mark-paid': { en: ['mark as paid', 'mark paid'], ru: ['отметь оплачен*', 'отметь как оплачен*'] },
  publish: { en: ['publish'], ru: ['опубликуй*', 'опубликовать'] },
  pause: {
    en: ['pause', 'put on pause', 'put on hold', 'stop'],
    ru: ['приостанови', 'приостановите', 'приостановить', 'поставь на паузу', 'останови', 'остановите'],
  },
  resume: {
    en: ['resume', 'unpause', 'continue'],
    ru: ['возобнови', 'возобновите', 'возобновить', 'продолжи'],
  },
  start: {
    en: ['start', 'launch', 'send out', 'send'],
    ru: ['запусти', 'запустите', 'начни', 'отправь', 'отправьте'],
  },
  copy: { en: ['copy', 'duplicate', 'clone'], ru: ['скопируй*', 'продублируй*', 'дублируй*', 'клонируй*'] },
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

/** A change of things by their names, each of another list: a tag of a person, a person of a course. */
export interface Relation extends Phrases {
  /** The lists of the things that are named, each once. */
  readonly lists: readonly string[]
  readonly tool: string
  /** The values of the path, and the body: `$users.list` is the id of the person, `$tags.list.name` the name of the tag. */
  readonly path: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Words that may stand beside, and add nothing. */
  readonly with?: readonly string[]
}

const add = {
  en: ['add', 'give', 'put', 'assign', 'set', 'attach', 'tag', 'mark', 'move', 'include'],
  ru: [
    'добавь*',
    'добавить',
    'поставь*',
    'присвой*',
    'назначь*',
    'навесь*',
    'дай',
    'включи*',
    'запиши*',
    'пометь*',
    'выдай*',
  ],
}
const remove = {
  en: ['remove', 'take', 'delete', 'untag', 'exclude', 'unassign', 'drop'],
  ru: ['убери*', 'убрать', 'удали*', 'сними*', 'исключи*', 'открепи*'],
}
const small = ['as', 'out', 'away', 'off', 'into', 'as a', 'member', 'из', 'как']
export const relations: readonly Relation[] = [
  {
    ...add,
    lists: ['users.list', 'tags.list'],
    tool: 'personTags.add',
    path: { id: '$users.list' },
    body: { tags: ['$tags.list.name'] },
    with: small,
  },
  {
    ...remove,
    lists: ['users.list', 'tags.list'],
    tool: 'personTags.delete',
    path: { id: '$users.list' },
    body: { tags: ['$tags.list.name'] },
    with: small,
  },
  {
    ...add,
    lists: ['users.list', 'groups.list'],
    tool: 'members.add',
    path: { id: '$groups.list' },
    body: { user_id: '$users.list' },
    with: small,
  },
  {
    ...remove,
    lists: ['users.list', 'groups.list'],
    tool: 'members.delete',
    path: { id: '$groups.list', userId: '$users.list' },
    with: small,
  },
  {
    en: ['give access', 'grant access', 'give', 'grant', 'open access', 'open'],
    ru: [
      'дай доступ',
      'дайте доступ',
      'открой доступ',
      'открой*',
      'предоставь доступ',
      'выдай доступ',
      'выдай*',
      'дай',
    ],
    lists: ['users.list', 'courses.list'],
    tool: 'accesses.create',
    path: {},
    body: { user_id: '$users.list', course_id: '$courses.list' },
    with: ['access', 'доступ*'],
  },
  {
    en: ['enroll', 'enrol', 'sign up', 'register', 'add'],
    ru: ['зачисли*', 'запиши*', 'добавь*'],
    lists: ['users.list', 'courses.list'],
    tool: 'enrollments.create',
    path: {},
    body: { user_id: '$users.list', course_id: '$courses.list' },
    with: small,
  },
  {
    en: ['block', 'ban', 'suspend'],
    ru: ['заблокируй*', 'заблокировать', 'забань*'],
    lists: ['users.list'],
    tool: 'users.update',
    path: { id: '$users.list' },
    body: { status: 'blocked' },
  },
  {
    en: ['unblock', 'unban'],
    ru: ['разблокируй*', 'разблокировать', 'разбань*'],
    lists: ['users.list'],
    tool: 'users.update',
    path: { id: '$users.list' },
    body: { status: 'active' },
  },
  ...['courses', 'offers'].map(name => ({
    en: ['archive', 'retire'],
    ru: ['архивируй*', 'заархивируй*', 'убери в архив', 'отправь в архив', 'перенеси в архив'],
    lists: [`${name}.list`],
    tool: `${name}.update`,
    path: { id: `$${name}.list` },
    body: { status: 'archived' },
  })),
  ...[
    {
      value: false,
      en: ['switch off', 'turn off', 'disable', 'deactivate'],
      ru: ['выключи*', 'отключи*', 'деактивируй*'],
    },
    { value: true, en: ['switch on', 'turn on', 'enable', 'activate'], ru: ['включи*', 'активируй*'] },
  ].flatMap(({ value, ...phrases }) =>
    ['promoCodes', 'forms', 'partners'].map(name => ({
      ...phrases,
      lists: [`${name}.list`],
      tool: `${name}.update`,
      path: { id: `$${name}.list` },
      body: { active: value },
    })),
  ),
]

/** Verbs that give a thing another name, and what stands between the old one and the new one. */
export const renaming: Phrases & { readonly to: readonly string[] } = {
  en: ['rename'],
  ru: ['переименуй*', 'переименовать'],
  to: ['to', 'into', 'as', 'в', 'на'],
}

/** What stands for a thing that the dialogue was about before. */
export const pronouns: Phrases = {
  en: ['it', 'this one', 'that one', 'this', 'that', 'the same', 'him', 'her', 'them'],
  ru: ['его', 'ее', 'этот', 'эту', 'это', 'этого', 'тот', 'их'],
}
