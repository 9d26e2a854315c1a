// Names as they are compared and searched for.

/** In lower case, and with one spelling of each letter. */
export const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim()

/**
 * A name as the search takes it, which looks for beginnings of words: Russian names lose the endings of their cases, so
 * that `Анну Петрову` finds `Анна Петрова`.
 */
export const searchText = (name: string): string =>
  plain(name)
    .split(' ')
    .map(word => (/^[а-я-]{4,}$/.test(word) ? word.replace(/(?:ой|ей|ою|ом|ем|ым|[аяуюеиыой])$/, '') : word))
    .join(' ')
