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
