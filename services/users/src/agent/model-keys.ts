// The keys of schools for their models are encrypted again when the key ring has a new first key.
import { resealRows, scheduled, secretsPlace } from '@lms/service-host'

export const resealModelKeysTask = scheduled(
  'reseal-model-keys',
  '25 * * * *',
  runtime =>
    resealRows(runtime, {
      table: 'users.settings',
      key: 'school_id',
      columns: ['secrets'],
      placeOf: secretsPlace,
    }),
  { deadline: 300 },
)
