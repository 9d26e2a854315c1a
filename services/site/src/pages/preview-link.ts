// Where staff see the draft of a page without a credential, for a day.
import { formatTime } from '@lms/contract'
import { linkHours, linkToken, readToken, type Vault } from '@lms/service-host'

const use = 'previews of pages'

/** A path at the school's own address: `/preview/` and a signed token. */
export function previewPath(
  vault: Vault,
  { school, page, now }: { school: string; page: string; now: Date },
): string {
  const expires_at = formatTime(new Date(now.getTime() + linkHours * 3_600_000))
  return `/preview/${linkToken(vault, { school, id: page, expires_at }, use)}`
}

/** The id of the page, or null if the token is forged, of another school, or expired. */
export const previewedPage = (vault: Vault, token: string, school: string, now: Date): string | null =>
  readToken(vault, token, school, now, use)
