// What is wrong with settings, and would be found out only by messages that do not arrive.
import { createPrivateKey } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { RefusalDetail } from '@lms/contract'
import { domainOf, isOwnDomain } from '../addresses/sender.ts'
import type { CrmSettings } from './crm-settings.ts'

export const mailKey = 'email.dkim.private_key'

/** The places that are wrong; `secrets` are those that are set now. */
export function settingsProblems(
  {
    sms,
    push,
    email,
  }: Pick<CrmSettings, 'sms' | 'push'> & {
    email: Pick<CrmSettings['email'], 'from_address'> & { dkim: Pick<CrmSettings['email']['dkim'], 'domain'> }
  },
  secrets: ReadonlyMap<string, string | null>,
): RefusalDetail[] {
  const key = secrets.get(mailKey) ?? null
  const wrong = (field: string, message: string) => ({ path: `body.values.${field}`, message })
  return [
    ...Object.entries({ sms, push }).flatMap(([kind, { url }]) =>
      url === null || isAddress(url)
        ? []
        : wrong(`${kind}.url`, 'must be an address like https://provider.example/messages'),
    ),
    ...(isAligned(email)
      ? []
      : [wrong('email.dkim.domain', 'must be the domain of email.from_address, or one above it')]),
    ...(key === null || signs(key)
      ? []
      : [wrong(mailKey, 'must be a private key of RSA as PEM, without a passphrase')]),
  ]
}

/** Receivers take a signature for that of the sender only where its domain is that of From, or above it (RFC 7489). */
const isAligned = ({
  from_address,
  dkim,
}: {
  from_address: string | null
  dkim: { domain: string | null }
}) =>
  from_address === null ||
  dkim.domain === null ||
  isOwnDomain(domainOf(from_address), [domainToASCII(dkim.domain)])

function isAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === ''
}

/** With a key that it cannot read, the library of mails signs nothing and says nothing. */
function signs(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
