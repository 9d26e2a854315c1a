// Whether a mail server says that an address takes no mail at all, or only that it did not take this one. A server that blocks the
// sender refuses every receiver, and none of these is gone. Pure.

/**
 * Enhanced status codes (RFC 3463, RFC 7505) about the address itself: it does not exist, has moved, is disabled, or nobody takes
 * mail for its domain. Exchange Online says 5.4.1 of receivers that it does not know.
 */
const ofAddress = /^5\.(1\.([12346]|10)|2\.1|4\.(1|4|310))$/
/** Those that say too little: what counts is the reply code. */
const vague = /^5\.([05]\.\d+|[12]\.0)$/
/** Reply codes of RFC 5321 and RFC 7504 about the address. */
const repliesOfAddress = ['521', '550', '551', '553', '556']
/** How servers without enhanced codes say that they mean the sender. */
const ofSender = /spam|block|black|listed|policy|reputation/i

/** Whether an answer, as messages keep it, is about the sender: it says nothing of the address, also where it comes again. */
export const isOfSender = (answer: string): boolean => {
  const [, code = ''] = /^(?:\d{3}[ -])?(\d\.\d{1,3}\.\d{1,3})/.exec(answer) ?? []
  return code === '' || vague.test(code) ? ofSender.test(answer) : /^[45]\.7\./.test(code)
}

/**
 * `status` is an enhanced status code, which a comment may follow, empty for none; `answer` the words of the server, which begin
 * with its reply code.
 */
export function isHardBounce(status: string, answer: string): boolean {
  const [, reply = '', own = ''] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(answer) ?? []
  const reported = status.split(/[\s(]/, 1)[0]!
  const code = [reported, own].find(each => each !== '' && !vague.test(each))
  if (code !== undefined) return ofAddress.test(code)
  return reply === '' || (repliesOfAddress.includes(reply) && !ofSender.test(answer))
}
