import { ownKeys } from '@lms/service-host'

export const ownSecrets = ownKeys('050-own-keys', ['messengers.bot_token', 'data_exports.content'])
