// The secrets of the section: they sign calls to the servers of video, and their callbacks.
import { type Runtime, resealRows, scheduled, settingSecrets } from '@lms/service-host'

export const webinarsSecrets = settingSecrets('webinars')

/** Encrypts them again by the present key of the installation. */
export const resealSettingsTask = scheduled(
  'reseal-setting-secrets',
  '11 * * * *',
  (runtime: Runtime) =>
    resealRows(runtime, {
      table: webinarsSecrets.table,
      columns: ['sealed'],
      placeOf: webinarsSecrets.placeOf,
    }),
  { deadline: 300 },
)
