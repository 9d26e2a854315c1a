// The secrets of the section: keys of models. They are encrypted again when the key ring has a new first key.
import { resealRows, scheduled, settingSecrets } from '@lms/service-host'

export const usersSecrets = settingSecrets('users')

export const resealSettingsTask = scheduled(
  'reseal-setting-secrets',
  '25 * * * *',
  runtime =>
    resealRows(runtime, {
      table: usersSecrets.table,
      columns: ['sealed'],
      placeOf: usersSecrets.placeOf,
    }),
  { deadline: 300 },
)
