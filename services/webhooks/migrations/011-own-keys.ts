import { ownKeys } from '@lms/service-host'

export const ownSecrets = ownKeys('011-own-keys', ['subscriptions.secret', 'subscriptions.next_secret'])
