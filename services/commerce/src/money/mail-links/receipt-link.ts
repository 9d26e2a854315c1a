// The link of a mail to the PDF of a receipt.
import { formatTime } from '@lms/contract'
import { downloadPath, type Work } from '@lms/service-host'

/** For so long the links of a mail lead to what it is about. */
const daysValid = 90

/** When the links of a mail that is written now end. */
export const endOfLinks = (now: string): string =>
  formatTime(new Date(Date.parse(now) + daysValid * 86_400_000))

/** The PDF of a receipt. */
export const receiptLink = (
  { id }: { readonly id: string },
  siteUrl: string,
  { work, runtime, now }: Pick<Work, 'work' | 'runtime' | 'now'>,
): string =>
  `${siteUrl}${downloadPath(runtime.vault, { school: work.school, id, expires_at: endOfLinks(now) })}`
