// What is wrong with settings, and would be found out only by messages that do not arrive.
import { createPrivateKey } from 'node:crypto'
import type { RefusalDetail } from '@lms/contract'
import type { CrmSettings } from './crm-settings.ts'

export const mailKey = 'email.dkim.private_key'

/** The places that are wrong; `secrets` are those that are set now. */
export function settingsProblems(
  { sms, push }: Pick<CrmSettings, 'sms' | 'push'>,
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
    ...(key === null || signs(key)
      ? []
      : [wrong(mailKey, 'must be a private key of RSA as PEM, without a passphrase')]),
  ]
}

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
