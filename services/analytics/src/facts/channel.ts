// The words of a visit by which channels are told apart.

export interface Channel {
  readonly source: string
  readonly medium: string
  readonly campaign: string
}

/** One spelling of a word: `Google` and ` google` are one source. */
export const spellingOf = (word: string): string =>
  word.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** A word with an e-mail address is no channel: it would tell who a person was, also after an erasure. */
const channelWord = (word: string): string => (word.includes('@') ? '' : spellingOf(word))

/** The channel of UTM parameters; empty words where there are none. */
export const channelOf = ({ source = '', medium = '', campaign = '' }: Partial<Channel>): Channel => ({
  source: channelWord(source),
  medium: channelWord(medium),
  campaign: channelWord(campaign),
})

/** Characters of a page. */
const maxPage = 300

/**
 * The page of a form: the path of one of the school's own pages, host and path of another. Empty where it is unknown, and where
 * it has an e-mail address.
 */
export function pageOf(url: string, source: string): string {
  const parsed = URL.parse(url)
  if (!parsed || /@|%40/i.test(url)) return ''
  const page = source === 'page' ? parsed.pathname : parsed.host + parsed.pathname
  return page.slice(0, maxPage)
}
