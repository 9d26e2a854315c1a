import type { OutsideRuntime, Setting } from '@lms/service-host'
import type { AddressPolicy } from '@lms/service-host/outside'

export const transportSettings: readonly Setting[] = [
  {
    name: 'LMS_MESSAGES_ALLOW_PRIVATE',
    about:
      'With 1 the providers of text messages and pushes may have addresses of a private network, or of this machine.',
    example: '1',
  },
  {
    name: 'LMS_MAIL_RETURN_DOMAIN',
    about:
      'The domain of return paths. Its mail server posts each mail to /hooks/mail/{local part of the receiver} of any school. Without one bounces after the hand-over, and replies, stay unknown.',
    example: 'return.mail.example',
  },
  {
    name: 'LMS_TELEGRAM_URL',
    about: 'The address of the Bot API, if not https://api.telegram.org.',
    example: 'https://telegram.example',
  },
]

/** Which addresses providers may have. */
export function policyOf({ config }: Pick<OutsideRuntime, 'config'>): AddressPolicy {
  const isOpen = config.settings.LMS_MESSAGES_ALLOW_PRIVATE === '1'
  return { allowHttp: isOpen, allowLoopback: isOpen, allowPrivate: isOpen }
}
